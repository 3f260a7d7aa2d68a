package smt

import (
	"context"
	"testing"

	"nearmiss/term"
)

// counter counts the clauses pushed to it and answers Unknown.
type counter struct{ pushed, popped, asked int }

func (c *counter) Push(*term.Term) { c.pushed++ }
func (c *counter) Pop(n int)       { c.popped += n }
func (c *counter) Close() error    { return nil }

func (c *counter) Check(context.Context, *term.Term, term.Env) Answer {
	c.asked++
	return Answer{}
}

func (c *counter) Solve(context.Context, term.Env) Answer {
	c.asked++
	return Answer{}
}

// TestDeferredTellsLess checks that nothing is pushed without a query, and then only the
// difference to the query before.
func TestDeferredTellsLess(t *testing.T) {
	x := bools(term.NewBuilder(), 9)
	c := &counter{}
	s := Deferred(c)
	expect := func(what string, pushed, popped int) {
		t.Helper()
		if c.pushed != pushed || c.popped != popped {
			t.Errorf("%s: %d pushed and %d popped, want %d and %d", what, c.pushed, c.popped, pushed, popped)
		}
	}
	push := func(of ...int) {
		for _, i := range of {
			s.Push(x[i])
		}
	}
	push(0, 1, 2, 3)
	expect("no question yet", 0, 0)
	s.Solve(t.Context(), allFalse)
	expect("the first question", 4, 0)
	s.Pop(4)
	push(0, 1, 5, 3)
	expect("another path", 4, 0)
	s.Check(t.Context(), x[8], allFalse)
	expect("what differs", 6, 2)
	s.Pop(2)
	push(6, 7)
	s.Pop(2)
	push(5, 3)
	s.Check(t.Context(), x[8], allFalse)
	expect("forth and back", 6, 2)
}

// TestDeferredInTime checks that pushing a long path stops when the context ends, and that
// pushed clauses are not pushed again.
func TestDeferredInTime(t *testing.T) {
	b, i64 := term.NewBuilder(), term.Signed(64)
	var long []*term.Term // one group of clauses that do not hold
	for i := range 3 * lateInterval {
		long = append(long, b.Compare(term.LT, b.Slot(0, i64, false), b.Slot(i+1, i64, false)))
	}
	for name, over := range map[string]func(Solver) Solver{"deferred": Deferred, "slice": Slice} {
		c := &counter{}
		s := over(c)
		for _, x := range long {
			s.Push(x)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if a := s.Solve(ended, allFalse); a.Verdict != Unknown || a.Reason == "" || c.asked > 0 || c.pushed >= lateInterval {
			t.Errorf("%s, no time: %+v, %+v", name, a, c)
		}
		if s.Solve(t.Context(), allFalse); c.asked != 1 || c.pushed != len(long) || c.popped > 0 {
			t.Errorf("%s, then: %+v", name, c)
		}
	}
}
