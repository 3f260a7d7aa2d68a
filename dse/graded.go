package dse

// GradedOptions are the options of Graded.
type GradedOptions struct {
	// MultiFlip makes multi-flips: it flips several nodes at once if the gain of a branch says that
	// more than one flip is wanted (multiflip.go). Branches whose flips led mostly away from the
	// predicate then come last, and branches that make a list longer have separate gains.
	MultiFlip bool

	// Goals makes Graded ignore targets that are not goals.
	Goals bool
}

// Graded is Fitnex with graded fitness values, which is not in the paper: any path that reaches the
// predicate of a target is better than any path that does not. Paths that do not reach the
// predicate are compared by approach level and path distance (Near.ApproachDistance). The two
// grades have separate gains, because their units differ: a flip from one grade to the other says
// nothing about gain. Nodes on paths without a grade come last. Graded passes the guards before a
// target one by one, where Fitnex declines.
//
// Its cost is that of Fitnex.
func Graded(o GradedOptions) Factory {
	return func(w *World) Strategy {
		f := &gradedScale{fitnessClimb: newFitnessClimb(w, func(i int) bool { return w.IsGoal(i) || !o.Goals }), options: o}
		f.scale, f.ungradedLast = f, true
		return f
	}
}

// gradedScale is a fitnessClimb, and the fitnessScale of that climb.
type gradedScale struct {
	*fitnessClimb
	options GradedOptions
}

// fitness implements fitnessScale.
func (f *gradedScale) fitness(r *Run, target int) fitness { return fitnessOf(r, target) }

// recordGain implements fitnessScale.
func (f *gradedScale) recordGain(t *climbTarget, r *Run, before, now fitness) {
	if before.grade == unknown {
		return
	}
	g, flips := t.gains[before.grade].gainOf(f.branchKey(r.Flipped)), 1
	if f.options.MultiFlip {
		flips = numFlipsOf(r)
		g.recordMultiFlip(flips, before, now)
	}
	if before.grade == now.grade {
		g.add(before.value-now.value, flips)
	}
}

// branchKey implements fitnessScale.
func (f *gradedScale) branchKey(n *Node) int { return 2*n.location + sideIndex(f.makesLonger(n)) }

// rankCandidate implements fitnessScale.
func (f *gradedScale) rankCandidate(c *candidate) {
	if f.options.MultiFlip {
		c.lastResort, c.favored = c.gain.lostGrades > 0, f.makesLonger(c.node)
	}
}

// makesLonger reports whether multi-flips are on and the flip of n makes a list longer.
func (f *gradedScale) makesLonger(n *Node) bool { return f.options.MultiFlip && f.w.MakesLonger(n) }

// Next implements Strategy.
func (f *gradedScale) Next() Step {
	t, c := f.nextCandidate()
	if t == nil {
		return Step{}
	}
	return Step{Flip: c.node, From: c.run, Soft: f.multiFlip(t, c)}
}
