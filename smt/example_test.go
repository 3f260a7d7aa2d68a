package smt_test

import (
	"context"
	"fmt"

	"nearmiss/smt"
	"nearmiss/term"
)

// The witness of zeros makes x*y == 391 false. The example asks for the changes that make it
// true.
func Example() {
	b := term.NewBuilder()
	s := term.Signed(32)
	x, y := b.Slot(0, s, false), b.Slot(1, s, false)
	solver := smt.Slice(smt.NewLocalSearch(smt.LocalSearchOptions{}))
	solver.Push(b.Compare(term.LT, x, y))
	witness := func(slot int) (term.Value, bool) { return term.Value{Bits: uint64(slot)}, true }
	a := solver.Check(context.Background(), b.Compare(term.EQ, b.Binary(term.Mul, x, y), b.Int(s, 391)), witness)
	values := [2]uint64{0, 1}
	for _, c := range a.Changes {
		values[c.Slot] = c.Value.Bits
	}
	fmt.Println(a.Verdict, "by", a.Solver, int32(values[0])*int32(values[1]))
	// Output:
	// sat by climb 391
}
