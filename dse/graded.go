package dse

func init() { Register("fitnex-away", Graded(GradedOptions{})) }

// GradedOptions say what Graded goes by.
type GradedOptions struct {
	// Leap flips several nodes at once, where the gain of a branch says that more than
	// one is wanted (leap.go). Branches whose flips led mostly away from the predicate
	// come last then, and those that make a list longer have gains of their own.
	Leap bool

	// Goals leaves targets out that are none.
	Goals bool
}

// Graded is Fitnex with fitness values of grades, which is not in the paper: any path that
// reaches the predicate of a target is better than any that does not. Those that do not are
// told apart by approach level and path distance (Near.Away), and have gains of their own,
// because their units are others: a flip from one grade to another says nothing about gain.
// Nodes that are on no path of a grade come last. So it passes the guards before a target one
// by one, where Fitnex declines.
//
// Its cost is that of Fitnex.
func Graded(o GradedOptions) Factory {
	return func(w *World) Strategy {
		f := &graded{climb: newClimb(w, func(i int) bool { return w.IsGoal(i) || !o.Goals }), o: o}
		f.scale, f.apart = f, true
		return f
	}
}

// graded is a climb, and its scale.
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

// grows reports whether the flip of a node makes a list longer, as far as that matters.
func (f *graded) grows(n *Node) bool { return f.o.Leap && f.w.Grows(n) }

// Next implements Strategy.
func (f *graded) Next() Step {
	t, c := f.next()
	if t == nil {
		return Step{}
	}
	return Step{Flip: c.node, From: c.path, Soft: f.leap(t, c)}
}
