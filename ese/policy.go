package ese

import "math"

// preference is a policy that is learned: the side called true is taken with
// the probability 1/(1+e^-w), where w is the sum of the weights of the features
// of the moment. Features share a table by their hashes; those that meet in a
// place share its weight.
type preference struct {
	weights []float32
}

func newPreference(bits int) *preference { return &preference{make([]float32, 1<<bits)} }

func (p *preference) copyFrom(q *preference) { copy(p.weights, q.weights) }

func (p *preference) clear() { clear(p.weights) }

// chance is the probability of the side called true after a step's features.
func (p *preference) chance(s *step, features int) float64 {
	var w float32
	for _, at := range s.at[:features] {
		w += p.weights[at]
	}
	return 1 / (1 + math.Exp(-float64(w)))
}

// adapter moves preferences towards a sequence of decisions.
type adapter struct {
	rate     float64
	features int

	sum   []float32 // by place: of the gradient
	count []uint32  // by place: decisions
	met   []uint32  // places with a count
}

func newAdapter(bits, features int, rate float64) *adapter {
	return &adapter{rate: rate, features: features, sum: make([]float32, 1<<bits), count: make([]uint32, 1<<bits)}
}

// adapt makes the sides of steps likelier, as Adapt of Rosin 2011 does: along
// the gradient of the logarithm of their probability under p. A weight that
// takes part in n decisions moves by the sum of their gradients over √n, not
// by the sum: there all would swing from one end to the other.
func (a *adapter) adapt(p *preference, steps []step) {
	for i := range steps {
		s := &steps[i]
		if !s.free {
			continue
		}
		g := -float32(p.chance(s, a.features))
		if s.side {
			g++
		}
		for _, at := range s.at[:a.features] {
			if a.count[at] == 0 {
				a.met = append(a.met, at)
			}
			a.sum[at] += g
			a.count[at]++
		}
	}
	for _, at := range a.met {
		p.weights[at] += float32(a.rate * float64(a.sum[at]) / math.Sqrt(float64(a.count[at])))
		a.sum[at], a.count[at] = 0, 0
	}
	a.met = a.met[:0]
}
