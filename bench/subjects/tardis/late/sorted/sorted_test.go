package sorted

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestList holds the list against a slice that is sorted each time.
func TestList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(-3, 3)
		want := rapid.SliceOfN(number, 0, 5).Draw(t, "items")
		l, ok := From(want)
		if ok != slices.IsSorted(want) {
			t.Fatal(want, ok)
		}
		if !ok {
			l, want = New(), nil
		}
		for range rapid.IntRange(0, 20).Draw(t, "calls") {
			v := number.Draw(t, "v")
			if rapid.Bool().Draw(t, "insert") {
				l.Insert(v)
				want = append(want, v)
				slices.Sort(want)
			} else {
				n := len(want)
				want = slices.DeleteFunc(want, func(w int) bool { return v == w })
				if l.Remove(v) != n-len(want) {
					t.Fatal("removed")
				}
			}
			sum, times := 0, map[int]int{}
			most := 0
			for _, w := range want {
				sum += w
				times[w]++
				most = max(most, times[w])
			}
			if !slices.Equal(l.items, want) || l.sum != sum || l.Has(v) != slices.Contains(want, v) || l.Longest() != most {
				t.Fatalf("%+v, want %v", l, want)
			}
			if l.Balanced() != (len(want) > 2 && sum == 0 && len(times) > 1) {
				t.Fatalf("balanced: %v", want)
			}
			if m, ok := l.Median(); ok != (len(want) > 0) || ok && (m < want[0] || m > want[len(want)-1]) {
				t.Fatalf("median %d of %v", m, want)
			}
		}
	})
}
