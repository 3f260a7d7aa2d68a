package dse

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNearest holds the classifier, which sees examples as they come, against one that sorts all.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c classifier
		var p prediction
		f := drawPrint(t, "condition")
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			for range rapid.IntRange(0, 3).Draw(t, "examples") {
				c.train(drawPrint(t, "example"), rapid.Bool().Draw(t, "feasible"))
			}
			c.classify(&f, &p)
			all := slices.Clone(c.examples)
			slices.Reverse(all)
			slices.SortStableFunc(all, func(a, b example) int {
				x, y := f.similarity(&a.fingerprint), f.similarity(&b.fingerprint)
				switch {
				case x > y:
					return -1
				case x < y:
					return 1
				}
				return 0
			})
			if p.numCompared != len(all) {
				t.Fatalf("%d of %d examples", p.numCompared, len(all))
			}
			if len(all) < 3 {
				continue
			}
			votes, sum := 0, 0.0
			for _, e := range all[:3] {
				if e.feasible {
					votes++
				}
				sum += f.similarity(&e.fingerprint)
			}
			if p.votes() != votes || p.meanSimilarity() != sum/3 || p.meanSimilarity() > 1 {
				t.Fatalf("%+v, want %d votes and a sum of %v", p, votes, sum)
			}
		}
	})
}
