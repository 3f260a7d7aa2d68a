package ese

import "nearmiss/symexec"

// polish climbs from the best path of the whole search, whoever found it, as
// Climb does within a round. When that is of no use for long, it climbs from
// the best path that another strategy is at, and so on in turns. Its policy is
// adapted to the path that it climbs from.
type polish struct {
	Climb
	other *learner // nil: there is none
}

// inVain is how many paths without a better one make polish go on from
// somewhere else.
const inVain = 200

// Search implements Strategy.
func (o polish) Search(g *Gate) error {
	c := newClimber(g, o.Climb)
	var known uint64  // cost of the best path of the search that was climbed from
	var seen *rollout // of the other strategy
	for more := true; more; {
		a := g.Archive()
		switch r := o.other.best(); {
		case a.Best != nil && (c.best == nil || a.Cost > known && a.Cost > c.best.cost):
			known = a.Cost
			more = c.join(a.Best)
		case c.idle >= inVain && r != nil && r != seen && r.cost < a.Cost:
			seen = r
			more = c.join(r.path())
		case c.idle >= inVain && a.Cost > c.best.cost:
			more = c.join(a.Best)
		default:
			idle := c.idle
			c.idle = 0 // rounds do not end
			more = c.step()
			if c.idle > 0 {
				c.idle = idle + 1
			}
			if c.best != nil {
				known = max(known, c.best.cost)
			}
		}
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

// path is enough of a path to take it again.
func (r *rollout) path() *symexec.Path {
	p := &symexec.Path{Input: r.input}
	for i := range r.steps {
		p.Decisions = append(p.Decisions, symexec.Decision{Side: r.steps[i].side})
	}
	return p
}

// adaptations is how often a policy is adapted to a path that it did not lead
// to.
const adaptations = 20
