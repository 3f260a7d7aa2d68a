package dse_test

import (
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// TestGrow: a clause that asks for elements can ask for just so many more, as far
// as there is room; others ask for none.
func TestGrow(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Count"), dse.FunctionOptions{Bound: 8})
	if err != nil {
		t.Fatal(err)
	}
	b := p.Builder()
	r, err := p.Run(t.Context(), input.Vector{100, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var word *term.Term // the length, of which 0 is for nil
	for _, d := range r.Path.Decisions {
		if c := b.Not(d.Clause); p.Grow(c, 0) != nil {
			word = p.Grow(c, 0).Args[0]
		}
	}
	if word == nil || word.Op != term.Slot {
		t.Fatal("no decision is about the length")
	}
	at := func(rel term.Rel, n uint64) *term.Term { return b.Compare(rel, word, b.Int(word.Sort, n)) }
	for _, c := range []struct {
		clause *term.Term
		by     int
		words  int // of the input, 0: it does not grow
	}{
		{at(term.GT, 1), 0, 1}, {at(term.GT, 1), 2, 3}, {at(term.GE, 3), 1, 3}, {b.Not(at(term.LE, 2)), 1, 3},
		{at(term.GT, 1), 99, 7}, {at(term.GT, 8), 1, 0}, {at(term.LT, 4), 1, 0}, {at(term.EQ, 4), 1, 0},
	} {
		g := p.Grow(c.clause, c.by)
		if (g != nil) != (c.words > 0) {
			t.Errorf("%v grows to %v", c.clause, g)
		}
		if g == nil {
			continue
		}
		a, v, err := p.Satisfy(t.Context(), input.Vector{100, 0}, nil, g)
		if err != nil || a.Verdict != smt.Sat || len(v) != 2+c.words {
			t.Errorf("%v by %d: %v %v, %v", c.clause, c.by, a.Verdict, v, err)
		}
	}
}
