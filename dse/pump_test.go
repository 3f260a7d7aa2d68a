package dse_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
)

// TestRepeats asserts that no edit of a tiny list is taken for anything else.
func TestRepeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := toy.New(func(*toy.Machine) {}, 20)
		p.Lists = []toy.List{{Len: 0, Room: 9}, {Len: 10, Room: 9}}
		v := make(input.Vector, 20)
		for _, l := range p.Lists {
			v[l.Len] = rapid.Uint64Range(0, 4).Draw(t, "elements")
			for i := range v[l.Len] {
				v[l.Len+1+int(i)] = rapid.Uint64Range(0, 3).Draw(t, "element")
			}
		}
		for _, edit := range dse.Prepared(p, v) {
			if !dse.Repeats(v, edit) {
				t.Fatalf("%v is no edit of %v", edit, v)
			}
		}
	})
}

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
