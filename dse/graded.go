package dse

func init() { Register("fitnex-away", Graded(GradedOptions{})) }

// GradedOptions are the options of Graded.
type GradedOptions struct {
	// Leap makes multi-flips: it flips several nodes at once if the gain of a branch says that more
	// than one flip is wanted (leap.go). Branches whose flips led mostly away from the predicate
	// then come last, and branches that make a list longer have separate gains.
	Leap bool

	// Goals ignores targets that are not goals.
	Goals bool
}

// Graded is Fitnex with graded fitness values, which is not in the paper: any path that reaches the
// predicate of a target is better than any path that does not. Paths that do not reach the
// predicate are compared by approach level and path distance (Near.Away). The two grades have
// separate gains, because their units differ: a flip from one grade to the other says nothing about
// gain. Nodes on paths without a grade come last. Graded passes the guards before a target one by
// one, where Fitnex declines.
//
// Its cost is that of Fitnex.
func Graded(o GradedOptions) Factory {
	return func(w *World) Strategy {
		f := &graded{climb: newClimb(w, func(i int) bool { return w.IsGoal(i) || !o.Goals }), o: o}
		f.scale, f.apart = f, true
		return f
	}
}

// graded is a climb, and the scale of that climb.
type graded struct {
	*climb
	o GradedOptions
}

// fitness implements scale.
func (f *graded) fitness(r *Run, place int) fitness { return fitnessOf(r, place) }

// gained implements scale.
func (f *graded) gained(t *target, r *Run, was, now fitness) {
	if was.grade == unknown {
		return
	}
	g, flips := t.gains[was.grade].of(f.branch(r.Flipped)), 1
	if f.o.Leap {
		flips = flipsOf(r)
		g.leapt(flips, was, now)
	}
	if was.grade == now.grade {
		g.add(was.value-now.value, flips)
	}
}

// branch implements scale.
func (f *graded) branch(n *Node) int { return 2*n.location + index(f.grows(n)) }

// weigh implements scale.
func (f *graded) weigh(c *candidate) {
	if f.o.Leap {
		c.late, c.favored = c.gain.lost > 0, f.grows(c.node)
	}
}

// grows reports whether multi-flips are on and the flip of n makes a list longer.
func (f *graded) grows(n *Node) bool { return f.o.Leap && f.w.Grows(n) }

// Next implements Strategy.
func (f *graded) Next() Step {
	t, c := f.next()
	if t == nil {
		return Step{}
	}
	return Step{Flip: c.node, From: c.path, Soft: f.leap(t, c)}
}
