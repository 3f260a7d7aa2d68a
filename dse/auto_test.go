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
func (k kind) aim(t interface{ Fatal(...any) }, s dse.Strategy, targets []uint32, repeat bool, seed uint64, runs int) *dse.Result {
	p := k.program()
	p.Repeat = repeat
	return run(t, p, s, seed, dse.Options{
		Starts: []input.Vector{make(input.Vector, k.slots)}, Targets: targets, Goals: []uint32{k.goal}, Budget: dse.Budget{Runs: runs, Queries: uint64(4 * runs)},
		Ran: func(r *dse.Run) bool { return !slices.Contains(r.Covered, k.goal) },
	})
}

// TestAutoReaches asserts that Auto reaches the hard branches of programs of
// all kinds that fitness leads to in as few runs as it did when it was written.
func TestAutoReaches(t *testing.T) {
	runs := map[string]int{
		"sum": 5, "sum of 60": 5, "small sum": 5, "weights": 11, "hello": 70, "parser": 50, "sorted": 24, "difference": 5,
		"machine": 12, "inversions": 150, "trap": 8, "chain": 9, "flags": 11, "steps": 26, "longest": 6, "countdown": 32,
		"product": 10, "remainder": 6, "nested": 16, "contains": 15, "needle": 1500, "let": 300, "protocol": 9,
		"parentheses": 400, "rounds": 20, "outage": 6, "flight": 31, "deeper": 13, "equal halves": 300,
	}
	rapid.Check(t, func(t *rapid.T) {
		k, seed := rapid.SampledFrom(kinds()).Draw(t, "kind"), rapid.Uint64().Draw(t, "seed")
		want, exact := runs[k.name]
		if !exact {
			return // fitness does not lead there
		}
		r := k.aim(t, dse.Auto, k.all(), true, seed, max(want, 1000))
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
		goals := rapid.SampledFrom([][]uint32{nil, {targets[0], 1000}, {1000}}).Draw(t, "goals")
		r := run(t, p, dse.Auto, rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: drawStarts(t, slots), Targets: targets, Goals: goals})
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
		strategy dse.Strategy
		targets  func(k kind) []uint32
		repeat   bool
	}{
		{"random", dse.Random, goal, false},
		{"bfs", dse.BreadthFirst, goal, false},
		{"pex-without-fitnex", dse.PexWithoutFitnex(), goal, false},
		{"pex", dse.Pex(dse.Fitnex(dse.FitnexOptions{})), kind.all, false},
		{"fitnex", dse.Fitnex(dse.FitnexOptions{}), kind.all, false},
		{"fitnex-away", dse.Fitnex(dse.FitnexOptions{Away: true}), goal, false},
		{"auto", dse.Auto, kind.all, true},
		{"auto-without-repeat", dse.Auto, kind.all, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				mean := 0.0
				for _, k := range kinds() {
					var runs []int
					for seed := range uint64(5) {
						r := k.aim(b, c.strategy, c.targets(k), c.repeat, seed, 1000)
						if r.Covered[k.goal] == nil {
							r.Runs = 1000
						}
						runs = append(runs, r.Runs)
					}
					slices.Sort(runs)
					b.Log(k.name, runs)
					mean += math.Log(float64(runs[2])) / float64(len(kinds()))
				}
				b.ReportMetric(math.Exp(mean), "runs")
			}
		})
	}
}
