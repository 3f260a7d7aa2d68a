package cover

import (
	"nearmiss/cfg"
	"nearmiss/internal/harness"
)

// A generic function is searched with several lists of type arguments. The first is the function
// itself, which has the goals. Each other list is a variant with entries, inputs and tests of
// its own. A goal is first searched for with the function itself, and moves on to the next
// variant when the search makes no progress.
//
// A function that returns a function literal has a last variant that calls the returned
// function. A goal in the literal is searched for with this variant from the start.

func (f *function) addVariants(signed []*harness.Fn) {
	for i, s := range signed {
		v := &function{
			unit: f.unit, index: f.index, variant: i + 1, of: f, cfg: f.cfg, position: f.position,
			name: f.name + typeArgs(s) + resultCalls(s), signed: s, mayBeIllegal: s.Sig.MayBeIllegal(), domain: domain{sig: s.Sig, seeds: f.seeds, limits: f.limits},
		}
		f.variants = append(f.variants, v)
	}
}

// typeArgs returns the suffix of a variant's name that shows its type arguments, or the type of
// its receiver.
func typeArgs(s *harness.Fn) string {
	if r := s.Sig.Recv; r != nil {
		return " of " + r.Type.Go
	}
	return s.Sig.TypeArgs.Print(func(string) string { return "" }, nil)
}

// resultCalls returns the suffix of a variant's name that shows how the result of the function is
// called.
func resultCalls(s *harness.Fn) (text string) {
	for i, c := range s.Sig.Calls {
		if i > 0 {
			text += "()"
		}
		text += c.Selector("")
	}
	return text
}

// result returns the variant that calls the function returned by f, or nil.
func (f *function) result() *function {
	if n := len(f.variants); n > 0 && f.variants[n-1].sig.Calls != nil {
		return f.variants[n-1]
	}
	return nil
}

// first returns f, or its variant with which the search for the branches of c begins.
func (f *function) first(c *cfg.Cond) *function {
	if v := f.result(); v != nil && c.Lit != nil {
		return v
	}
	return f
}

// main returns f itself, or the function that f is a variant of.
func (f *function) main() *function {
	if f.of != nil {
		return f.of
	}
	return f
}

// all returns f and its variants.
func (f *function) all() []*function { return append([]*function{f}, f.variants...) }

// entries lists the searched functions, each followed by its variants.
func (u *unit) entries() (list []*function) {
	for _, f := range u.funcs {
		if f.searched() {
			list = append(list, f.all()...)
		}
	}
	return list
}

// next returns the variant after f, or nil after the last one.
func (f *function) next() *function {
	if v := f.main().variants; f.variant < len(v) {
		return v[f.variant]
	}
	return nil
}

// pass moves a goal without progress on to the next variant of its function, if there is one. It
// forgets the nearest inputs, because an input for other type arguments cannot be a start.
func (g *goal) pass() {
	if next := g.fn.next(); next != nil && (g.over || g.stale >= staleAfter) {
		g.fn, g.by, g.bests, g.stale, g.slices, g.hung, g.over = next, nil, nil, 0, 0, 0, false
	}
}
