package ese

import (
	"math"
	"math/rand/v2"
)

// A move makes a path of the best one.
type move struct {
	share  float64 // among the moves, as long as nothing is known of them
	manner manner  // how the path goes on where the move has nothing more to say
	make   func(c *climber, p *plan) bool
}

// moves lists the moves; the first is none: a rollout by the policy.
var moves = [...]move{
	{8, byPolicy, (*climber).anew},
	{1, byPolicy, (*climber).turn},
	{1, byWitness, (*climber).turn},
	{1, recallWitness, (*climber).turn},
	{1, recallPolicy, (*climber).turn},
	{1, recallWitness, (*climber).spread},
	{1, recallPolicy, (*climber).spread},
	{1, recallWitness, (*climber).spreadAll},
	{1, recallPolicy, (*climber).spreadAll},
	{1, byPolicy, (*climber).repeat},
	{1, byWitness, (*climber).repeat},
	{1, recallWitness, (*climber).repeat},
}

// anew forgets the best path.
func (c *climber) anew(p *plan) bool {
	*p = plan{}
	return true
}

// turn turns one decision.
func (c *climber) turn(p *plan) (ok bool) {
	p.turn, ok = c.pick(p)
	return ok
}

// spread turns a decision, and some of those like it behind.
func (c *climber) spread(p *plan) bool {
	g := c.like(p)
	if g == nil {
		return false
	}
	rng := c.roller.rng
	p.turn, p.spread = int(g[rng.IntN(len(g))]), longTail(rng, len(g))
	return true
}

// spreadAll turns all decisions like one.
func (c *climber) spreadAll(p *plan) bool {
	g := c.like(p)
	if g == nil {
		return false
	}
	p.turn, p.spread = int(g[0]), len(p.base.steps)
	return true
}

// like draws a feature, and of the groups of decisions that are alike by it
// and took the same side, one: what is rare is drawn as often as what is not.
func (c *climber) like(p *plan) []int32 {
	rng := c.roller.rng
	p.like = rng.IntN(len(c.Features))
	groups := p.base.groups(p.like)
	if len(groups) == 0 {
		return nil
	}
	return groups[rng.IntN(len(groups))]
}

// repeat repeats the decisions before some place.
func (c *climber) repeat(p *plan) bool {
	n := len(p.base.steps)
	if n < 2 {
		return false
	}
	rng := c.roller.rng
	p.turn = 1 + rng.IntN(n-1)
	p.motif = p.base.steps[p.turn-longTail(rng, p.turn) : p.turn]
	p.length = longTail(rng, n)
	return true
}

// longTail draws from 1 to n, the logarithm evenly.
func longTail(rng *rand.Rand, n int) int {
	return min(n, int(math.Exp(rng.Float64()*math.Log(float64(n)+1))))
}

// selector draws one of several ways by what they have gained of late
// (probability matching: Thierens, GECCO 2005).
type selector struct {
	share []float64 // of the ways among the draws that are by share; they add up to 1
	gain  []float64
}

// newSelector returns one that has drawn nothing yet.
func newSelector(share ...float64) *selector {
	total := 0.0
	for _, x := range share {
		total += x
	}
	s := &selector{gain: make([]float64, len(share))}
	for _, x := range share {
		s.share = append(s.share, x/total)
	}
	return s
}

const (
	byShare = 0.5  // of the draws are by share
	fades   = 0.98 // what is left of a gain at the next use
)

func (s *selector) draw(rng *rand.Rand) int {
	total := 0.0
	for _, g := range s.gain {
		total += g
	}
	if total == 0 || rng.Float64() < byShare {
		return roulette(s.share, 1, rng)
	}
	return roulette(s.gain, total, rng)
}

// roulette draws an index with a probability proportional to its weight.
func roulette(weights []float64, total float64, rng *rand.Rand) int {
	x := rng.Float64() * total
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return 0
}

func (s *selector) reward(i int, gain float64) {
	s.gain[i] = s.gain[i]*fades + gain*(1-fades)
}

func newMoves() *selector {
	var share []float64
	for i := range moves {
		share = append(share, moves[i].share)
	}
	return newSelector(share...)
}
