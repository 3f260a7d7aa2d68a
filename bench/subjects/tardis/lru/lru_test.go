package lru

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type entry struct{ key, value int }

// TestCache holds the cache against a list of entries.
func TestCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 9).Draw(t, "size")
		c, err := New(size)
		if err != nil {
			if size >= 1 && size <= 8 {
				t.Fatal(err)
			}
			return
		}
		var want []entry
		for range rapid.IntRange(0, 40).Draw(t, "calls") {
			key, value := rapid.IntRange(0, 9).Draw(t, "key"), rapid.Int().Draw(t, "value")
			at := slices.IndexFunc(want, func(e entry) bool { return e.key == key })
			old := entry{}
			if at >= 0 {
				old = want[at]
			}
			switch rapid.IntRange(0, 3).Draw(t, "call") {
			case 0:
				if v, ok := c.Get(key); ok != (at >= 0) || v != old.value {
					t.Fatal(v, ok)
				}
				if at >= 0 {
					want = append(slices.Delete(want, at, at+1), old)
				}
			case 1, 2:
				if at >= 0 {
					want = slices.Delete(want, at, at+1)
				}
				full := len(want) == size
				if full {
					want = want[1:]
				}
				want = append(want, entry{key, value})
				if c.Put(key, value) != full {
					t.Fatal("dropped")
				}
			case 3:
				if c.Remove(key) != (at >= 0) {
					t.Fatal("removed")
				}
				if at >= 0 {
					want = slices.Delete(want, at, at+1)
				}
			}
			if len(c.keys) != len(c.values) || len(c.keys) != len(want) || len(want) > size || c.Twice() {
				t.Fatalf("%+v, want %v", c, want)
			}
			for i, e := range want {
				if c.keys[i] != e.key || c.values[i] != e.value {
					t.Fatalf("%+v, want %v", c, want)
				}
			}
		}
	})
	c, _ := New(1)
	c.Put(1, 2)
	if c.Get(1); !c.Hot() {
		t.Error("not hot")
	}
}
