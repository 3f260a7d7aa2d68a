package symexec

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCache checks that the last insertion of a place is found and nothing else, and that the
// table doubles as it fills, up to its bound.
func TestCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type element struct{ hash, value uint64 }
		var l cache[element]
		last := map[uint64]uint64{}
		hashes := rapid.SliceOfN(rapid.Uint64Range(0, 1<<12), 1, 2000).Draw(t, "hashes")
		for i, h := range hashes {
			h *= hashMultiplier
			if e := l.place(h); e.hash == h && e.value != last[h] {
				t.Fatalf("%x: %d, not %d", h, e.value, last[h])
			}
			e := element{h, uint64(i + 1)}
			last[h] = e.value
			if l.put(h, e); *l.place(h) != e {
				t.Fatalf("%x is not there", h)
			}
			if l.inserted > len(l.entries)+1 {
				t.Fatalf("%d of %d", l.inserted, len(l.entries))
			}
		}
	})
	var l cache[uint64]
	for i := range uint64(4 << maxCacheBits) {
		l.put(i*hashMultiplier, i)
	}
	if len(l.entries) != 1<<maxCacheBits {
		t.Errorf("%d places, not %d", len(l.entries), 1<<maxCacheBits)
	}
}
