package intervals

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSet holds the set against one bit for each number.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		var want [20]bool
		for range rapid.IntRange(0, 20).Draw(t, "calls") {
			lo, hi := rapid.IntRange(0, 19).Draw(t, "lo"), rapid.IntRange(0, 19).Draw(t, "hi")
			add := rapid.Bool().Draw(t, "add")
			if add {
				s.Add(lo, hi)
			} else {
				s.Cut(lo, hi)
			}
			for v := lo; v < hi; v++ {
				want[v] = add
			}
			for i, v := range s.ends {
				if i > 0 && v <= s.ends[i-1] {
					t.Fatalf("%v", s.ends)
				}
			}
			gap, last := 0, -1
			for v, in := range want {
				if s.Has(v) != in {
					t.Fatalf("%d in %v", v, s.ends)
				}
				if in && last >= 0 && v > last+1 && (gap == 0 || v-last-1 < gap) {
					gap = v - last - 1
				}
				if in {
					last = v
				}
			}
			if s.Gap() != gap {
				t.Fatalf("a gap of %d in %v, not %d", s.Gap(), s.ends, gap)
			}
		}
	})
}
