package ese

// polish climbs from the best path of the whole search, whoever found it, as
// Climb does within a round. Its policy is adapted to that path alone.
type polish struct {
	Climb
}

// Search implements Strategy.
func (o polish) Search(g *Gate) error {
	c := newClimber(g, o.Climb)
	for more := true; more; {
		if a := g.Archive(); a.Best != nil && (c.best == nil || a.Cost > c.best.cost) {
			more = c.join(plan{again: a.Best, manner: byWitness})
			continue
		}
		more = c.step()
		c.idle = 0
	}
	return nil
}

// join goes on from another path.
func (c *climber) join(p plan) bool {
	r, more := c.roller.roll(c.policy, p)
	if r == nil {
		return more
	}
	c.best, c.idle, c.sweep = r, 0, 0
	for range adaptations {
		c.adapt(c.policy, r.steps)
	}
	return more
}

// adaptations is how often a policy is adapted to a path that it did not lead
// to.
const adaptations = 20
