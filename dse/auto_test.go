package dse_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
)

// aim explores a program of some kind until its goal is reached.
func (k kind) aim(t interface{ Fatal(...any) }, s dse.Strategy, targets []uint32, seed uint64, runs int) *dse.Result {
	return run(t, k.program(), s, seed, dse.Options{
		Starts: []input.Vector{make(input.Vector, k.slots)}, Targets: targets, Budget: dse.Budget{Runs: runs, Queries: uint64(4 * runs)},
		Ran: func(r *dse.Run) bool { return !slices.Contains(r.Covered, k.goal) },
	})
}

// TestAutoReaches asserts that Auto reaches the hard branches of programs of
// all kinds that fitness leads to in as few runs as it did when it was written.
func TestAutoReaches(t *testing.T) {
	runs := map[string]int{
		"sum": 42, "sum of 60": 42, "small sum": 14, "weights": 33, "hello": 44, "parser": 29, "sorted": 34, "difference": 18,
		"machine": 17, "inversions": 18, "trap": 16, "chain": 9, "flags": 22, "longest": 20, "countdown": 32, "product": 52,
		"remainder": 23, "steps": 26, "nested": 26, "contains": 26, "needle": 25,
	}
	rapid.Check(t, func(t *rapid.T) {
		k, seed := rapid.SampledFrom(kinds()).Draw(t, "kind"), rapid.Uint64().Draw(t, "seed")
		want, exact := runs[k.name]
		if !exact {
			return // fitness does not lead there
		}
		r := k.aim(t, dse.Auto(dse.AutoOptions{Goals: []uint32{k.goal}}), k.all(), seed, 1000)
		if r.Covered[k.goal] == nil || r.Runs > want {
			t.Errorf("%s: %d runs, want %d at most, reached: %v", k.name, r.Runs, want, r.Covered[k.goal] != nil)
		}
	})
}

// TestAutoComplete asserts that Auto leaves no node, whatever its targets are.
func TestAutoComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, slots := drawLoops(t), rapid.IntRange(1, 3).Draw(t, "slots")
		targets := append(l.targets(), 1000) // the last is none
		p := toy.New(l.code, slots)
		p.Guards = l.chain()
		o := dse.AutoOptions{Goals: rapid.SampledFrom([][]uint32{nil, targets[:1], targets[len(targets)-1:]}).Draw(t, "goals")}
		r := run(t, p, dse.Auto(o), rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: drawStarts(t, slots), Targets: targets})
		if !r.Complete {
			t.Fatalf("%d runs, %v, but not complete", r.Runs, r.Status)
		}
	})
}

// BenchmarkKinds reports the geometric mean of the runs to the goal over all
// kinds, each the median of five seeds, of 1000 runs if it is not reached.
func BenchmarkKinds(b *testing.B) {
	goal := func(k kind) []uint32 { return []uint32{k.goal} }
	for _, c := range []struct {
		name     string
		strategy func(k kind) dse.Strategy
		targets  func(k kind) []uint32
	}{
		{"random", func(kind) dse.Strategy { return dse.Random }, goal},
		{"bfs", func(kind) dse.Strategy { return dse.BreadthFirst }, goal},
		{"pex-without-fitnex", func(kind) dse.Strategy { return dse.PexWithoutFitnex() }, goal},
		{"pex", func(kind) dse.Strategy { return dse.Pex(dse.Fitnex(dse.FitnexOptions{})) }, kind.all},
		{"fitnex", func(kind) dse.Strategy { return dse.Fitnex(dse.FitnexOptions{}) }, kind.all},
		{"fitnex-away", func(kind) dse.Strategy { return dse.Fitnex(dse.FitnexOptions{Away: true}) }, goal},
		{"auto", func(k kind) dse.Strategy { return dse.Auto(dse.AutoOptions{Goals: goal(k)}) }, kind.all},
		{"auto-without-goals", func(kind) dse.Strategy { return dse.Auto(dse.AutoOptions{}) }, kind.all},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				mean := 0.0
				for _, k := range kinds() {
					var runs []int
					for seed := range uint64(5) {
						r := k.aim(b, c.strategy(k), c.targets(k), seed, 1000)
						if r.Covered[k.goal] == nil {
							r.Runs = 1000
						}
						runs = append(runs, r.Runs)
					}
					slices.Sort(runs)
					mean += math.Log(float64(runs[2])) / float64(len(kinds()))
				}
				b.ReportMetric(math.Exp(mean), "runs")
			}
		})
	}
}
