package dse_test

import (
	"fmt"
	"testing"

	"nearmiss/dse"
)

// TestRepetitions asserts that of a short list each block is repeated once, each
// pair of blocks once, and each block goes on for which that is known.
func TestRepetitions(t *testing.T) {
	for n := range 9 {
		want := map[string]bool{}
		for from := range n {
			for to := from + 1; to <= n; to++ {
				want[fmt.Sprint(from, to, n, n, false)] = true
				if size := to - from; from >= size {
					want[fmt.Sprint(from, to, n, n, true)] = true
				}
				for second := to; second < n; second++ {
					for until := second + 1; until <= n; until++ {
						want[fmt.Sprint(from, to, second, until, false)] = true
					}
				}
			}
		}
		got := dse.Repetitions(n)
		for _, r := range got {
			if !want[r] {
				t.Errorf("%d elements: %s is too much", n, r)
			}
			delete(want, r)
		}
		if len(want) > 0 {
			t.Errorf("%d elements: %v are missing", n, want)
		}
	}
}
