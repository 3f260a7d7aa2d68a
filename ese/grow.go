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
	return []Feature{AtSite, AfterOne, AfterThree, AfterSix, AtEnds, AfterOneAtEnds}
}

// grown learns a policy on small sizes and takes it along to the target's: the
// idea of WISE and SPF-WCA with a policy that says how likely a side is, and
// goes on learning, as NRPA does. Its later runs begin with nothing learned.
type grown struct{}

// Search implements Strategy.
func (grown) Search(g *Gate) error {
	t := g.Target()
	if t.Sizes == nil {
		return nil
	}
	policy := newPreference(tableBits)
	for size := smallest; size <= t.Size/2 && !g.Over(); size *= 2 {
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil // there is no such size: the others have to do
		}
		learnOn(g, e, size, policy)
	}
	n := newNested(g, NRPA{Features: sizeless()})
	n.begin(policy)
	for n.step() {
	}
	return nil
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
