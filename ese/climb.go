package ese

import (
	"cmp"
	"slices"
)

// Climb searches near the best path of a round: it replays that up to a
// decision, turns the decision, and goes on as the policy of NRPA draws, as the
// witness does, or as the best path did at the same conditions. Between them it
// takes paths by the policy alone. A path that costs as much as the best takes
// its place, and the policy is adapted to the best after each path.
//
// A round ends after Patience paths without a better one. Rounds begin with a
// policy that is adapted once to the best path of each of those before; after
// Rounds of them it is empty again.
type Climb struct {
	Patience int       // default 150
	Rounds   int       // default 4
	Rate     float64   // as for NRPA
	Features []Feature // as for NRPA; decisions are turned together by AtEnds too
}

func (o Climb) withDefaults() Climb {
	n := NRPA{Rate: o.Rate, Features: o.Features}.withDefaults()
	o.Rate, o.Features = n.Rate, n.Features
	o.Patience = cmp.Or(o.Patience, 150)
	o.Rounds = cmp.Or(o.Rounds, 4)
	return o
}

// Search implements Strategy.
func (o Climb) Search(g *Gate) error {
	c := newClimber(g, o)
	for c.step() {
	}
	return nil
}

// climber is Climb, one rollout a step.
type climber struct {
	Climb
	*adapter
	roller *roller
	outer  *preference // with which rounds begin
	policy *preference // of the round
	best   *rollout    // of the round
	whole  *rollout    // the best since outer was empty
	idle   int         // paths since the best of the round became better
	sweep  int         // turns from the end on
	stale  bool        // what was tried was in part tried on a worse path
	moves  *selector
	rounds int
}

func newClimber(g *Gate, o Climb) *climber {
	o = o.withDefaults()
	n := len(o.Features)
	if n < maxFeatures {
		o.Features = append(slices.Clone(o.Features), AtEnds)
	}
	roller := newRoller(g, o.Features, tableBits)
	roller.learned = n
	return &climber{
		Climb:   o,
		adapter: newAdapter(tableBits, n, o.Rate),
		roller:  roller,
		outer:   newPreference(tableBits),
		policy:  newPreference(tableBits),
		moves:   newMoves(),
	}
}

// step takes one path. It reports whether there may be more.
func (c *climber) step() bool {
	var p plan
	m := 0 // a rollout
	if c.best != nil && len(c.best.steps) > 0 {
		m = c.moves.draw(c.roller.rng)
		if p = (plan{base: c.best, manner: moves[m].manner}); !moves[m].make(c, &p) {
			m, p = 0, plan{}
		}
	}
	p.near = c.best
	r, more := c.roller.roll(c.policy, p)
	if r == nil {
		return more
	}
	if t := c.roller.turned; t >= 0 && p.spread == 0 && p.motif == nil {
		p.base.steps[t].used |= 1 << p.manner
	}
	gain := 0.0
	if c.best != nil && r.cost > c.best.cost {
		gain = float64(r.cost - c.best.cost)
	}
	c.moves.reward(m, gain)
	c.take(r)
	return more
}

// pick picks a decision to turn: as often from the end of the path on, one
// after the other, as anywhere.
func (c *climber) pick(p *plan) (int, bool) {
	again := p.manner.draws() || p.spread > 0
	n := len(c.best.steps)
	if n == 0 {
		return 0, false
	}
	var at int
	if rng := c.roller.rng; rng.IntN(2) == 0 {
		at = rng.IntN(n)
	} else {
		at = n - 1 - c.sweep%n
		c.sweep++
	}
	for {
		for range n {
			s := &c.best.steps[at]
			if s.free && (again || s.used>>p.manner&1 == 0) {
				return at, true
			}
			at = (at + n - 1) % n
		}
		if !c.stale {
			return 0, false
		}
		c.stale = false
		for i := range c.best.steps {
			c.best.steps[i].used = 0
		}
	}
}

// take adds a path to the round.
func (c *climber) take(r *rollout) {
	switch {
	case c.best == nil || r.cost > c.best.cost:
		if c.best != nil {
			r.inherit(c.best)
		}
		c.best, c.idle, c.sweep, c.stale = r, 0, 0, true
	case r.cost == c.best.cost && (c.roller.plan.base == nil || c.roller.turned >= 0):
		r.inherit(c.best)
		c.best = r
		c.idle++
	default:
		c.idle++
	}
	c.adapt(c.policy, c.best.steps)
	if c.idle >= c.Patience {
		c.end()
	}
}

// end ends a round.
func (c *climber) end() {
	if c.whole == nil || c.best.cost >= c.whole.cost {
		c.whole = c.best
	}
	c.adapt(c.outer, c.whole.steps)
	if c.rounds++; c.rounds == c.Rounds {
		c.outer.clear()
		c.rounds, c.whole = 0, nil
	}
	c.policy.copyFrom(c.outer)
	c.best, c.idle, c.sweep = nil, 0, 0
}
