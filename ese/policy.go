package ese

import (
	"context"
	"fmt"
	"math"
)

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

// preferencesData is a preference as it is kept.
type preferencesData struct {
	Features []Feature          `json:"features"`
	Weights  map[uint32]float32 `json:"weights"` // by place, those that are not 0
}

// taught is the preference that the search is to begin with, and the features that it goes
// by; nil, if there is none.
func taught(g *Gate) (*preference, []Feature, error) {
	var d preferencesData
	if ok, err := g.begins(&d); !ok {
		return nil, nil, err
	}
	if len(d.Features) >= maxFeatures {
		return nil, nil, fmt.Errorf("ese: the policy goes by %d features, and there are %d at most", len(d.Features), maxFeatures-1)
	}
	p := newPreference(tableBits)
	for at, w := range d.Weights {
		if int(at) < len(p.weights) {
			p.weights[at] = w
		}
	}
	return p, d.Features, nil
}

// lesson is a preference for the best path of a search, by what means the same at all sizes.
// The path is taken once more; that is not counted.
func (g *Gate) lesson() any {
	o := g.opt
	o.Budget, o.Progress = Budget{}, nil
	again := newGate(context.WithoutCancel(g.ctx), g.target, g.rng, o)
	roller := newRoller(again, sizeless(), tableBits)
	r, _ := roller.roll(nil, plan{again: g.archive.Best, manner: byWitness})
	if r == nil {
		return nil
	}
	p := newPreference(tableBits)
	a := newAdapter(tableBits, len(roller.features), NRPA{}.withDefaults().Rate)
	for range adaptations {
		a.adapt(p, r.steps)
	}
	d := preferencesData{Features: roller.features, Weights: map[uint32]float32{}}
	for at, w := range p.weights {
		if w != 0 {
			d.Weights[uint32(at)] = w
		}
	}
	return d
}
