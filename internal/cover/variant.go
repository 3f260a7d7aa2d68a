package cover

import (
	"nearmiss/input"
	"nearmiss/internal/harness"
)

// A generic function is searched with several lists of type arguments. The
// first is the function itself, which has the goals; the others are variants
// of it, with entries, inputs and tests of their own. A goal is searched for
// with the first, and passes to the next when that gets no nearer.
//
// A function that returns a function literal has a variant that calls what it
// returns, the last one. A goal in a literal is searched for with that from the
// start.

// addVariants makes the variants of a function.
func (f *function) addVariants(signed []*harness.Fn) {
	for i, s := range signed {
		v := &function{
			unit: f.unit, index: f.index, variant: i + 1, of: f, cfg: f.cfg, position: f.position,
			name: f.name + typeArgs(s) + calls(s), signed: s, lawless: s.Sig.Lawless(), domain: domain{sig: s.Sig, seeds: f.seeds, limits: f.limits},
		}
		f.variants = append(f.variants, v)
	}
}

// typeArgs names the instance that a function is.
func typeArgs(s *harness.Fn) string {
	text := s.Sig.TypeArgs
	if r := s.Sig.Recv; r != nil {
		return " of " + r.Type.Go
	}
	return input.Expand(text, input.Fill{Package: func(string) string { return "" }})
}

// calls names what is called of a function: what it returns, and so on.
func calls(s *harness.Fn) (text string) {
	for i, c := range s.Sig.Calls {
		if i > 0 {
			text += "()"
		}
		text += c.Selector("")
	}
	return text
}

// result is the variant that calls what the function returns, nil if there is none.
func (f *function) result() *function {
	if n := len(f.variants); n > 0 && f.variants[n-1].sig.Calls != nil {
		return f.variants[n-1]
	}
	return nil
}

// main is the function that f is, or is a variant of.
func (f *function) main() *function {
	if f.of != nil {
		return f.of
	}
	return f
}

// all returns f and its variants.
func (f *function) all() []*function { return append([]*function{f}, f.variants...) }

// entries lists what is searched, variants too, in order.
func (u *unit) entries() (list []*function) {
	for _, f := range u.funcs {
		if f.searched() {
			list = append(list, f.all()...)
		}
	}
	return list
}

// next returns the variant behind f, nil behind the last.
func (f *function) next() *function {
	if v := f.main().variants; f.variant < len(v) {
		return v[f.variant]
	}
	return nil
}

// pass hands a goal that gets no nearer to the next variant of its function,
// if there is one. What is near with other type arguments is no start.
func (g *goal) pass() {
	if next := g.fn.next(); next != nil && (g.over || g.stale >= staleAfter) {
		g.fn, g.by, g.bests, g.stale, g.slices, g.hung, g.over = next, nil, nil, 0, 0, 0, false
	}
}
