package ese

import (
	"math"
	"math/rand/v2"
)

// qNetwork estimates the value of each side of a branch in a state: the sum of the rewards from
// there to the end of the path (Koo et al. 2019, section IV-C and Figure 5). It consists of one
// LSTM cell (Hochreiter and Schmidhuber, "Long short-term memory", Neural Computation 9(8),
// 1997), which is applied to the rows of the state from the oldest, s_tL, to the current one,
// s_t0. The values are W_q times all outputs of the cell (equation 7).
//
// A row has the numbers level, site and action, as in Figure 4, scaled to the range that a gate
// can distinguish: log2(1+level)/12, since levels reach thousands; a quarter of the site's
// number, which counts from 1 in the order of first visits; and the action unchanged.
//
// An estimate takes O(L·H·(H+4)) time for histories of length L and H units, and allocates no
// memory.
type qNetwork struct {
	history int // L
	hidden  int // units H

	weights  []float64 // of the gates by gate, unit and input; then W_q by side, row and unit
	gradient []float64 // by weight: sum over the experiences of the batch
	batch    int       // number of experiences in the batch

	// by weight: first and second moment of Adam (Kingma and Ba, ICLR 2015)
	first, second []float64
	steps         int // steps of Adam so far

	cells    []cell // by row: values of the last estimate
	backprop backprop
}

// backprop holds the results of backpropagation for a row, by unit: derivatives of the value.
type backprop struct {
	out, state     []float64           // derivatives by the output and the state of the current row
	toOut, toState []float64           // derivatives by the output and the state of the row before
	sums           [numGates][]float64 // by the input sum of a gate
}

// cell holds the values that the LSTM cell computed for a row.
type cell struct {
	inputs                [rowNumbers]float64
	gates                 [numGates][]float64 // outputs, by unit
	state, out, tanhState []float64           // c, h and tanh c
}

// rowNumbers is the number of network inputs of a row.
const rowNumbers = 3

const (
	inputGate = iota
	forgetGate
	outputGate
	candidate
	numGates
)

// newQNetwork returns a network with weights drawn evenly between ±1/√H, and with open forget
// gates.
func newQNetwork(history, hidden int, rng *rand.Rand) *qNetwork {
	network := &qNetwork{history: history, hidden: hidden}
	size := numGates*hidden*network.weightsPerUnit() + 2*hidden*(history+1)
	network.weights, network.gradient = make([]float64, size), make([]float64, size)
	network.first, network.second = make([]float64, size), make([]float64, size)
	for range history + 1 {
		var c cell
		for g := range c.gates {
			c.gates[g] = make([]float64, hidden)
		}
		c.state, c.out, c.tanhState = make([]float64, hidden), make([]float64, hidden), make([]float64, hidden)
		network.cells = append(network.cells, c)
	}
	b := &network.backprop
	for _, list := range []*[]float64{&b.out, &b.state, &b.toOut, &b.toState, &b.sums[0], &b.sums[1], &b.sums[2], &b.sums[3]} {
		*list = make([]float64, hidden)
	}
	network.restart(rng)
	return network
}

// restart draws new weights.
func (n *qNetwork) restart(rng *rand.Rand) {
	bound := 1 / math.Sqrt(float64(n.hidden))
	for i := range n.weights {
		n.weights[i] = bound * (2*rng.Float64() - 1)
	}
	for unit := range n.hidden {
		n.unitWeights(forgetGate, unit)[n.weightsPerUnit()-1] = 1
	}
	clear(n.gradient)
	clear(n.first)
	clear(n.second)
	n.batch, n.steps = 0, 0
}

// weightsPerUnit returns the number of weights of a unit of a gate: for the inputs of the row,
// the outputs of the row before, and a bias.
func (n *qNetwork) weightsPerUnit() int { return rowNumbers + n.hidden + 1 }

// unitWeights returns the weights of a unit of a gate.
func (n *qNetwork) unitWeights(g, unit int) []float64 { return n.gateWeights(n.weights, g, unit) }

// gateWeights returns the part of a list of weights, or of their gradients, for a unit of a gate.
func (n *qNetwork) gateWeights(list []float64, g, unit int) []float64 {
	index := (g*n.hidden + unit) * n.weightsPerUnit()
	return list[index : index+n.weightsPerUnit()]
}

// outputWeights returns the part of a list of weights, or of their gradients, for W_q and a
// side, by row and unit.
func (n *qNetwork) outputWeights(list []float64, side int) []float64 {
	size := n.hidden * (n.history + 1)
	index := numGates*n.hidden*n.weightsPerUnit() + side*size
	return list[index : index+size]
}

// estimate returns the values of both sides in a state, the value of the side called false first.
func (n *qNetwork) estimate(s *state) (values [2]float64) {
	for row := n.history; row >= 0; row-- {
		c := &n.cells[row]
		c.inputs = s[row].networkInputs()
		for gate := range numGates {
			for unit := range n.hidden {
				w := n.unitWeights(gate, unit)
				sum := w[n.weightsPerUnit()-1]
				for i, x := range c.inputs {
					sum += w[i] * x
				}
				if row < n.history {
					for i, x := range n.cells[row+1].out {
						sum += w[rowNumbers+i] * x
					}
				}
				if gate == candidate {
					c.gates[gate][unit] = math.Tanh(sum)
				} else {
					c.gates[gate][unit] = 1 / (1 + math.Exp(-sum))
				}
			}
		}
		for unit := range n.hidden {
			c.state[unit] = c.gates[inputGate][unit] * c.gates[candidate][unit]
			if row < n.history {
				c.state[unit] += c.gates[forgetGate][unit] * n.cells[row+1].state[unit]
			}
			c.tanhState[unit] = math.Tanh(c.state[unit])
			c.out[unit] = c.gates[outputGate][unit] * c.tanhState[unit]
		}
	}
	for side := range values {
		w := n.outputWeights(n.weights, side)
		for row := range n.cells {
			for unit, h := range n.cells[row].out {
				values[side] += w[row*n.hidden+unit] * h
			}
		}
	}
	return values
}

// learn adds the gradient of the value of a side, multiplied by factor, to the batch. The state
// is the one of the last estimate.
func (n *qNetwork) learn(side int, factor float64) {
	n.batch++
	w, slope := n.outputWeights(n.weights, side), n.outputWeights(n.gradient, side)
	b := &n.backprop
	clear(b.toOut)
	clear(b.toState)
	for row := range n.cells { // from s_t0 back to s_tL
		values := &n.cells[row]
		var before *cell
		if row < n.history {
			before = &n.cells[row+1]
		}
		for unit := range n.hidden {
			slope[row*n.hidden+unit] += factor * values.out[unit]
			b.out[unit] = b.toOut[unit] + factor*w[row*n.hidden+unit]
			b.state[unit] = b.toState[unit] + b.out[unit]*values.gates[outputGate][unit]*(1-values.tanhState[unit]*values.tanhState[unit])
			in, forget, gateOut, new := values.gates[inputGate][unit], values.gates[forgetGate][unit], values.gates[outputGate][unit], values.gates[candidate][unit]
			b.sums[inputGate][unit] = b.state[unit] * new * in * (1 - in)
			b.sums[candidate][unit] = b.state[unit] * in * (1 - new*new)
			b.sums[outputGate][unit] = b.out[unit] * values.tanhState[unit] * gateOut * (1 - gateOut)
			b.sums[forgetGate][unit] = 0
			if before != nil {
				b.sums[forgetGate][unit] = b.state[unit] * before.state[unit] * forget * (1 - forget)
			}
		}
		clear(b.toOut)
		for g := range numGates {
			for unit, sum := range b.sums[g] {
				d, weights := n.gateWeights(n.gradient, g, unit), n.unitWeights(g, unit)
				for i, x := range values.inputs {
					d[i] += sum * x
				}
				d[n.weightsPerUnit()-1] += sum
				if before != nil {
					for i, x := range before.out {
						d[rowNumbers+i] += sum * x
						b.toOut[i] += sum * weights[rowNumbers+i]
					}
				}
			}
		}
		for unit := range n.hidden {
			b.toState[unit] = b.state[unit] * values.gates[forgetGate][unit]
		}
	}
}

// applyBatch moves the weights along the gradient of the batch by a step of Adam, and empties
// the batch.
func (n *qNetwork) applyBatch(rate float64) {
	if n.batch == 0 {
		return
	}
	const keepFirst, keepSecond, tiny = 0.9, 0.999, 1e-8
	n.steps++
	scaleFirst := 1 / (1 - math.Pow(keepFirst, float64(n.steps)))
	scaleSecond := 1 / (1 - math.Pow(keepSecond, float64(n.steps)))
	for i, d := range n.gradient {
		d /= float64(n.batch)
		n.first[i] = keepFirst*n.first[i] + (1-keepFirst)*d
		n.second[i] = keepSecond*n.second[i] + (1-keepSecond)*d*d
		n.weights[i] += rate * n.first[i] * scaleFirst / (math.Sqrt(n.second[i]*scaleSecond) + tiny)
	}
	clear(n.gradient)
	n.batch = 0
}

// isFinite reports whether all weights are numbers within ±10^9.
func (n *qNetwork) isFinite() bool {
	const most = 1e9
	for _, w := range n.weights {
		if !(math.Abs(w) < most) {
			return false
		}
	}
	return true
}
