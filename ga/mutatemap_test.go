package ga

import (
	"slices"
	"testing"

	"nearmiss/input"
)

// TestMutateMaps asserts that Mutate handles only existing genes after map entries have moved or
// were dropped as duplicates.
func TestMutateMaps(t *testing.T) {
	list := &input.Type{Kind: input.Slice, Go: "[]string", Elem: tString}
	s := space(&input.Type{Kind: input.Map, Go: "map[string][]string", Key: tString, Elem: list}, tMap, tString)
	b, rng := NewBreeder(s), generator(1)
	for range 15_000 {
		v := b.Mutate(s.Random(nil, rng), 0.1, rng)
		v = b.Mutate(v, 0.001, rng)
		if !slices.Equal(s.Normalize(nil, v), v) {
			t.Fatalf("not canonical: %v", v)
		}
	}
}
