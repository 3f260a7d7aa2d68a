package ese

import (
	"math"
	"math/rand/v2"
)

// A qNetwork estimates, for a state, what either side of a branch is worth: the sum of the
// rewards from there to the end of the path (Koo et al. 2019, section IV-C and Figure 5). It
// is one LSTM cell (Hochreiter and Schmidhuber, "Long short-term memory", Neural Computation
// 9(8), 1997), applied to the rows of the state from the oldest one, s_tL, to the one at
// hand, s_t0; the values are W_q times all of its outputs (equation 7).
//
// A row has the numbers level, site and action, as in Figure 4, scaled here to the range in
// which a gate tells them apart: log2(1+level)/12, as levels come to thousands; a quarter of
// the site's number, which counts from 1 in the order in which sites were met; the action as
// it is.
//
// An estimate costs O(L·H·(H+4)) time for histories of length L and H units, and no memory.
type qNetwork struct {
	history int // L
	hidden  int // units H

	weights []float64 // of the gates, by gate, unit, input; then W_q, by side, row, unit
	slope   []float64 // of the batch so far, by weight
	batch   int       // experiences in it

	// Adam (Kingma and Ba, ICLR 2015): moments by weight, and steps so far
	first, second []float64
	steps         int

	cells []cell // of the last estimate, by row
	back  back
}

// back is what learn computes for a row, by unit: slopes of the value.
type back struct {
	out, state     []float64           // by the outputs of the row at hand
	toOut, toState []float64           // by those of the row before it
	sums           [numGates][]float64 // by what goes into a gate
}

// A cell is what the LSTM cell computed for a row.
type cell struct {
	in              [rowNumbers]float64
	gates           [numGates][]float64 // outputs, by unit
	state, out, squ []float64           // c, h and tanh c
}

// rowNumbers is how many numbers a row has.
const rowNumbers = 3

const (
	inputGate = iota
	forgetGate
	outputGate
	candidate
	numGates
)

// newQNetwork makes a network with weights drawn evenly between ±1/√H, and forget gates that
// begin open.
func newQNetwork(history, hidden int, rng *rand.Rand) *qNetwork {
	n := &qNetwork{history: history, hidden: hidden}
	size := numGates*hidden*n.fan() + 2*hidden*(history+1)
	n.weights, n.slope = make([]float64, size), make([]float64, size)
	n.first, n.second = make([]float64, size), make([]float64, size)
	for range history + 1 {
		var c cell
		for g := range c.gates {
			c.gates[g] = make([]float64, hidden)
		}
		c.state, c.out, c.squ = make([]float64, hidden), make([]float64, hidden), make([]float64, hidden)
		n.cells = append(n.cells, c)
	}
	b := &n.back
	for _, list := range []*[]float64{&b.out, &b.state, &b.toOut, &b.toState, &b.sums[0], &b.sums[1], &b.sums[2], &b.sums[3]} {
		*list = make([]float64, hidden)
	}
	n.restart(rng)
	return n
}

// restart draws the weights anew.
func (n *qNetwork) restart(rng *rand.Rand) {
	bound := 1 / math.Sqrt(float64(n.hidden))
	for i := range n.weights {
		n.weights[i] = bound * (2*rng.Float64() - 1)
	}
	for unit := range n.hidden {
		n.gate(forgetGate, unit)[n.fan()-1] = 1
	}
	clear(n.slope)
	clear(n.first)
	clear(n.second)
	n.batch, n.steps = 0, 0
}

// fan is how many weights a unit of a gate has: for the numbers of the row, the outputs
// of the row before, and a bias.
func (n *qNetwork) fan() int { return rowNumbers + n.hidden + 1 }

// gate returns the weights of a unit of a gate.
func (n *qNetwork) gate(g, unit int) []float64 { return n.part(n.weights, g, unit) }

func (n *qNetwork) part(list []float64, g, unit int) []float64 {
	at := (g*n.hidden + unit) * n.fan()
	return list[at : at+n.fan()]
}

// last is the part of a list of weights, or of their slopes, that stands for W_q and a
// side, by row and unit.
func (n *qNetwork) last(list []float64, side int) []float64 {
	size := n.hidden * (n.history + 1)
	at := numGates*n.hidden*n.fan() + side*size
	return list[at : at+size]
}

// estimate returns the values of the sides of a state, that of the side called false first.
func (n *qNetwork) estimate(s *state) (values [2]float64) {
	for row := n.history; row >= 0; row-- {
		c := &n.cells[row]
		c.in = s[row].numbers()
		for g := range numGates {
			for unit := range n.hidden {
				w := n.gate(g, unit)
				sum := w[n.fan()-1]
				for i, x := range c.in {
					sum += w[i] * x
				}
				if row < n.history {
					for i, x := range n.cells[row+1].out {
						sum += w[rowNumbers+i] * x
					}
				}
				if g == candidate {
					c.gates[g][unit] = math.Tanh(sum)
				} else {
					c.gates[g][unit] = 1 / (1 + math.Exp(-sum))
				}
			}
		}
		for unit := range n.hidden {
			c.state[unit] = c.gates[inputGate][unit] * c.gates[candidate][unit]
			if row < n.history {
				c.state[unit] += c.gates[forgetGate][unit] * n.cells[row+1].state[unit]
			}
			c.squ[unit] = math.Tanh(c.state[unit])
			c.out[unit] = c.gates[outputGate][unit] * c.squ[unit]
		}
	}
	for side := range values {
		w := n.last(n.weights, side)
		for row := range n.cells {
			for unit, h := range n.cells[row].out {
				values[side] += w[row*n.hidden+unit] * h
			}
		}
	}
	return values
}

// learn adds to the batch by how much the weights would have to move for the value of a
// side to rise, times a factor. The state is that of the last estimate.
func (n *qNetwork) learn(side int, factor float64) {
	n.batch++
	w, slope := n.last(n.weights, side), n.last(n.slope, side)
	b := &n.back
	clear(b.toOut)
	clear(b.toState)
	for row := range n.cells { // from s_t0 back to s_tL
		c := &n.cells[row]
		var before *cell
		if row < n.history {
			before = &n.cells[row+1]
		}
		for unit := range n.hidden {
			slope[row*n.hidden+unit] += factor * c.out[unit]
			b.out[unit] = b.toOut[unit] + factor*w[row*n.hidden+unit]
			b.state[unit] = b.toState[unit] + b.out[unit]*c.gates[outputGate][unit]*(1-c.squ[unit]*c.squ[unit])
			in, forget, gateOut, new := c.gates[inputGate][unit], c.gates[forgetGate][unit], c.gates[outputGate][unit], c.gates[candidate][unit]
			b.sums[inputGate][unit] = b.state[unit] * new * in * (1 - in)
			b.sums[candidate][unit] = b.state[unit] * in * (1 - new*new)
			b.sums[outputGate][unit] = b.out[unit] * c.squ[unit] * gateOut * (1 - gateOut)
			b.sums[forgetGate][unit] = 0
			if before != nil {
				b.sums[forgetGate][unit] = b.state[unit] * before.state[unit] * forget * (1 - forget)
			}
		}
		clear(b.toOut)
		for g := range numGates {
			for unit, sum := range b.sums[g] {
				d, weights := n.part(n.slope, g, unit), n.gate(g, unit)
				for i, x := range c.in {
					d[i] += sum * x
				}
				d[n.fan()-1] += sum
				if before != nil {
					for i, x := range before.out {
						d[rowNumbers+i] += sum * x
						b.toOut[i] += sum * weights[rowNumbers+i]
					}
				}
			}
		}
		for unit := range n.hidden {
			b.toState[unit] = b.state[unit] * c.gates[forgetGate][unit]
		}
	}
}

// move moves the weights along the slopes of the batch, and begins another one.
func (n *qNetwork) move(rate float64) {
	if n.batch == 0 {
		return
	}
	const keepFirst, keepSecond, tiny = 0.9, 0.999, 1e-8
	n.steps++
	scaleFirst := 1 / (1 - math.Pow(keepFirst, float64(n.steps)))
	scaleSecond := 1 / (1 - math.Pow(keepSecond, float64(n.steps)))
	for i, d := range n.slope {
		d /= float64(n.batch)
		n.first[i] = keepFirst*n.first[i] + (1-keepFirst)*d
		n.second[i] = keepSecond*n.second[i] + (1-keepSecond)*d*d
		n.weights[i] += rate * n.first[i] * scaleFirst / (math.Sqrt(n.second[i]*scaleSecond) + tiny)
	}
	clear(n.slope)
	n.batch = 0
}

// sound reports whether all weights are numbers, and none has run away.
func (n *qNetwork) sound() bool {
	const most = 1e9
	for _, w := range n.weights {
		if !(math.Abs(w) < most) {
			return false
		}
	}
	return true
}
