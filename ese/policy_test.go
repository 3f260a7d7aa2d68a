package ese

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestAdapt asserts that the gradient of a decision is 1 minus its probability, and that n decisions
// with a common weight move it by the sum of their gradients divided by √n.
func TestAdapt(t *testing.T) {
	p, a := newPreference(4), newAdapter(4, 2, 0.8)
	p.weights[5] = 1
	steps := []step{
		{weights: [maxFeatures]uint32{1, 2}, side: true, bothFeasible: true},
		{weights: [maxFeatures]uint32{1, 3}, side: true, bothFeasible: true},
		{weights: [maxFeatures]uint32{4, 5}, side: true, bothFeasible: false}, // forced: nothing is learned
		{weights: [maxFeatures]uint32{6, 7}, side: false, bothFeasible: true},
	}
	a.adapt(p, steps)
	want := map[int]float64{1: 0.8 * (0.5 + 0.5) / math.Sqrt2, 2: 0.4, 3: 0.4, 5: 1, 6: -0.4, 7: -0.4}
	for i, w := range p.weights {
		if math.Abs(float64(w)-want[i]) > 1e-6 {
			t.Errorf("weight %d is %v, want %v", i, w, want[i])
		}
	}
	if len(a.touched) != 0 || a.count[1] != 0 || a.sum[1] != 0 {
		t.Error("the adapter keeps something")
	}
}

// TestAdaptLaw asserts that decisions without common weights become likelier and in the end certain.
func TestAdaptLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const features = 3
		rng := generator(rapid.Uint64().Draw(t, "seed"))
		p, a := newPreference(8), newAdapter(8, features, 0.8)
		for i := range p.weights {
			p.weights[i] = float32(rng.NormFloat64())
		}
		var steps []step
		for i := range 20 {
			s := step{side: rng.IntN(2) == 0, bothFeasible: true}
			for f := range features {
				s.weights[f] = uint32(i*features + f)
			}
			steps = append(steps, s)
		}
		likely := func(s *step) float64 {
			if c := p.chance(s, features); !s.side {
				return 1 - c
			} else {
				return c
			}
		}
		for range 200 {
			before := make([]float64, len(steps))
			for i := range steps {
				before[i] = likely(&steps[i])
			}
			a.adapt(p, steps)
			for i := range steps {
				if now := likely(&steps[i]); now <= before[i] {
					t.Fatalf("step %d: %v, then %v", i, before[i], now)
				}
			}
		}
		for i := range steps {
			if l := likely(&steps[i]); l < 0.99 {
				t.Errorf("step %d: %v", i, l)
			}
		}
	})
}

// TestSelector: without gains the shares decide; with gains, half of the draws
// go by them.
func TestSelector(t *testing.T) {
	const n = 40_000
	rng := generator(1)
	counts := func(s *selector) (c [3]float64) {
		for range n {
			c[s.draw(rng)]++
		}
		return c
	}
	check := func(s *selector, want ...float64) {
		t.Helper()
		got := counts(s)
		for i, w := range want {
			if d := math.Abs(got[i] - n*w); d > 6*math.Sqrt(n*w*(1-w)) {
				t.Errorf("way %d: %v of %d, want a share of %v", i, got[i], n, w)
			}
		}
	}
	s := newSelector(2, 1, 1)
	check(s, 0.5, 0.25, 0.25)
	s.reward(1, 30)
	s.reward(2, 10)
	check(s, 0.25, 0.125+0.375, 0.125+0.125)
	for range 1000 {
		s.reward(1, 0)
	}
	check(s, 0.25, 0.125, 0.125+0.5)
}

// TestLongTail: all from 1 to n, small numbers more often.
func TestLongTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 50).Draw(t, "n")
		rng := generator(rapid.Uint64().Draw(t, "seed"))
		seen := make([]int, n+1)
		for range 200 * n {
			seen[longTail(rng, n)]++
		}
		for i := 1; i <= n; i++ {
			if seen[i] == 0 {
				t.Errorf("%d of %d was never drawn", i, n)
			}
		}
		if n > 5 && seen[1] < 2*seen[n] {
			t.Errorf("1 was drawn %d times, %d %d times", seen[1], n, seen[n])
		}
	})
}

// TestRoulette: a weight of zero is never drawn.
func TestRoulette(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if i := roulette([]float64{0, 1, 0, 2, 0}, 3, rng); i != 1 && i != 3 {
			t.Fatal(i)
		}
	}
}
