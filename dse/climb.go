package dse

import "slices"

// A climb flips nodes by the fitness of the paths that contain them, for one target after another.
// Its scale defines fitness and gain: as in the paper (fitnex.go), or by grades (graded.go).
//
// A run takes time linear in the number of targets. Next walks the paths of a target, best first,
// until no better node can follow, and visits each node once: in the worst case it takes time
// linear in the tree.
type climb struct {
	w       *World
	scale   scale
	apart   bool      // nodes on paths without a grade come after all other nodes
	targets []*target // not known to be covered
	turn    int
	runs    []*Run // that added nodes to the tree of which some may be open
}

// A scale defines the fitness that a climb uses.
type scale interface {
	// fitness returns the fitness of a run for the target at an index.
	fitness(r *Run, place int) fitness

	// gained records how the run r of a flip changed the fitness for t, from was to now.
	gained(t *target, r *Run, was, now fitness)

	// branch returns the key under which gains of flips of n are summed.
	branch(n *Node) int

	// weigh sets the fields of c that order candidates in addition to the composite value.
	weigh(c *candidate)
}

// target is the state of a climb towards one target.
type target struct {
	branch uint32
	place  int
	met    bool            // some run has a fitness with a grade
	paths  [unknown][]*Run // by grade, best first: runs that may have open nodes
	gains  [unknown]gains
}

// newClimb returns a climb towards the targets that wanted accepts, by index. It has no scale yet.
func newClimb(w *World, wanted func(place int) bool) *climb {
	f := &climb{w: w}
	for i, b := range w.Targets {
		if wanted(i) {
			f.targets = append(f.targets, &target{branch: b, place: i, gains: [unknown]gains{{}, {}}})
		}
	}
	return f
}

// Closed implements Strategy. Next passes over nodes that are not open.
func (f *climb) Closed(*Node) {}

// Ran implements Strategy.
func (f *climb) Ran(r *Run, fresh []*Node) {
	if len(fresh) > 0 {
		f.runs = append(f.runs, r)
	}
	for _, t := range f.targets {
		now := f.scale.fitness(r, t.place)
		if now.grade != unknown {
			t.met = true
			list := &t.paths[now.grade]
			i, _ := slices.BinarySearchFunc(*list, now.value, func(p *Run, value float64) int {
				if f.scale.fitness(p, t.place).value < value {
					return -1
				}
				return 1 // of equal values the latest run comes first
			})
			*list = slices.Insert(*list, i, r)
		}
		if n := r.Flipped; n != nil && n.state == Taken {
			f.scale.gained(t, r, f.scale.fitness(r.from, t.place), now)
		}
	}
}

// leave drops covered targets. The order of turns does not change.
func (f *climb) leave() {
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
func (f *climb) Next() Step {
	if t, c := f.next(); t != nil {
		return Step{Flip: c.node, From: c.path}
	}
	return Step{}
}

// next returns the best node for the target whose turn it is, and moves on to later targets if that
// target has none; nil if no target has one.
func (f *climb) next() (*target, candidate) {
	f.leave()
	for range f.targets {
		t := f.targets[f.turn]
		f.turn = (f.turn + 1) % len(f.targets)
		if !t.met {
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
	node      *Node
	path      *Run
	composite float64
	gain      *gain
	late      bool // comes after all candidates that are not late
	favored   bool // comes first among candidates with equal composite value and number of flips
}

// before orders candidates, the better first: by composite value, then by the number of flips of
// the branch, then the latest path, then the least deep node.
func (c *candidate) before(d *candidate) bool {
	switch {
	case c.late != d.late:
		return d.late
	case c.composite != d.composite:
		return c.composite < d.composite
	case c.gain.flips != d.gain.flips:
		return c.gain.flips < d.gain.flips
	case c.favored != d.favored:
		return c.favored
	case c.path != d.path:
		return c.path.Number > d.path.Number
	}
	return c.node.Depth < d.node.Depth
}

// choose picks the best open node for a target.
func (f *climb) choose(t *target) (best candidate) {
	f.w.walks++
	for grade := range t.paths {
		if f.nearest(t, grade, &best); best.node != nil && f.apart {
			return best
		}
	}
	f.others(t, &best)
	return best
}

// nearest improves best by the nodes on the paths of a grade. It skips a path whose fitness value
// is worse than the best composite value by more than the greatest gain of any branch.
func (f *climb) nearest(t *target, grade int, best *candidate) {
	g := t.gains[grade]
	most := g.most()
	t.paths[grade] = slices.DeleteFunc(t.paths[grade], func(r *Run) bool {
		value := f.scale.fitness(r, t.place).value
		if best.node != nil && !best.late && value-most > best.composite {
			return false
		}
		open := false
		for n := range r.Nodes {
			if n.walked == f.w.walks {
				break // the walk has visited n and its ancestors on a better path
			}
			if n.walked = f.w.walks; n.state == Open {
				open = true
				best.improve(f.candidate(n, r, value, g))
			}
		}
		return !open // open ancestors of n are on a better path
	})
}

// others improves best by the nodes that are on no path with a grade. They have the worst fitness
// value.
func (f *climb) others(t *target, best *candidate) {
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

func (f *climb) candidate(n *Node, r *Run, value float64, g gains) candidate {
	c := candidate{node: n, path: r, gain: g.of(f.scale.branch(n))}
	c.composite = value - c.gain.mean()
	f.scale.weigh(&c)
	return c
}

func (c *candidate) improve(d candidate) {
	if c.node == nil || d.before(c) {
		*c = d
	}
}

// A gain sums the improvements of the fitness by flips of a branch.
type gain struct {
	sum   float64
	flips int
	trust // in multi-flips
}

// add records the improvement of a number of flips.
func (g *gain) add(improvement float64, flips int) {
	g.sum += improvement
	g.flips += flips
}

// mean is FGain(b): the average improvement of a flip, 0 if the branch was not flipped.
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

// most returns the greatest FGain(b), at least 0: a branch without flips has 0.
func (g gains) most() (most float64) {
	for _, b := range g {
		most = max(most, b.mean())
	}
	return most
}
