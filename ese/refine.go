package ese

import "nearmiss/symexec"

// refineBest climbs from the best path of the whole search, found by any strategy, as Climb
// does within a round. Its policy is adapted to the path from which it climbs.
type refineBest struct{ Climb }

// Search implements Strategy.
func (o refineBest) Search(g *Gate) error {
	c := newClimber(g, o.Climb)
	var joined uint64 // archived cost of the best path at the last join; the retaken path may cost less
	for more := true; more; {
		if a := g.Archive(); a.Best != nil && (c.best == nil || a.Cost > max(joined, c.best.cost)) {
			joined = a.Cost
			more = c.climbFrom(a.Best)
			continue
		}
		c.idle = 0 // rounds do not end
		more = c.step()
	}
	return nil
}

// climbFrom makes the path p, taken again, the best path of the climber.
func (c *climber) climbFrom(p *symexec.Path) bool {
	r, more := c.roller.roll(c.policy, plan{retake: p, continuation: byWitness})
	if r == nil {
		return more
	}
	c.best, c.idle, c.sweep, c.triesOutdated = r, 0, 0, false
	c.policy.clear()
	for range adaptations {
		c.adapt(c.policy, r.steps)
	}
	return more
}

// adaptations is the number of times that a policy is adapted to a path that it did not draw.
const adaptations = 20
