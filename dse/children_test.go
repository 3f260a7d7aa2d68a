package dse_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
)

// prompt is a frontier that is told at once, as nobody knows that it can wait.
type prompt struct{ dse.Frontier }

// Progress implements Progressive.
func (f prompt) Progress() bool {
	p, ok := f.Frontier.(dse.Progressive)
	return ok && p.Progress()
}

func atOnce(s dse.Strategy) dse.Strategy {
	return func(w *dse.World) dse.Frontier { return prompt{s(w)} }
}

// TestLate asserts that frontiers which are told late provide the same nodes.
func TestLate(t *testing.T) {
	parts := []dse.Strategy{
		dse.CountBorder, dse.ContextBorder, dse.UnrollingBorder, dse.DiscoveryBorder, dse.CoverageBorder, dse.Random, dse.BreadthFirst,
		dse.DepthFirst, dse.CodeLocationPrioritized(dse.Shortest), dse.CodeLocationPrioritized(dse.Random), dse.Direct(false),
		dse.Fitnex(dse.FitnexOptions{}), dse.Fitnex(dse.FitnexOptions{Away: true, Goals: true}),
	}
	rapid.Check(t, func(t *rapid.T) {
		k, seed := rapid.SampledFrom(kinds()).Draw(t, "kind"), rapid.Uint64().Draw(t, "seed")
		var first []uint64
		for _, late := range []bool{false, true} {
			list := slices.Clone(parts)
			for i := range list {
				if !late {
					list[i] = atOnce(list[i])
				}
			}
			s := dse.ShortCircuit(dse.RoundRobin(list...), dse.Random)
			var inputs []uint64
			explore(t, k.program(), s, seed, dse.Options{
				Starts: []input.Vector{zeros(k.slots)}, Targets: k.all(), Budget: dse.Budget{Runs: 60},
				Ran: func(r *dse.Run) bool { inputs = append(inputs, r.Path.Input...); return true },
			})
			if !late {
				first = inputs
			} else if !slices.Equal(first, inputs) {
				t.Fatalf("%s: other inputs when told late", k.name)
			}
		}
	})
}
