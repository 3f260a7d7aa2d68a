package dse

import "slices"

func init() {
	Register("fitnex", Fitnex(FitnexOptions{}))
	Register("fitnex-away", Fitnex(FitnexOptions{Away: true}))
}

// FitnexOptions are what Fitnex goes by beside the paper. The zero value is the
// strategy of the paper: a path that does not reach the predicate of a target has the
// worst fitness value, the largest integer of 32 bits, and a flip into or out of that
// counts in the average of its branch like any other. With Away or Leap paths are told
// apart by grade, and such a flip says nothing about gain.
type FitnexOptions struct {
	// Away tells paths that do not reach the predicate of a target apart, by
	// approach level and path distance (Near.Away). They stand behind all paths that
	// reach it, and have gains of their own, because their units are others.
	Away bool

	// Leap flips several nodes at once, where the gain of a branch says that more than
	// one is wanted (leap.go). Branches whose flips led mostly away from the predicate
	// come last then.
	Leap bool

	// Goals leaves targets out that are none.
	Goals bool
}

// graded reports whether flips from one grade to another say nothing about gain.
func (o FitnexOptions) graded() bool { return o.Away || o.Leap }

// Fitnex flips the node with the least composite fitness value (Xie et al.
// 2009, section 4.1): of a path p with the fitness F(p) and of a node of the
// branch b on it, that is F(p) - FGain(b). FGain(b) is what flips of b improved
// the fitness by, on average, whoever asked for them; 0 if there were none. A
// node that several paths share counts in the best of them, and that one's
// input is where its flip starts from.
//
// Each uncovered target whose predicate some run has evaluated has fitness
// values, gains and priorities of its own, and these targets take turns. If
// there is none, Fitnex declines (section 7). With grades, nodes that are on no path to
// the predicate come last.
//
// The paper leaves ties open. Of equal nodes, one of the branch that was flipped
// least is flipped, so that each comes to show what it gains; of these one on
// the latest path, and there the least deep, for which there is least to solve.
//
// A run takes time linear in the targets. Next walks the paths of a target, best first, until
// no better node can come, and each node once: in the worst case it takes time linear in
// the tree.
func Fitnex(o FitnexOptions) Factory {
	return func(w *World) Strategy {
		f := &fitnex{w: w, o: o}
		for i, b := range w.Targets {
			if w.IsGoal(i) || !o.Goals {
				f.targets = append(f.targets, &target{branch: b, place: i, gains: [unknown]gains{{}, {}}})
			}
		}
		return f
	}
}

type fitnex struct {
	w       *World
	o       FitnexOptions
	targets []*target // that are not known to be covered
	turn    int
	runs    []*Run // whose own nodes may be open
}

// target is what is known of one target.
type target struct {
	branch uint32
	place  int
	paths  [unknown][]*Run // that may have open nodes, best first, of each grade
	gains  [unknown]gains
}

// Closed implements Strategy. Nodes that are not open are passed over.
func (f *fitnex) Closed(*Node) {}

// Ran implements Strategy.
func (f *fitnex) Ran(r *Run, fresh []*Node) {
	if len(fresh) > 0 {
		f.runs = append(f.runs, r)
	}
	for _, t := range f.targets {
		now := f.fitness(r, t)
		if now.grade != unknown {
			list := &t.paths[now.grade]
			i, _ := slices.BinarySearchFunc(*list, now.value, func(p *Run, value float64) int {
				if f.fitness(p, t).value < value {
					return -1
				}
				return 1 // of equal ones the latest comes first
			})
			*list = slices.Insert(*list, i, r)
		}
		if n := r.Flipped; n != nil && n.state == Taken {
			f.gained(t, r, now)
		}
	}
}

// fitness is that of a run to a target.
func (f *fitnex) fitness(r *Run, t *target) fitness {
	now := fitnessOf(r, t.place)
	switch {
	case now.grade == reached && !f.o.graded():
		now.value = min(now.value, worst)
	case now.grade == away && !f.o.Away:
		return farthest
	}
	return now
}

// gained takes the gain of the flip that a run was made by into account.
func (f *fitnex) gained(t *target, r *Run, now fitness) {
	was, b := f.fitness(r.from, t), f.branch(r.Flipped)
	switch {
	case !f.o.graded():
		t.gains[reached].of(b).add(was.value-now.value, 1)
	case was.grade == unknown:
	case f.o.Leap:
		f.leapt(t, b, r, was, now)
	case was.grade == now.grade:
		t.gains[now.grade].of(b).add(was.value-now.value, 1)
	}
}

// leave drops covered targets. The turns stay as they are.
func (f *fitnex) leave() {
	left, turn := f.targets[:0], f.turn
	for i, t := range f.targets {
		if !f.w.Covered(t.branch) {
			left = append(left, t)
		} else if i < turn {
			f.turn--
		}
	}
	if f.targets = left; f.turn >= len(left) {
		f.turn = 0
	}
}

// Next implements Strategy.
func (f *fitnex) Next() Step {
	f.leave()
	for range f.targets {
		t := f.targets[f.turn]
		f.turn = (f.turn + 1) % len(f.targets)
		if f.w.best[t.place].grade == reached || f.o.Away && f.w.best[t.place].grade == away {
			if c := f.choose(t); c.node != nil {
				return Step{Flip: c.node, From: c.path, Soft: f.leap(t, c)}
			}
		}
	}
	return Step{}
}

// A candidate is a node with its composite fitness value.
type candidate struct {
	node      *Node
	path      *Run
	composite float64
	gain      *gain
	grows     bool // its flip makes a list longer, as far as that matters
}

// before orders candidates, the better first: what loses the grade comes last; then by
// composite value, then the branch that was flipped least, then the latest path, then the
// least deep.
func (c *candidate) before(d *candidate) bool {
	switch {
	case c.gain.loses() != d.gain.loses():
		return d.gain.loses()
	case c.composite != d.composite:
		return c.composite < d.composite
	case c.gain.flips != d.gain.flips:
		return c.gain.flips < d.gain.flips
	case c.grows != d.grows:
		return c.grows
	case c.path != d.path:
		return c.path.Number > d.path.Number
	}
	return c.node.Depth < d.node.Depth
}

// choose picks the best open node for a target.
func (f *fitnex) choose(t *target) (best candidate) {
	f.w.walks++
	for grade := range t.paths {
		if f.nearest(t, grade, &best); best.node != nil && f.o.graded() {
			return best
		}
	}
	f.others(t, &best)
	return best
}

// nearest looks for a better node among the paths of a grade: none has one whose fitness
// value is worse than the best composite one by more than any branch gains.
func (f *fitnex) nearest(t *target, grade int, best *candidate) {
	g := t.gains[grade]
	most := g.most()
	t.paths[grade] = slices.DeleteFunc(t.paths[grade], func(r *Run) bool {
		value := f.fitness(r, t).value
		if best.node != nil && !best.gain.loses() && value-most > best.composite {
			return false
		}
		open := false
		for n := range r.Nodes {
			if n.walked == f.w.walks {
				break // what is before it is on a better path
			}
			if n.walked = f.w.walks; n.state == Open {
				open = true
				best.improve(f.candidate(n, r, value, g))
			}
		}
		return !open // what is open before them is on a better path
	})
}

// others looks for a better node among those that are on no path to the predicate, which
// have the worst fitness value.
func (f *fitnex) others(t *target, best *candidate) {
	g := t.gains[reached]
	if best.node != nil && worst-g.most() > best.composite {
		return
	}
	f.runs = slices.DeleteFunc(f.runs, func(r *Run) bool {
		open := false
		for n := range r.Nodes {
			if n.First != r {
				break
			}
			if n.state == Open {
				open = true
				if n.walked != f.w.walks {
					best.improve(f.candidate(n, r, worst, g))
				}
			}
		}
		return !open
	})
}

func (f *fitnex) candidate(n *Node, r *Run, value float64, g gains) candidate {
	c := candidate{node: n, path: r, gain: g.of(f.branch(n)), grows: f.grows(n)}
	c.composite = value - c.gain.mean()
	return c
}

func (c *candidate) improve(d candidate) {
	if c.node == nil || d.before(c) {
		*c = d
	}
}

// branch numbers the branches of nodes. With leaps, those whose flips make a list longer
// are apart from others.
func (f *fitnex) branch(n *Node) int { return 2*n.location + index(f.grows(n)) }

// grows reports whether the flip of a node makes a list longer, as far as that matters.
func (f *fitnex) grows(n *Node) bool { return f.o.Leap && f.w.Grows(n) }

// A gain is what flips of a branch improved the fitness by.
type gain struct {
	sum   float64
	flips int
	trust // with FitnexOptions.Leap
}

// add takes the improvement of so many flips into account.
func (g *gain) add(improvement float64, flips int) {
	g.sum += improvement
	g.flips += flips
}

// mean is FGain(b), 0 if it was not flipped.
func (g *gain) mean() float64 {
	if g.flips == 0 {
		return 0
	}
	return g.sum / float64(g.flips)
}

// gains holds the gain of each branch.
type gains map[int]*gain

func (g gains) of(branch int) *gain {
	if g[branch] == nil {
		g[branch] = &gain{}
	}
	return g[branch]
}

// most is the greatest FGain(b), at least 0, which is that of a branch that was not flipped.
func (g gains) most() (most float64) {
	for _, b := range g {
		most = max(most, b.mean())
	}
	return most
}
