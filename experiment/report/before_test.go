package report

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The largest changes are at most ten either way, none is level, and none that is left out is larger.
func TestMostChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []change
		for seed, by := range rapid.SliceOf(rapid.IntRange(-5, 5)).Draw(t, "by") {
			c := change{now: float64(by)}
			c.key.Seed = uint64(seed)
			list = append(list, c)
		}
		found := most(slices.Clone(list))
		least, n := [2]float64{}, [2]int{}
		for i, c := range found {
			way := 0
			if c.by() < 0 {
				way = 1
			}
			if c.by() == 0 || i > 0 && found[i-1].by() < c.by() {
				t.Fatalf("%v at %d of %v", c, i, found)
			}
			if n[way]++; n[way] == 1 || way == 0 || c.by() > least[1] {
				least[way] = c.by()
			}
		}
		for _, c := range list {
			way := 0
			if c.by() < 0 {
				way = 1
			}
			switch larger := c.by()*least[way] > least[way]*least[way]; {
			case c.by() == 0 || slices.Contains(found, c):
			case n[way] != mostChanges || larger:
				t.Fatalf("%v is left out of %v", c, found)
			}
		}
	})
}
