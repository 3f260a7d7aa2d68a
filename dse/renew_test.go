package dse_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
)

// TestAgain asserts that a search in the memory of another one, of another program, does
// what it does in its own: each strategy, and any composition of them.
func TestAgain(t *testing.T) {
	programs := kinds()
	rapid.Check(t, func(t *rapid.T) {
		strategy := dse.ByName(rapid.SampledFrom(dse.Names()).Draw(t, "name"))
		if rapid.IntRange(0, 4).Draw(t, "composed") == 0 {
			strategy, _ = compose(t, 2, false, func(s dse.Strategy, _ bool) dse.Strategy { return s })
		}
		var last *dse.Searcher
		for range rapid.IntRange(2, 4).Draw(t, "searches") {
			k := rapid.SampledFrom(programs).Draw(t, "program")
			reads, seed := rapid.Bool().Draw(t, "reads"), rapid.Uint64().Draw(t, "seed")
			begin := func(again bool) (*dse.Searcher, *[]input.Vector) {
				var p dse.Program = k.program()
				if reads {
					p = toy.Reader{Program: k.program()}
				}
				var ran []input.Vector
				rng := rand.New(rand.NewPCG(seed, 1))
				o := dse.Options{Targets: k.all(), Goals: []uint32{k.goal}, Ran: func(r *dse.Run) bool {
					ran = append(ran, r.Path.Input)
					return true
				}}
				if again {
					return last.Again(p, rng, o), &ran
				}
				return dse.New(p, strategy, rng, o), &ran
			}
			s, want := begin(false)
			a := within(t, s, k)
			if last == nil {
				last = s
				continue
			}
			s, got := begin(true)
			b := within(t, s, k)
			last = s
			if !slices.EqualFunc(*got, *want, slices.Equal[input.Vector]) {
				t.Fatalf("%s: %v, not %v", k.name, *got, *want)
			}
			if a.Nodes != b.Nodes || a.Queries != b.Queries || a.Status != b.Status || len(a.Covered) != len(b.Covered) {
				t.Fatalf("%s: %+v, not %+v", k.name, b, a)
			}
		}
	})
}

// within is what a search finds within a small budget.
func within(t *rapid.T, s *dse.Searcher, k kind) *dse.Result {
	r, err := s.Continue(t.Context(), dse.Budget{Runs: 60, Queries: 400}, make(input.Vector, k.slots))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestHolders asserts that what drops a run does not take it from others: parts of one
// composition, each of which holds the runs that its own parts were not told of, do in the
// memory of another search, where lists have room for more, what they do in their own.
func TestHolders(t *testing.T) {
	strategy := dse.CodeLocationPrioritized(dse.RoundRobin(dse.Auto, dse.ByName("fitnex-away"), dse.Auto))
	for seed := range uint64(6) {
		var last *dse.Searcher
		for _, k := range kinds() {
			search := func(begin func(dse.Program, *rand.Rand, dse.Options) *dse.Searcher) (*dse.Searcher, []input.Vector) {
				var ran []input.Vector
				s := begin(toy.Reader{Program: k.program()}, rand.New(rand.NewPCG(seed, 1)), dse.Options{
					Targets: k.all(), Goals: []uint32{k.goal},
					Ran: func(r *dse.Run) bool { ran = append(ran, r.Path.Input); return true },
				})
				if _, err := s.Continue(t.Context(), dse.Budget{Runs: 60, Queries: 400}, make(input.Vector, k.slots)); err != nil {
					t.Fatal(err)
				}
				return s, ran
			}
			s, want := search(func(p dse.Program, rng *rand.Rand, o dse.Options) *dse.Searcher { return dse.New(p, strategy, rng, o) })
			if last == nil {
				last = s
				continue
			}
			s, got := search(last.Again)
			last = s
			if !slices.EqualFunc(got, want, slices.Equal[input.Vector]) {
				t.Fatalf("%s, seed %d: %v, not %v", k.name, seed, got, want)
			}
		}
	}
}
