package smt_test

import (
	"context"
	"fmt"

	"nearmiss/smt"
	"nearmiss/term"
)

// Solve x*x == 49, by search.
func Example_climb() {
	b := term.NewBuilder()
	x := b.Slot(0, term.Signed(64), false)
	witness := func(int) (term.Value, bool) { return term.Value{Bits: 5}, true }

	s := smt.NewLocalSearch(smt.LocalSearchOptions{})
	s.Push(b.Compare(term.GT, x, b.Int(term.Signed(64), 0)))
	answer := s.Check(context.Background(), b.Compare(term.EQ, b.Binary(term.Mul, x, x), b.Int(term.Signed(64), 49)), witness)
	v := answer.Changes[0].Value.Bits
	fmt.Println(answer.Verdict, v*v)
	// Output: sat 49
}
