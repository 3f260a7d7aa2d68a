package interval

import (
	"fmt"
	"testing"

	"nearmiss/term"
)

// TestExample checks the example of the package documentation.
func TestExample(t *testing.T) {
	b := term.NewBuilder()
	x := b.Slot(0, term.Unsigned(8), false)
	wide := b.Convert(x, term.Signed(64))
	ten := b.Int(term.Signed(64), 10)
	box := Box{}
	box.Learn(b.Compare(term.LT, x, b.Int(x.Sort, 10)))
	got, exact := Of(b.Binary(term.Add, b.Binary(term.Mul, ten, wide), b.Int(term.Signed(64), 5)), box.Bounds)
	if got.String() != "[5, 95]" || !exact {
		t.Errorf("10*b+5 is in %v, exact %v", got, exact)
	}
}

// TestShared checks that a chain of terms that each use their predecessor twice is visited
// once.
func TestShared(t *testing.T) {
	b := term.NewBuilder()
	x := b.Slot(0, term.Unsigned(64), false)
	sum := b.Binary(term.And, x, b.Int(x.Sort, 1))
	for range 60 {
		sum = b.Binary(term.Add, sum, sum)
	}
	if s, exact := Of(sum, func(int) (Span, bool) { return Span{}, false }); s.String() != fmt.Sprintf("[0, %d]", uint64(1)<<60) || !exact {
		t.Errorf("%v %v", s, exact)
	}
}
