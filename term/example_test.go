package term_test

import (
	"fmt"

	"nearmiss/term"
)

// Build a condition, simplify it, and measure how far values are from it.
func Example() {
	b := term.NewBuilder()
	x := b.Slot(0, term.Signed(32), false)
	sum := b.Binary(term.Add, x, b.Int(term.Signed(32), 5))
	cond := b.Compare(term.EQ, sum, b.Int(term.Signed(32), 12))
	fmt.Println(cond)
	for _, value := range []uint64{1, 7} {
		d, ok := term.Distance(cond, true, func(int) (term.Value, bool) { return term.Value{Bits: value}, true })
		fmt.Println(d.Exact, ok)
	}
	// Output:
	// $0 == 7
	// 7 true
	// 0 true
}
