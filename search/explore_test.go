package search_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// stairs is a parser without distances: each further correct byte of the key takes a new
// branch, and there is no other information.
type stairs struct {
	key    string
	best   int
	corpus []input.Vector
}

func (s *stairs) Evaluate(v input.Vector, f *search.Fitness) {
	n := 0
	for n < len(s.key) && n < int(v[0]) && byte(v[1+n]) == s.key[n] {
		n++
	}
	if n > s.best {
		s.best = n
		s.corpus = append(s.corpus, slices.Clone(v))
	}
	*f = search.Fitness{Value: 1}
	if n == len(s.key) {
		f.Value = 0
	}
}

func (s *stairs) Corpus() []input.Vector { return s.corpus }

// TestExplore asserts that Explore finds the whole key of stairs with every seed, where random
// search hardly ever does, and that it repeats itself for the same seed.
func TestExplore(t *testing.T) {
	space := spaceOf(tString)
	lucky := 0
	for seed := range uint64(10) {
		run := func(explore bool) (search.Result, uint64) {
			e := &stairs{key: "{x}"}
			g := search.NewGate(e, search.GateOptions{Evaluations: 30_000})
			rng := rand.New(rand.NewPCG(seed, 2))
			if !explore {
				return search.Random(g, space, rng), 0
			}
			r := search.Explore(g, space, e.Corpus, rng)
			return r, rng.Uint64()
		}
		r, next := run(true)
		again, nextAgain := run(true)
		if r.Status != search.Found || !slices.Equal(r.Hit().Vector[1:4], text("{x}")[1:]) {
			t.Errorf("seed %d: %v", seed, r.Status)
		}
		if r.Evaluations != again.Evaluations || next != nextAgain {
			t.Errorf("seed %d: not the same again", seed)
		}
		if r, _ := run(false); r.Status == search.Found {
			lucky++
		}
	}
	if lucky > 4 {
		t.Errorf("random search was lucky %d times: the stairs are no test", lucky)
	}
}
