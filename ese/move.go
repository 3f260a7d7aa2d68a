package ese

import (
	"math"
	"math/rand/v2"
)

// move plans a new path from the best path.
type move struct {
	share        float64                        // weight in the draws that ignore the recent gains of the moves
	continuation continuation                   // how the path continues behind the part that the move determines
	plan         func(c *climber, p *plan) bool // fills in the plan of the path; false if the move is not possible
}

// moves lists the moves. The first one ignores the best path and takes a rollout by the policy.
var moves = [...]move{
	{8, byPolicy, (*climber).startOver},
	{1, byPolicy, (*climber).flip},
	{1, byWitness, (*climber).flip},
	{1, recallWitness, (*climber).flip},
	{1, recallPolicy, (*climber).flip},
	{1, recallWitness, (*climber).spread},
	{1, recallPolicy, (*climber).spread},
	{1, recallWitness, (*climber).spreadAll},
	{1, recallPolicy, (*climber).spreadAll},
	{1, byPolicy, (*climber).repeat},
	{1, byWitness, (*climber).repeat},
	{1, recallWitness, (*climber).repeat},
}

// startOver plans a path without the best path.
func (c *climber) startOver(p *plan) bool {
	*p = plan{}
	return true
}

// flip plans to flip one decision.
func (c *climber) flip(p *plan) (ok bool) {
	p.flip, ok = c.pickDecision(p)
	return ok
}

// spread plans to flip a decision and a random number of similar later decisions.
func (c *climber) spread(p *plan) bool {
	g := c.drawGroup(p)
	if g == nil {
		return false
	}
	rng := c.roller.rng
	p.flip, p.numSpread = int(g[rng.IntN(len(g))]), longTail(rng, len(g))
	return true
}

// spreadAll plans to flip all decisions of a group of similar ones.
func (c *climber) spreadAll(p *plan) bool {
	g := c.drawGroup(p)
	if g == nil {
		return false
	}
	p.flip, p.numSpread = int(g[0]), len(p.base.steps)
	return true
}

// drawGroup draws a feature, then a group of decisions with the same value of the feature and
// the same side. Small groups are drawn as often as large ones.
func (c *climber) drawGroup(p *plan) []int32 {
	rng := c.roller.rng
	p.feature = rng.IntN(len(c.Features))
	groups := p.base.groups(p.feature)
	if len(groups) == 0 {
		return nil
	}
	return groups[rng.IntN(len(groups))]
}

// repeat plans to repeat the sequence of decisions before a random position.
func (c *climber) repeat(p *plan) bool {
	n := len(p.base.steps)
	if n < 2 {
		return false
	}
	rng := c.roller.rng
	p.flip = 1 + rng.IntN(n-1)
	p.motif = p.base.steps[p.flip-longTail(rng, p.flip) : p.flip]
	p.motifLength = longTail(rng, n)
	return true
}

// longTail draws a number from 1 to n whose logarithm is distributed evenly.
func longTail(rng *rand.Rand, n int) int {
	return min(n, int(math.Exp(rng.Float64()*math.Log(float64(n)+1))))
}

// selector draws a move by the recent gains of the moves (probability matching: Thierens,
// GECCO 2005).
type selector struct {
	share []float64 // by move: probability in a draw by share; the sum is 1
	gain  []float64 // by move: decaying average of the gains
}

// newSelector returns a selector with the given shares and no gains.
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
	shareOfDraws = 0.5  // fraction of draws by share instead of by gain
	gainDecay    = 0.98 // factor on the average gain of a move at each reward of the move
)

func (s *selector) draw(rng *rand.Rand) int {
	total := 0.0
	for _, g := range s.gain {
		total += g
	}
	if total == 0 || rng.Float64() < shareOfDraws {
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
	s.gain[i] = s.gain[i]*gainDecay + gain*(1-gainDecay)
}

func newMoveSelector() *selector {
	var share []float64
	for i := range moves {
		share = append(share, moves[i].share)
	}
	return newSelector(share...)
}
