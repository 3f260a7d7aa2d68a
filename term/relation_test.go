package term

import (
	"go/token"
	"testing"

	"nearmiss/internal/probe"
)

// TestOf: operators that compare are relations of the same text, and others are none.
func TestOf(t *testing.T) {
	compare := 0
	for op := range token.Token(100) {
		r, ok := Of(op)
		if !ok {
			continue
		}
		compare++
		if r.String() != op.String() || Token(r) != op {
			t.Errorf("%v is %v, and that %v", op, r, Token(r))
		}
	}
	if compare != len(tokens) || len(tokens) != int(probe.GE)+1 {
		t.Errorf("%d operators compare", compare)
	}
}
