package cover

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// mostTold is how many inputs are tried to make that of one case tell more, and
// mostChanged how many of its values are changed.
const (
	mostTold    = 40
	mostChanged = 10
)

// A telling is a case whose input is to tell more.
type telling struct {
	c      *testCase
	teller *teller
	try    *testCase // of this round
}

// tellMore has the inputs of cases tell more than the smallest do: where 0, 1 or nothing
// hide what is made of them, other small values are found that take the same branches
// and lead to another result. What does not come back, or not with the same result again,
// stays as it is.
func (s *session) tellMore(ctx context.Context, u *unit) error {
	ctx, cancel := s.extraDeadline(ctx)
	defer cancel()
	var all []*telling
	for _, c := range u.cases {
		if c.result.Outcome == wire.Returned && c.panic == 0 && len(c.result.Out) > 0 {
			all = append(all, &telling{c: c, teller: newTeller(input.NewSpace(c.fn.sig, c.fn.limits), c.vector)})
		}
	}
	defer s.timed("let the inputs of %d cases of %s tell more", len(all), u.pkg.ImportPath)
	for round := 0; round <= mostTold && len(all) > 0; round++ {
		tries := make([]*testCase, len(all))
		for i, t := range all {
			t.try = &testCase{fn: t.c.fn, vector: t.c.vector}
			if round > 0 {
				t.try.vector = t.teller.next()
			}
			tries[i] = t.try
		}
		if err := u.runIn(ctx, u.pool, tries, false); err != nil || ctx.Err() != nil {
			return ignoreEnd(err)
		}
		all = slices.DeleteFunc(all, func(t *telling) bool {
			if round > 0 {
				t.heard()
			} else if !t.same() || !slices.Equal(t.try.result.Out, t.c.result.Out) {
				return true
			}
			return t.teller.next() == nil
		})
	}
	return nil
}

// heard takes an input over that takes the same branches and shows what is wanted.
func (t *telling) heard() {
	taken := t.same() && t.teller.wants(t.shows())
	if t.teller.took(taken); taken {
		t.c.vector, t.c.result = t.try.vector, t.try.result
	}
}

// same reports whether what was tried does what the case does.
func (t *telling) same() bool {
	r := t.try.result
	return r != nil && r.Outcome == wire.Returned && containsAll(r.Covered, t.c.covers()) && (!t.try.fn.passes(t.try.vector) || t.c.fn.passes(t.c.vector)) && t.try.touched == t.c.touched && t.try.left == t.c.left
}

// shows reports whether what was tried shows another result. What a run leaves behind of the
// input that was changed does so only where it is not what went in; how an object that
// constructors make went in is not known.
func (t *telling) shows() bool {
	s := t.c.fn.sig
	var changed string
	for k := range s.Inputs() {
		if !slices.Equal(s.Part(t.c.vector, k), s.Part(t.try.vector, k)) {
			changed = s.Input(k).Name
		}
	}
	for i := range len(s.Results) + len(s.After) {
		was, now := s.Outcome(t.c.result.Out, i), s.Outcome(t.try.result.Out, i)
		if i >= len(s.Results) && s.After[i-len(s.Results)].Name == changed {
			was, now = t.c.leaves(changed, was), t.try.leaves(changed, now)
		}
		if !slices.Equal(was, now) {
			return true
		}
	}
	return false
}

// leaves is what a run has left of an input, without the words that went in; nil if these
// are not known.
func (c *testCase) leaves(name string, after input.Vector) input.Vector {
	after = slices.Clone(after)
	for t, before := range c.wentIn(name) {
		if len(before) != len(after) || t.Kind == input.Choice {
			return nil
		}
		for x := range after {
			if after[x] == before[x] {
				after[x] = 0
			}
		}
	}
	return after
}
