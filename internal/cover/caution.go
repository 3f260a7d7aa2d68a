package cover

import (
	"go/types"
	"slices"

	"nearmiss/internal/native"
	"nearmiss/internal/wire"
)

// Code may take time, or memory, in proportion to an integer of its input: ten to the power
// of an exponent. An input that hangs costs as much as a million others, and where one does,
// most of the large numbers do. So the integers of a function that has hung are small in
// most jobs; and as the cause may be what a value means, so are those of the functions that
// take values of the same types, before they have hung.

const (
	immodest   = 5  // one of how many jobs of a function to be cautious with draws from all integers,
	mostModest = 64 // or one of so many, the more of its jobs hang
	hangGoals  = 4  // goals of a function that has hung, in a round
	mostAvoid  = 64 // inputs that are known to hang, of a function

	hangWork = 5_000 // evaluations that an input that hangs takes from the budget of the goal it was for
)

// A caution is what is known of a function that may hang.
type caution struct {
	hung   int        // times that an input took too long, or too much memory
	modest uint64     // jobs since it was called for
	avoid  [][]uint64 // such inputs
}

// isSlow reports whether a crash is of the kinds that take long.
func isSlow(c *native.Crash) bool { return c.Kind == native.Hang || c.Kind == native.OutOfMemory }

// hangs takes down an input that took too long. One that did not when it was run alone says
// nothing about the function.
func (f *function) hangs(crash *native.Crash) {
	if !crash.Confirmed {
		return
	}
	c := &f.caution
	if c.hung++; len(c.avoid) < mostAvoid {
		c.avoid = append(c.avoid, crash.Vector)
	}
	for _, t := range f.takes() {
		if f.unit.heavy == nil {
			f.unit.heavy = map[*types.TypeName]bool{}
		}
		f.unit.heavy[t] = true
	}
}

// mayHang reports whether a function has hung, or another that takes the same.
func (f *function) mayHang() bool {
	return f.caution.hung > 0 ||
		len(f.unit.heavy) > 0 && slices.ContainsFunc(f.takes(), func(t *types.TypeName) bool { return f.unit.heavy[t] })
}

// beCautious decides for a job whether its integers are to be small. The job ends when an
// input hangs that was not known: what it has found by then counts.
func (f *function) beCautious(j *wire.SearchJob) {
	if !f.mayHang() {
		return
	}
	c := &f.caution
	c.modest++
	j.Limits.Modest = c.modest%uint64(min(mostModest, immodest*max(1, c.hung))) != 0
	j.Crashes, j.Avoid = native.SlowWeight, slices.Clone(c.avoid)
}

// spare leaves few goals of each function that has hung to a round, those that have had the
// fewest slices. As the others wait, their slices grow by themselves and not by rounds.
func (s *session) spare() {
	for _, u := range s.units {
		for _, f := range u.entries() {
			if f.caution.hung == 0 {
				continue
			}
			var goals []*goal
			for _, g := range f.main().goals {
				if _, ok := s.picked[g]; ok && g.fn == f {
					goals = append(goals, g)
				}
			}
			slices.SortStableFunc(goals, func(a, b *goal) int { return a.slices - b.slices })
			for i, g := range goals {
				if i >= hangGoals {
					delete(s.picked, g)
					continue
				}
				size := uint64(firstSlice)
				for range g.slices {
					size = s.larger(size)
				}
				s.picked[g] = min(s.picked[g], size)
			}
		}
	}
}

// takes lists the types with names and fields that a function has as receiver or
// parameters, or as the elements of these.
func (f *function) takes() (list []*types.TypeName) {
	if f.cfg == nil || f.cfg.Obj == nil {
		return nil
	}
	add := func(v *types.Var) {
		if t := named(v.Type()); t != nil {
			list = append(list, t)
		}
	}
	sig := f.cfg.Obj.Signature()
	if sig.Recv() != nil {
		add(sig.Recv())
	}
	for v := range sig.Params().Variables() {
		add(v)
	}
	return list
}

// named is the name of a struct type, or of the one that a pointer or list leads to; nil if
// there is none nearby.
func named(t types.Type) *types.TypeName {
	for range 4 { // a list may be one of itself
		x, isNamed := types.Unalias(t).(*types.Named)
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if !isNamed {
				return nil
			}
			return x.Origin().Obj()
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return nil
		}
	}
	return nil
}
