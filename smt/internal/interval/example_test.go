package interval_test

import (
	"fmt"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

func ExampleOf() {
	b := term.NewBuilder()
	digit := b.Convert(b.Slot(0, term.Unsigned(8), false), term.Signed(64))
	ten := b.Int(term.Signed(64), 10)
	number := b.Binary(term.Mul, ten, digit)

	upTo := func(n int64) interval.Bounds {
		return func(int) (interval.Span, bool) { return interval.Span{Hi: interval.Int(n)}, true }
	}
	s, exact := interval.Of(number, upTo(9))
	fmt.Println(s, exact)
	s, exact = interval.Of(b.Convert(number, term.Unsigned(8)), upTo(30))
	fmt.Println(s, exact)
	// Output:
	// [0, 90] true
	// [0, 255] false
}
