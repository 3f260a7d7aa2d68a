package ring

import (
	"testing"

	"pgregory.net/rapid"
)

// TestRing holds the queue against a slice.
func TestRing(t *testing.T) {
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		r, err := New(size)
		if (err == nil) != (size >= 2 && size <= 8) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		var want []int
		for range rapid.IntRange(0, 60).Draw(t, "calls") {
			v, n := rapid.IntRange(1, 9).Draw(t, "v"), len(want)
			switch rapid.IntRange(0, 4).Draw(t, "call") {
			case 0:
				if r.Put(v) != (n < size) {
					t.Fatal("put")
				}
				if n < size {
					want = append(want, v)
				}
			case 1:
				if want = append(want, v); n == size {
					want = want[1:]
				}
				r.Force(v)
			case 2, 3:
				if v, ok := r.Take(); ok != (n > 0) || ok && v != want[0] {
					t.Fatal("taken", v)
				}
				want = want[min(1, n):]
			case 4:
				if r.Rotate() {
					want = append(want[1:], want[0])
				}
			}
			for i := range size {
				if v, ok := r.At(i); ok != (i < len(want)) || ok && v != want[i] {
					t.Fatalf("%+v, want %v", r, want)
				}
			}
			free := 0
			for _, c := range r.cells {
				if c == 0 {
					free++
				}
			}
			if r.n != len(want) || free != size-len(want) {
				t.Fatalf("%+v, want %v", r, want)
			}
			seen[r.Phase()] = true
		}
	})
	if seen["outside"] || len(seen) < 4 {
		t.Errorf("%v", seen)
	}
}
