package ese

import (
	"context"
	"fmt"
	"math"
)

// preference is a learned policy. It takes the side called true with probability 1/(1+e^-w),
// where w is the sum of the weights of the decision's features. The hash of a feature's value
// is an index into the table of weights; values with equal indices share a weight.
type preference struct {
	weights []float32 // by hash of a feature's value
}

func newPreference(bits int) *preference { return &preference{make([]float32, 1<<bits)} }

func (p *preference) copyFrom(q *preference) { copy(p.weights, q.weights) }

func (p *preference) clear() { clear(p.weights) }

// chance returns the probability of the side called true at a step.
func (p *preference) chance(s *step, features int) float64 {
	var w float32
	for _, slot := range s.weights[:features] {
		w += p.weights[slot]
	}
	return 1 / (1 + math.Exp(-float64(w)))
}

// adapter adapts preferences to a sequence of decisions.
type adapter struct {
	rate     float64 // factor of each change of a weight
	features int     // number of features of a decision

	sum     []float32 // by index of the weight: sum of its gradients
	count   []uint32  // by index of the weight: number of decisions with the weight
	touched []uint32  // indices with a nonzero count
}

func newAdapter(bits, features int, rate float64) *adapter {
	return &adapter{rate: rate, features: features, sum: make([]float32, 1<<bits), count: make([]uint32, 1<<bits)}
}

// adapt makes the sides of the steps likelier, as Adapt of Rosin 2011 does: it follows the
// gradient of the logarithm of their probability under p. A weight with n decisions moves by
// the sum of their gradients divided by √n. Moving by the plain sum would make the weights
// oscillate between extremes.
func (a *adapter) adapt(p *preference, steps []step) {
	for i := range steps {
		s := &steps[i]
		if !s.bothFeasible {
			continue
		}
		g := -float32(p.chance(s, a.features))
		if s.side {
			g++
		}
		for _, slot := range s.weights[:a.features] {
			if a.count[slot] == 0 {
				a.touched = append(a.touched, slot)
			}
			a.sum[slot] += g
			a.count[slot]++
		}
	}
	for _, at := range a.touched {
		p.weights[at] += float32(a.rate * float64(a.sum[at]) / math.Sqrt(float64(a.count[at])))
		a.sum[at], a.count[at] = 0, 0
	}
	a.touched = a.touched[:0]
}

// preferencesData is the serialized form of a preference.
type preferencesData struct {
	Features []Feature          `json:"features"`
	Weights  map[uint32]float32 `json:"weights"` // nonzero weights by index
}

// initialPreference returns the preference in the options and its features, or nil if the
// options have no policy.
func initialPreference(g *Gate) (*preference, []Feature, error) {
	var data preferencesData
	if ok, err := g.readPolicy(&data); !ok {
		return nil, nil, err
	}
	if len(data.Features) >= maxFeatures {
		return nil, nil, fmt.Errorf("ese: the policy has %d features, more than %d", len(data.Features), maxFeatures-1)
	}
	p := newPreference(tableBits)
	for slot, w := range data.Weights {
		if int(slot) < len(p.weights) {
			p.weights[slot] = w
		}
	}
	return p, data.Features, nil
}

// bestPathPreference returns the serialized preference for the best path of the search, over
// features that do not depend on the size. It takes the path once more, uncounted.
func (g *Gate) bestPathPreference() any {
	o := g.opt
	o.Budget, o.Progress = Budget{}, nil
	again := newGate(context.WithoutCancel(g.ctx), g.target, g.rng, o)
	roller := newRoller(again, sizeIndependentFeatures(), tableBits)
	r, _ := roller.roll(nil, plan{retake: g.archive.Best, continuation: byWitness})
	if r == nil {
		return nil
	}
	p := newPreference(tableBits)
	a := newAdapter(tableBits, len(roller.features), NRPA{}.withDefaults().Rate)
	for range adaptations {
		a.adapt(p, r.steps)
	}
	d := preferencesData{Features: roller.features, Weights: map[uint32]float32{}}
	for index, w := range p.weights {
		if w != 0 {
			d.Weights[uint32(index)] = w
		}
	}
	return d
}
