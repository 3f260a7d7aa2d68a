package ese

// smallest is the first size to learn on; each other one is twice the last.
const smallest = 8

// lessons is how many paths a size is given, lull how many without a better
// one end it sooner.
const (
	lessons = 150
	lull    = 50
)

// sizeless lists the features that mean the same at all sizes.
func sizeless() []Feature {
	return []Feature{AtSite, AfterOne, AfterThree, AfterSix, AfterOneAtEnds}
}

// grown learns a policy on small sizes: the idea of WISE and SPF-WCA with a
// policy that says how likely a side is. It is nil where there are none.
func grown(g *Gate) *preference {
	t := g.Target()
	if t.Sizes == nil || t.Size < 2*smallest {
		return nil
	}
	policy := newPreference(tableBits)
	for size := smallest; size <= t.Size/2 && !g.Over(); size *= 2 {
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil
		}
		learnOn(g, e, size, policy)
	}
	return policy
}

// learnOn adapts a policy to the best path of a size that it finds.
func learnOn(g *Gate, e Explorer, size int, policy *preference) {
	part := g.On(e, size)
	part.opt.Budget.Explorations = lessons
	part.opt.Progress = g.opt.Progress
	c := newClimber(part, Climb{Rounds: 1 << 30, Patience: lessons, Features: sizeless()})
	c.outer.copyFrom(policy)
	c.policy.copyFrom(policy)
	for c.step() && c.idle < lull {
	}
	if c.best == nil {
		return
	}
	policy.clear()
	for range adaptations {
		c.adapt(policy, c.best.steps)
	}
}
