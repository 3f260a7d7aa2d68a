package cover

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// A function may have no result but the changes to its arguments, as an option or a setter does.
// Its test needs an input that the function changes. The function often leaves the smallest
// input that takes the same branches unchanged, and a test with this input shows that the
// function was called but not its effect.

const (
	mostEdits  = 2   // rounds; in each, one more variable of an input is changed
	mostBeside = 120 // inputs tried for one case in one round
)

// onlyChanges reports whether a function has no results but errors and changes to its arguments.
func onlyChanges(s *input.Signature) bool {
	return len(s.After) > 0 && !slices.ContainsFunc(s.Results, func(f input.Field) bool { return f.Type.Kind != input.Error })
}

// changesNothing reports whether a function with onlyChanges returned without an error and left
// all arguments unchanged.
func (c *testCase) changesNothing() bool {
	s := c.fn.sig
	if c.result == nil || c.result.Outcome != worker.Returned || !onlyChanges(s) {
		return false
	}
	for i := range s.Results {
		if out := s.Outcome(c.result.Out, i); len(out) != 1 || out[0] != 0 {
			return false
		}
	}
	for i, f := range s.After {
		for _, before := range c.wentIn(f.Name) {
			if !slices.Equal(before, s.Outcome(c.result.Out, len(s.Results)+i)) {
				return false
			}
		}
	}
	return true
}

// wentIn yields the type and the words of each input with the given name.
func (c *testCase) wentIn(name string) iter.Seq2[*input.Type, input.Vector] {
	return func(yield func(*input.Type, input.Vector) bool) {
		s := c.fn.sig
		for k := range s.Inputs() {
			if f := s.Input(k); f.Name == name && !yield(f.Type, s.Part(c.vector, k)) {
				return
			}
		}
	}
}

// strengthen replaces inputs that their function leaves unchanged by similar inputs that it
// changes, if these take the same branches. A similar input differs in one or two variables, such as
// numbers and lengths. Inputs with an outcome other than that of the original are preferred.
func (u *unit) strengthen(ctx context.Context, cases []*testCase) error {
	weak, _ := split(cases, func(c *testCase) bool { return c.panic == 0 && len(c.boundaries) == 0 && c.changesNothing() })
	best, some := map[*testCase]*testCase{}, map[*testCase]*testCase{} // with another outcome; with the same outcome
	beside := map[*testCase][]input.Vector{}
	for _, c := range weak {
		beside[c] = []input.Vector{c.vector}
	}
	for range mostEdits {
		open, _ := split(weak, func(c *testCase) bool { return best[c] == nil && some[c] == nil })
		tries, of := inTurns(open, func(c *testCase) []input.Vector {
			return edited(input.NewSpace(c.fn.sig, c.fn.limits), beside[c])
		})
		clear(beside)
		if err := u.runIn(ctx, u.pool, tries, false); err != nil {
			return ignoreEnd(err)
		}
		for i, t := range tries {
			if t.result == nil || t.result.Outcome != worker.Returned || !containsAll(t.result.Covered, t.keep) || t.timeDependent() || !t.legal() {
				continue
			}
			c := of[i]
			beside[c] = append(beside[c], t.vector)
			switch {
			case t.changesNothing():
			case slices.Equal(t.result.Out, c.result.Out):
				some[c] = cmp.Or(some[c], t)
			default:
				best[c] = cmp.Or(best[c], t)
			}
		}
	}
	for _, c := range weak {
		if t := cmp.Or(best[c], some[c]); t != nil {
			c.vector, c.result = t.vector, t.result
		}
	}
	return nil
}

// edited returns inputs that each differ from an input of list in one variable, at most mostBeside.
// Zero bytes in their strings are replaced by letters.
func edited(space *input.Space, list []input.Vector) (all []input.Vector) {
	for _, vec := range list {
		for _, v := range space.Vars(nil, vec) {
			for _, w := range [...]uint64{1, 2, 'a'} {
				if v.Role == input.RoleFloat {
					w = v.FromFloat(float64(w))
				}
				if len(all) == mostBeside {
					return all
				}
				if other := space.Set(slices.Clone(vec), &v, w); !slices.Equal(other, vec) {
					all = append(all, lettered(space, other))
				}
			}
		}
	}
	return all
}

// lettered replaces zero bytes in strings by letters.
func lettered(space *input.Space, vec input.Vector) input.Vector {
	for _, v := range space.Vars(nil, vec) {
		if v.Role == input.RoleByte && vec[v.Off] == 0 {
			vec[v.Off] = 'a'
		}
	}
	return space.Normalize(nil, vec)
}
