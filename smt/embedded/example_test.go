package embedded_test

import (
	"context"
	"fmt"

	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// Solve x*x == 49, by whichever solver can.
func Example() {
	b := term.NewBuilder()
	x := b.Slot(0, term.Signed(64), false)
	witness := func(int) (term.Value, bool) { return term.Value{Bits: 5}, true }

	s := embedded.New(embedded.Options{})
	s.Push(b.Compare(term.GT, x, b.Int(term.Signed(64), 0)))
	answer := s.Check(context.Background(), b.Compare(term.EQ, b.Binary(term.Mul, x, x), b.Int(term.Signed(64), 49)), witness)
	v := answer.Changes[0].Value.Bits
	fmt.Println(answer.Verdict, v*v)
	// Output: sat 49
}
