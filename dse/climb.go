package dse

import "slices"

// A fitnessClimb flips nodes by the fitness of the paths that contain them, for one target after
// another. Its fitnessScale defines fitness and gain: as in the paper (fitnex.go), or by grades
// (graded.go).
//
// A run takes time linear in the number of targets. Next walks the paths of a target, best first,
// until no better node can follow, and visits each node once: in the worst case it takes time
// linear in the tree.
type fitnessClimb struct {
	ignoresClosed
	w            *World
	scale        fitnessScale
	ungradedLast bool           // nodes on paths without a grade come after all other nodes
	targets      []*climbTarget // targets that no known run covers
	targetTurn   int            // index of the target that is next
	runs         []*Run         // runs that added nodes to the tree, some of which may be open
}

// A fitnessScale defines the fitness that a fitnessClimb uses.
type fitnessScale interface {
	// fitness returns the fitness of a run for the target at an index.
	fitness(r *Run, target int) fitness

	// recordGain records how the run r of a flip changed the fitness for t, from was to now.
	recordGain(t *climbTarget, r *Run, was, now fitness)

	// branchKey returns the key under which gains of flips of n are summed.
	branchKey(n *Node) int

	// rankCandidate sets the fields of c that order candidates in addition to the composite value.
	rankCandidate(c *candidate)
}

// climbTarget is the state of a fitnessClimb towards one target.
type climbTarget struct {
	branch      uint32
	targetIndex int             // index of the branch among World.Targets
	hasGrade    bool            // some run has a fitness with a grade, which means its predicate or a guard was evaluated
	paths       [unknown][]*Run // by grade, best first: runs that may have open nodes
	gains       [unknown]gains  // by grade: FGain of each branch
}

// newFitnessClimb returns a fitnessClimb towards the targets that wantsTarget accepts, by index. It has
// no fitnessScale yet.
func newFitnessClimb(w *World, wantsTarget func(place int) bool) *fitnessClimb {
	f := &fitnessClimb{w: w}
	for i, b := range w.Targets {
		if wantsTarget(i) {
			f.targets = append(f.targets, &climbTarget{branch: b, targetIndex: i, gains: [unknown]gains{{}, {}}})
		}
	}
	return f
}

// ObserveRun implements Strategy.
func (f *fitnessClimb) ObserveRun(run *Run, fresh []*Node) {
	if len(fresh) > 0 {
		f.runs = append(f.runs, run)
	}
	for _, target := range f.targets {
		now := f.scale.fitness(run, target.targetIndex)
		if now.grade != unknown {
			target.hasGrade = true
			list := &target.paths[now.grade]
			i, _ := slices.BinarySearchFunc(*list, now.value, func(p *Run, value float64) int {
				if f.scale.fitness(p, target.targetIndex).value < value {
					return -1
				}
				return 1 // of equal values the latest run comes first
			})
			*list = slices.Insert(*list, i, run)
		}
		if n := run.Flipped; n != nil && n.state == Taken {
			f.scale.recordGain(target, run, f.scale.fitness(run.from, target.targetIndex), now)
		}
	}
}

// dropCoveredTargets drops covered targets. The order of turns does not change.
func (f *fitnessClimb) dropCoveredTargets() {
	uncovered, turn := f.targets[:0], f.targetTurn
	for i, t := range f.targets {
		if !f.w.Covered(t.branch) {
			uncovered = append(uncovered, t)
		} else if i < turn {
			f.targetTurn--
		}
	}
	if f.targets = uncovered; f.targetTurn >= len(uncovered) {
		f.targetTurn = 0
	}
}

// Next implements Strategy.
func (f *fitnessClimb) Next() Step {
	if t, c := f.nextCandidate(); t != nil {
		return Step{Flip: c.node, From: c.run}
	}
	return Step{}
}

// nextCandidate returns the best node for the target whose turn it is, and moves on to later
// targets if that target has none; nil if no target has one.
func (f *fitnessClimb) nextCandidate() (*climbTarget, candidate) {
	f.dropCoveredTargets()
	for range f.targets {
		t := f.targets[f.targetTurn]
		f.targetTurn = (f.targetTurn + 1) % len(f.targets)
		if !t.hasGrade {
			continue
		}
		if c := f.choose(t); c.node != nil {
			return t, c
		}
	}
	return nil, candidate{}
}

// A candidate is a node with its composite fitness value.
type candidate struct {
	node       *Node
	run        *Run
	composite  float64 // composite fitness value; less is better
	gain       *gain
	lastResort bool // the candidate comes after all candidates without this flag
	favored    bool // the candidate comes first among candidates with equal composite value and number of flips
}

// precedes reports whether c is better than d. It compares first whether a candidate is a last
// resort, then the composite value, the number of flips of the branch, whether a candidate is
// favored, the path (the latest is best) and the depth of the node (the least is best).
func (c *candidate) precedes(d *candidate) bool {
	switch {
	case c.lastResort != d.lastResort:
		return d.lastResort
	case c.composite != d.composite:
		return c.composite < d.composite
	case c.gain.flips != d.gain.flips:
		return c.gain.flips < d.gain.flips
	case c.favored != d.favored:
		return c.favored
	case c.run != d.run:
		return c.run.Number > d.run.Number
	}
	return c.node.Depth < d.node.Depth
}

// choose picks the best open node for a target.
func (f *fitnessClimb) choose(t *climbTarget) (best candidate) {
	f.w.numWalks++
	for grade := range t.paths {
		if f.considerGrade(t, grade, &best); best.node != nil && f.ungradedLast {
			return best
		}
	}
	f.considerUngraded(t, &best)
	return best
}

// considerGrade replaces best, the best node so far, by a better node on the paths of runs whose
// fitness has the given grade. It skips a path whose fitness value is worse than the best composite
// value by more than the greatest gain of any branch, and drops a run whose open nodes are all on
// better paths.
func (f *fitnessClimb) considerGrade(t *climbTarget, grade int, best *candidate) {
	branchGains := t.gains[grade]
	most := branchGains.maxMean()
	t.paths[grade] = slices.DeleteFunc(t.paths[grade], func(run *Run) bool {
		value := f.scale.fitness(run, t.targetIndex).value
		if best.node != nil && !best.lastResort && value-most > best.composite {
			return false
		}
		anyOpen := false
		for n := range run.Nodes {
			if n.lastWalk == f.w.numWalks {
				break // the walk has visited n and its ancestors on a better path
			}
			if n.lastWalk = f.w.numWalks; n.state == Open {
				anyOpen = true
				best.improve(f.candidate(n, run, value, branchGains))
			}
		}
		return !anyOpen // open ancestors of n are on a better path
	})
}

// considerUngraded replaces best by a better node among the nodes that are on no path with a grade.
// These nodes have the worst fitness value.
func (f *fitnessClimb) considerUngraded(t *climbTarget, best *candidate) {
	branchGains := t.gains[reached]
	if best.node != nil && worst-branchGains.maxMean() > best.composite {
		return
	}
	f.runs = slices.DeleteFunc(f.runs, func(r *Run) bool {
		anyOpen := false
		for n := range r.Nodes {
			if n.First != r {
				break
			}
			if n.state == Open {
				anyOpen = true
				if n.lastWalk != f.w.numWalks {
					best.improve(f.candidate(n, r, worst, branchGains))
				}
			}
		}
		return !anyOpen
	})
}

func (f *fitnessClimb) candidate(n *Node, r *Run, value float64, g gains) candidate {
	c := candidate{node: n, run: r, gain: g.gainOf(f.scale.branchKey(n))}
	c.composite = value - c.gain.mean()
	f.scale.rankCandidate(&c)
	return c
}

func (c *candidate) improve(d candidate) {
	if c.node == nil || d.precedes(c) {
		*c = d
	}
}

// A gain sums the improvements of the fitness by flips of a branch.
type gain struct {
	improvementSum float64 // sum of the fitness improvements of the flips
	flips          int     // number of flips of the branch
	multiFlipTrust         // record of the multi-flips of the branch
}

// add records the improvement of a number of flips.
func (g *gain) add(improvement float64, flips int) {
	g.improvementSum += improvement
	g.flips += flips
}

// mean is FGain(b): the average improvement of a flip, 0 if the branch was not flipped.
func (g *gain) mean() float64 {
	if g.flips == 0 {
		return 0
	}
	return g.improvementSum / float64(g.flips)
}

// gains holds the gain of each branch.
type gains map[int]*gain

func (g gains) gainOf(branch int) *gain {
	if g[branch] == nil {
		g[branch] = &gain{}
	}
	return g[branch]
}

// maxMean returns the greatest FGain(b), at least 0: a branch without flips has 0.
func (g gains) maxMean() (most float64) {
	for _, b := range g {
		most = max(most, b.mean())
	}
	return most
}
