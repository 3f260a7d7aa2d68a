package ese

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyState draws a state with all rows of a history.
func anyState(t *rapid.T, history int) (s state) {
	level := rapid.IntRange(1, 5000).Draw(t, "level")
	for i := range min(level, history+1) {
		s[i] = row{int32(level - i), int32(rapid.IntRange(1, 5).Draw(t, "site")), int8(rapid.IntRange(0, 1).Draw(t, "action"))}
	}
	s[0].action = -1
	return s
}

// TestSlopes compares the gradient that learn adds up with finite differences of the value.
func TestSlopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newQNetwork(rapid.IntRange(0, 4).Draw(t, "L"), rapid.IntRange(1, 4).Draw(t, "H"), generator(rapid.Uint64().Draw(t, "seed")))
		s, side := anyState(t, n.history), rapid.IntRange(0, 1).Draw(t, "side")
		n.estimate(&s)
		n.learn(side, 3)
		for i := range n.weights {
			const step = 1e-5
			was := n.weights[i]
			n.weights[i] = was + step
			up := n.estimate(&s)[side]
			n.weights[i] = was - step
			down := n.estimate(&s)[side]
			n.weights[i] = was
			if want := 3 * (up - down) / (2 * step); math.Abs(want-n.gradient[i]) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("weight %d of %d: slope %v, by differences %v", i, len(n.weights), n.gradient[i], want)
			}
		}
	})
}

// TestCell: one unit without history, by hand from the equations of the cell.
func TestCell(t *testing.T) {
	n := newQNetwork(0, 1, generator(1))
	for i := range n.weights {
		n.weights[i] = float64(i+1) / 10 // four gates of three numbers, an output and a bias; two sides
	}
	s := firstState(2)
	x := s[0].networkInputs()
	if want := [3]float64{1. / 12, 0.5, -1}; x != want {
		t.Fatalf("the row is %v, not %v", x, want)
	}
	sum := func(gate int) float64 {
		w := n.weights[5*gate : 5*gate+5]
		return w[0]*x[0] + w[1]*x[1] + w[2]*x[2] + w[4]
	}
	sigma := func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }
	c := sigma(sum(0)) * math.Tanh(sum(3))
	h := sigma(sum(2)) * math.Tanh(c)
	got := n.estimate(&s)
	for side, w := range []float64{2.1, 2.2} {
		if math.Abs(got[side]-w*h) > 1e-12 {
			t.Errorf("side %d: %v, by hand %v", side, got[side], w*h)
		}
	}
}

// TestFits asserts that a network learns the values of a few states.
func TestFits(t *testing.T) {
	for seed := range uint64(5) {
		n := newQNetwork(1, 2, generator(seed))
		a := firstState(1)
		b, c := a.nextState(true, 2, 1), a.nextState(false, 2, 1)
		off := 0.0
		for range 5000 {
			off = 0
			for i, s := range []state{a, b, c} {
				for side := range 2 {
					gap := float64(3*i-4*side) - n.estimate(&s)[side]
					off = max(off, math.Abs(gap))
					n.learn(side, gap)
				}
			}
			n.applyBatch(0.02)
		}
		if off > 0.1 {
			t.Errorf("seed %d: %v off", seed, off)
		}
	}
}

// TestRestart asserts that a diverged network is detected and gets new weights.
func TestRestart(t *testing.T) {
	n := newQNetwork(2, 2, generator(1))
	if !n.isFinite() {
		t.Error("a new network is not sound")
	}
	for _, bad := range []float64{math.NaN(), math.Inf(-1), 1e10} {
		n.weights[7] = bad
		if n.isFinite() {
			t.Errorf("a weight of %v is sound", bad)
		}
		if n.restart(generator(2)); !n.isFinite() || slices.Max(n.weights) > 1 {
			t.Errorf("after a new beginning: %v", n.weights)
		}
	}
}
