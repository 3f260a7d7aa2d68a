package ordered

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestMap holds the map against one of Go.
func TestMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(0, 6)
		m, want := Of(3, 0), map[int]int{3: 0}
		for range rapid.IntRange(0, 30).Draw(t, "calls") {
			key, value := number.Draw(t, "key"), number.Draw(t, "value")
			_, there := want[key]
			if rapid.IntRange(0, 2).Draw(t, "call") > 0 {
				if m.Put(key, value) == there {
					t.Fatal("put")
				}
				want[key] = value
			} else {
				if m.Delete(key) != there {
					t.Fatal("deleted")
				}
				delete(want, key)
			}
			keys := slices.Sorted(maps.Keys(want))
			at, steady := m.first, len(keys) > 2
			for i, k := range keys {
				if at == nil || at.key != k || at.value != want[k] || (at == m.last) != (i+1 == len(keys)) {
					t.Fatalf("%v", want)
				}
				if i > 0 && want[k] <= want[keys[i-1]] {
					steady = false
				}
				at = at.next
			}
			if at != nil || m.n != len(keys) || (m.last == nil) != (len(keys) == 0) || m.Steady() != steady {
				t.Fatalf("%v", want)
			}
			v, ok := m.Get(value)
			if w, there := want[value]; ok != there || v != w {
				t.Fatalf("%d of %v", value, want)
			}
			i, found := slices.BinarySearch(keys, value)
			if !found {
				i--
			}
			if k, ok := m.Floor(value); ok != (i >= 0) || ok && k != keys[i] {
				t.Fatalf("the floor of %d in %v", value, keys)
			}
		}
	})
}
