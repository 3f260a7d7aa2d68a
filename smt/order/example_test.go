package order_test

import (
	"context"
	"fmt"

	"nearmiss/smt/order"
	"nearmiss/term"
)

func ExampleSolver() {
	b := term.NewBuilder()
	a := func(i int) *term.Term { return b.Slot(i, term.Signed(64), false) }
	witness := func(int) (term.Value, bool) { return term.Value{Bits: 1}, true }

	s := order.New()
	s.Push(b.Compare(term.LE, a(0), a(1)))
	extra := b.Compare(term.LT, a(2), a(0))
	answer := s.Check(context.Background(), extra, witness)
	fmt.Println(answer.Verdict, "by changing", len(answer.Changes), "value")

	s.Push(b.Compare(term.LE, a(1), a(2)))
	answer = s.Check(context.Background(), extra, witness)
	fmt.Println(answer.Verdict)
	// Output:
	// sat by changing 1 value
	// unsat
}
