package interval_test

import (
	"fmt"

	"nearmiss/internal/span"
	"nearmiss/internal/wide"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

func ExampleOf() {
	b := term.NewBuilder()
	digit := b.Convert(b.Slot(0, term.Unsigned(8), false), term.Signed(64))
	ten := b.Int(term.Signed(64), 10)
	number := b.Binary(term.Mul, ten, digit)

	upTo := func(n int64) interval.Bounds {
		return func(int) (span.Span, bool) { return span.Span{Hi: wide.Int(n)}, true }
	}
	s, exact := interval.Of(number, upTo(9))
	fmt.Println(s, exact)
	s, exact = interval.Of(b.Convert(number, term.Unsigned(8)), upTo(30))
	fmt.Println(s, exact)
	// Output:
	// [0, 90] true
	// [0, 255] false
}
