package ese

import "nearmiss/symexec"

// polish climbs from the best path of the whole search, whoever found it, as
// Climb does within a round. Its policy is adapted to the path that it climbs from.
type polish struct{ Climb }

// Search implements Strategy.
func (o polish) Search(g *Gate) error {
	c := newClimber(g, o.Climb)
	var joined uint64 // cost of the best path when it was gone on from; taken again, it may have another
	for more := true; more; {
		if a := g.Archive(); a.Best != nil && (c.best == nil || a.Cost > max(joined, c.best.cost)) {
			joined = a.Cost
			more = c.join(a.Best)
			continue
		}
		c.idle = 0 // rounds do not end
		more = c.step()
	}
	return nil
}

// join goes on from another path.
func (c *climber) join(p *symexec.Path) bool {
	r, more := c.roller.roll(c.policy, plan{again: p, manner: byWitness})
	if r == nil {
		return more
	}
	c.best, c.idle, c.sweep, c.stale = r, 0, 0, false
	c.policy.clear()
	for range adaptations {
		c.adapt(c.policy, r.steps)
	}
	return more
}

// adaptations is how often a policy is adapted to a path that it did not lead
// to.
const adaptations = 20
