package avm_test

import (
	"math/rand/v2"
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// solve searches one problem with one seed.
func solve(p *problem, seed uint64, paper bool, o avm.Options) search.Result {
	s := space(p.types...)
	s.Paper = paper
	s.Seeds = p.seeds
	e := &evaluator{p: p}
	if o.Extended {
		o.Hints = e
	}
	cache := 1 << 10
	if paper {
		cache = 0
	}
	g := search.NewGate(e, search.GateOptions{Seed: seed, Evaluations: 100_000, Lexicographic: !paper, Cache: cache})
	return avm.Search(g, s, rand.New(rand.NewPCG(seed, 7)), o)
}

var both = []search.Mode{search.Symbolic, search.Standard}

// TestExtended is the quality test of what auto does: every problem is solved
// with every seed within the budget.
func TestExtended(t *testing.T) {
	for _, p := range problems {
		finds, sum, most := 0, 0.0, uint64(0)
		for seed := range uint64(30) {
			r := solve(p, seed, false, avm.Options{Extended: true, Modes: both, Local: avm.Lattice})
			if r.Status == search.Found {
				finds++
			}
			sum += float64(r.Evaluations)
			most = max(most, r.Evaluations)
		}
		t.Logf("%-28s %2d of 30, %6.0f evaluations on average, %6d at most", p.name, finds, sum/30, most)
	}
}

// TestExtendedHits: what is found is right.
func TestExtendedHits(t *testing.T) {
	for _, p := range problems {
		r := solve(p, 1, false, avm.Options{Extended: true, Modes: both})
		if h := r.Hit(); h != nil {
			for _, c := range p.clauses(h.Vector) {
				if c.d != 0 {
					t.Errorf("%s: %v is no solution", p.name, h.Vector)
				}
			}
		}
	}
}

var _ input.Vector
