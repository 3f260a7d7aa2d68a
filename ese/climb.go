package ese

import (
	"cmp"
	"slices"
)

// Climb searches near the best path of a round. It replays the best path up to a decision,
// flips the decision, and continues with the sides that the policy of NRPA draws, that the
// witness takes, or that the best path took at the same conditions. Some paths follow the
// policy alone. A path that costs as much as the best replaces it. After each path the policy
// is adapted to the best path.
//
// A round ends after Patience paths without a better one. A round starts with a policy that is
// adapted once to the best path at the end of each earlier round; after Rounds rounds the
// policy is emptied.
type Climb struct {
	Patience int       // paths without improvement that end a round; default 150
	Rounds   int       // rounds until the policy is emptied; default 4
	Rate     float64   // rate of adaptation, as for NRPA
	Features []Feature // features of the policy, as for NRPA; AtEnds is added to group decisions that are flipped together
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

// climber is the state of Climb. Each step takes one rollout.
type climber struct {
	Climb
	*adapter
	roller        *roller
	startPolicy   *preference // policy at the start of a round
	policy        *preference // policy of the current round
	best          *rollout    // best path of the current round
	bestOfRounds  *rollout    // the best path since startPolicy was empty
	idle          int         // paths of the round since its last improvement
	sweep         int         // number of decisions that pickDecision has picked in order from the end of the best path
	triesOutdated bool        // some triedContinuations of the best path are inherited from a worse path
	moves         *selector   // draws the kind of the next move
	rounds        int         // rounds since the policy was emptied
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
		Climb:       o,
		adapter:     newAdapter(tableBits, n, o.Rate),
		roller:      roller,
		startPolicy: newPreference(tableBits),
		policy:      newPreference(tableBits),
		moves:       newMoveSelector(),
	}
}

// step takes one path. It reports whether there may be more.
func (c *climber) step() bool {
	var planned plan
	moveIndex := 0 // a rollout by the policy
	if c.best != nil && len(c.best.steps) > 0 {
		moveIndex = c.moves.draw(c.roller.rng)
		if planned = (plan{base: c.best, continuation: moves[moveIndex].continuation}); !moves[moveIndex].plan(c, &planned) {
			moveIndex, planned = 0, plan{}
		}
	}
	planned.startNear = c.best
	taken, more := c.roller.roll(c.policy, planned)
	if taken == nil {
		return more
	}
	if t := c.roller.flippedAt; t >= 0 && planned.numSpread == 0 && planned.motif == nil {
		planned.base.steps[t].triedContinuations |= 1 << planned.continuation
	}
	gain := 0.0
	if c.best != nil && taken.cost > c.best.cost {
		gain = float64(taken.cost - c.best.cost)
	}
	c.moves.reward(moveIndex, gain)
	c.addPath(taken)
	return more
}

// pickDecision picks a decision of the best path to flip: with equal probability the next one
// in order from the end of the path, or a random one. From there it searches towards the start for
// a decision whose other side is feasible and, unless p draws at random, has not been tried with the
// continuation of p.
func (c *climber) pickDecision(p *plan) (int, bool) {
	again := p.continuation.draws() || p.numSpread > 0
	length := len(c.best.steps)
	if length == 0 {
		return 0, false
	}
	var index int
	if rng := c.roller.rng; rng.IntN(2) == 0 {
		index = rng.IntN(length)
	} else {
		index = length - 1 - c.sweep%length
		c.sweep++
	}
	for {
		for range length {
			s := &c.best.steps[index]
			if s.bothFeasible && (again || s.triedContinuations>>p.continuation&1 == 0) {
				return index, true
			}
			index = (index + length - 1) % length
		}
		if !c.triesOutdated {
			return 0, false
		}
		c.triesOutdated = false
		for i := range c.best.steps {
			c.best.steps[i].triedContinuations = 0
		}
	}
}

// addPath updates the best path and the policy of the round by a new path.
func (c *climber) addPath(r *rollout) {
	switch {
	case c.best == nil || r.cost > c.best.cost:
		if c.best != nil {
			r.inherit(c.best)
		}
		c.best, c.idle, c.sweep, c.triesOutdated = r, 0, 0, true
	case r.cost == c.best.cost && (c.roller.plan.base == nil || c.roller.flippedAt >= 0):
		r.inherit(c.best)
		c.best = r
		c.idle++
	default:
		c.idle++
	}
	c.adapt(c.policy, c.best.steps)
	if c.idle >= c.Patience {
		c.endRound()
	}
}

// endRound ends the round and prepares the next.
func (c *climber) endRound() {
	if c.bestOfRounds == nil || c.best.cost >= c.bestOfRounds.cost {
		c.bestOfRounds = c.best
	}
	c.adapt(c.startPolicy, c.bestOfRounds.steps)
	if c.rounds++; c.rounds == c.Rounds {
		c.startPolicy.clear()
		c.rounds, c.bestOfRounds = 0, nil
	}
	c.policy.copyFrom(c.startPolicy)
	c.best, c.idle, c.sweep = nil, 0, 0
}
