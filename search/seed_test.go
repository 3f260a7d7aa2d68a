package search

import (
	"hash/fnv"
	"slices"
	"strings"
	"testing"
)

func TestSeedOf(t *testing.T) {
	lists := [][]string{nil, {""}, {"", ""}, {"p", "F"}, {"pF"}, {"F", "p"}, {"p", "F", ""}, {"p", "G"}}
	seen := map[uint64][]string{}
	for _, root := range []uint64{0, 1, 2, 1 << 63} {
		for i, names := range lists {
			h := fnv.New64a()
			h.Write([]byte(strings.Join(names, "\x00")))
			got := SeedOf(root, names...)
			if want := splitmix(root ^ splitmix(h.Sum64())); got != want {
				t.Errorf("SeedOf(%d, %q) = %#x, want %#x", root, names, got, want)
			}
			if other, ok := seen[got]; ok && i > 1 { // no name and an empty one are the same text
				t.Errorf("%q and %q have the same seed %#x", names, other, got)
			}
			seen[got] = slices.Clone(names)
		}
	}
}
