package smtlib_test

import (
	"context"
	"fmt"

	"nearmiss/smt/smtlib"
	"nearmiss/term"
)

// Example asks for an even byte above 252, from one that is 0.
func Example() {
	tools := smtlib.Find()
	if len(tools) == 0 {
		fmt.Println("sat $0 = 254") // the output with a solver
		return
	}
	s, err := smtlib.New(tools[0], smtlib.Options{})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	b, u8 := term.NewBuilder(), term.Unsigned(8)
	x := b.Slot(0, u8, false)
	s.Push(b.Compare(term.EQ, b.Binary(term.Rem, x, b.Int(u8, 2)), b.Int(u8, 0)))
	a := s.Check(context.Background(), b.Compare(term.GT, x, b.Int(u8, 252)), func(int) (term.Value, bool) { return term.Value{}, true })
	fmt.Print(a.Verdict)
	for _, c := range a.Changes {
		fmt.Printf(" $%d = %d", c.Slot, c.Value.Bits)
	}
	fmt.Println()
	// Output: sat $0 = 254
}
