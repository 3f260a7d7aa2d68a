package cover

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/moment"
)

// An input is time-dependent if it means something else at another time, as a moment close to
// now does for a function that reads the clock: a number, or a time that calls have built from
// numbers that tell nothing by themselves. No test is written for such an input. Search
// often finds moments close to now, because it approaches the moment that a condition compares
// with, and shrinking returns to it. Most branches are also taken by a time-stable moment, far
// in the past or future, or by a long duration.

// mostReplaced is the greatest number of time-dependent numbers of an input that are replaced one by
// one.
const mostReplaced = 8

// clocked reports whether a function, or the code that makes its inputs, reads the clock.
func (f *function) clocked() bool {
	if f.unit.now == 0 {
		return false
	}
	main := f.main()
	if main.readsClock == nil {
		list := append(f.unit.coder.InputCode(f.signed).Funcs, f.cfg.Obj)
		main.readsClock = new(slices.ContainsFunc(list, f.unit.reader().Reads))
	}
	return *main.readsClock
}

// timeDependent reports whether the input of a case is time-dependent.
func (c *testCase) timeDependent() bool {
	return c.fn.clocked() && (c.result != nil && moment.AnyNear(c.result.Moments, c.fn.unit.now) ||
		len(moment.Dependent(input.NewSpace(c.fn.sig, c.fn.limits), c.vector, c.fn.unit.now)) > 0)
}

// timeStable replaces time-dependent inputs by time-stable ones that take the same branches and end
// in the same way. It first replaces all time-dependent numbers of an input at once, and then
// one by one. A time-stable input that takes only some of the branches becomes an additional
// case.
func (u *unit) timeStable(ctx context.Context, cases []*testCase) ([]*testCase, error) {
	open := slices.DeleteFunc(slices.Clone(cases), func(c *testCase) bool {
		return c.result == nil || len(c.boundaries) > 0 || !c.timeDependent()
	})
	for round := 0; round <= mostReplaced && len(open) > 0 && ctx.Err() == nil; round++ {
		replace := oneReplaced
		if round == 0 {
			replace = allReplaced
		}
		tries, of := inTurns(open, func(c *testCase) []input.Vector {
			return replace(input.NewSpace(c.fn.sig, c.fn.limits), c.vector, u.now)
		})
		if err := u.runIn(ctx, u.pool, tries, false); err != nil {
			return nil, err
		}
		better := map[*testCase]bool{}
		for i, t := range tries {
			if c := of[i]; !better[c] && t.replaces(c) {
				better[c], c.vector, c.result = true, t.vector, t.result
			}
		}
		cases = append(cases, partialReplacements(tries, of, better)...)
		open = slices.DeleteFunc(open, func(c *testCase) bool { return round > 0 && !better[c] || !c.timeDependent() })
	}
	return cases, nil
}

// inTurns returns cases to try in the place of other ones: the first proposal for each, then the second for each,
// and so on, because the time may not suffice for all. The case of[i] is that in whose place tries[i] is tried.
func inTurns(cases []*testCase, propose func(*testCase) []input.Vector) (tries, of []*testCase) {
	proposals := make([][]input.Vector, len(cases))
	for i, c := range cases {
		proposals[i] = propose(c)
	}
	for nth, more := 0, true; more; nth++ {
		more = false
		for i, c := range cases {
			if nth < len(proposals[i]) {
				tries, of, more = append(tries, &testCase{fn: c.fn, vector: proposals[i][nth], keep: c.keep}), append(of, c), true
			}
		}
	}
	return tries, of
}

// oneReplaced returns inputs in which one time-dependent number is replaced. Without such a number, a time
// that was built is close to now, and any number may have a part in it.
func oneReplaced(space *input.Space, vec input.Vector, now int64) (list []input.Vector) {
	passing := moment.Dependent(space, vec, now)
	if len(passing) == 0 {
		return oneMoved(space, vec)
	}
	for _, v := range passing[:min(len(passing), mostReplaced)] {
		for _, w := range moment.Stable(v.Type, vec[v.Off], now) {
			list = append(list, space.Set(slices.Clone(vec), &v, w))
		}
	}
	return list
}

// farFactor moves a time that numbers make from now beyond what is close to it: from 1970, 57 years to 228.
const farFactor = 4

// oneMoved returns inputs in which one number is zero or many times as large.
func oneMoved(space *input.Space, vec input.Vector) (list []input.Vector) {
	numbers := slices.DeleteFunc(space.Vars(nil, vec), func(v input.Var) bool {
		return v.Role != input.RoleInt && v.Role != input.RoleUint || vec[v.Off] == 0
	})
	for _, v := range numbers[:min(len(numbers), mostReplaced)] {
		for _, w := range []uint64{0, vec[v.Off] * farFactor} {
			list = append(list, space.Set(slices.Clone(vec), &v, w))
		}
	}
	return list
}

// allReplaced returns inputs in which all time-dependent numbers are replaced: each by its
// first, second or third time-stable candidate.
func allReplaced(space *input.Space, vec input.Vector, now int64) (list []input.Vector) {
	most := len(moment.Dependent(space, vec, now))
	for nth := range 3 {
		v := slices.Clone(vec)
		for range most { // a replacement may move the other numbers, or remove them
			left := moment.Dependent(space, v, now)
			if len(left) == 0 {
				break
			}
			words := moment.Stable(left[0].Type, v[left[0].Off], now)
			if len(words) == 0 {
				break
			}
			v = space.Set(v, &left[0], words[min(nth, len(words)-1)])
		}
		if len(moment.Dependent(space, v, now)) == 0 && !slices.ContainsFunc(list, func(w input.Vector) bool { return slices.Equal(w, v) }) {
			list = append(list, v)
		}
	}
	return list
}

// replaces reports whether the tried input t takes the branches that c is kept for and ends in the same way.
func (t *testCase) replaces(c *testCase) bool {
	r := t.result
	return r != nil && r.Outcome == c.result.Outcome && r.Site == c.result.Site && containsAll(r.Covered, c.keep)
}

// partialReplacements returns, for each case without a replacement, the time-stable input that takes most of
// its branches.
func partialReplacements(tries, of []*testCase, better map[*testCase]bool) (list []*testCase) {
	best := map[*testCase]*testCase{}
	for i, t := range tries {
		c := of[i]
		if better[c] || c.panic != 0 || t.result == nil || t.result.Outcome != c.result.Outcome || t.timeDependent() {
			continue
		}
		t.keep = common(c.keep, t.result.Covered)
		if b := best[c]; len(t.keep) > 0 && (b == nil || len(t.keep) > len(b.keep)) {
			best[c] = t
		}
	}
	for i, t := range tries {
		if best[of[i]] == t {
			list = append(list, t)
		}
	}
	return list
}

// durable drops time-dependent cases, except those that show a panic: the report lists a panic
// even without a test.
func durable(cases []*testCase) (kept []*testCase, fell []drop) {
	gone, kept := split(cases, func(c *testCase) bool { return c.panic == 0 && c.timeDependent() })
	return kept, dropAll(gone, timeDependent)
}
