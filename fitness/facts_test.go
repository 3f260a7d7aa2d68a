package fitness

import (
	"math"
	"testing"

	"nearmiss/term"
)

// TestManyExclusions: each value that is excluded makes one list, and a bound that
// excludes some of them one more.
func TestManyExclusions(t *testing.T) {
	k := newKnowledge()
	c := constraint{hi: math.MaxUint64}
	const n = 500
	for i := range uint64(n) {
		var ok bool
		if c, ok = k.narrow(c, term.NE, 10+(i*77%n)*3); !ok {
			t.Fatal("nothing is left")
		}
	}
	if got := len(k.lists); got != 1+n {
		t.Errorf("%d lists for %d values", got-1, n)
	}
	c, ok := k.narrow(c, term.LT, 10+3*100)
	if !ok || len(k.lists[c.exclude]) != 100 || c.hi != 10+3*100-1 {
		t.Errorf("below: %+v, %d excluded", c, len(k.lists[c.exclude]))
	}
	for _, v := range []uint64{10, 13, 10 + 3*98} {
		if _, ok := k.narrow(c, term.EQ, v); ok {
			t.Errorf("%d is excluded and possible", v)
		}
	}
}
