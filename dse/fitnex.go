package dse

import (
	"math"
	"slices"
)

// FitnexOptions are what Fitnex leaves open. The zero value is the strategy of
// the paper but for flips into and out of the worst value.
type FitnexOptions struct {
	// Printed counts a flip into or out of the worst fitness value in the
	// average of its branch, as the paper is printed, where that value is the
	// largest integer of 32 bits. Without it such flips say nothing about gain.
	Printed bool

	// Away tells paths that do not reach the predicate of a target apart, by
	// approach level and path distance (Run.Near.Away). They stand behind all
	// paths that reach it, and have gains of their own, because their units are
	// others.
	Away bool

	// Leap asks for several flips at once, where the gain of a branch says that
	// more than one is wanted (fitnex_leap.go). Branches whose flips led mostly
	// away from the predicate come last then.
	Leap bool

	// Goals leaves targets out that are none.
	Goals bool
}

// Fitnex flips the node with the least composite fitness value (Xie et al.
// 2009, section 4.1): of a path p with the fitness F(p) and of a node of the
// branch b on it, that is F(p) - FGain(b). FGain(b) is what flips of b improved
// the fitness by, on average, whoever provided them; 0 if there were none. A
// node that several paths share counts in the best of them, and that one's
// input is where its flip starts from.
//
// Each uncovered target whose predicate some run has evaluated has fitness
// values, gains and priorities of its own, and these targets take turns. If
// there is none, Fitnex declines. Nodes that are on no path to the predicate
// come last.
//
// The paper leaves ties open. Of equal nodes, one of the branch that was flipped
// least is flipped, so that each comes to show what it gains; of these one on
// the latest path, and there the least deep, for which there is least to solve.
//
// A run takes time linear in its new nodes and in the targets, most of it when a
// node is asked for. When a target has its turn, the paths since its last one are
// ranked: each takes time logarithmic
// in the runs for each branch of the program on it, if it comes nearer to the
// target than the path it branched off, and otherwise for its new branches alone.
// Next takes beside that time linear in the branches of the program, and
// logarithmic in the runs. Neither depends on the size of the tree. Memory is
// linear in its open nodes, and for each run, in branches.
func Fitnex(o FitnexOptions) Strategy {
	return func(w *World) Frontier { return newFitnex(w, o, newPaths(w, o.Leap)) }
}

// Fitness values that have no number of their own.
const (
	worst    = math.MaxInt32 // not reached, as the paper has it
	farthest = 1e300         // reached, and infinitely far
)

// Grades of fitness values: any value of a lower one is better.
const (
	reached = iota // the distance of the predicate
	away           // how far away from it
	unknown
)

// fitness is the fitness value of a path, F(p).
type fitness struct {
	grade int
	value float64
}

func (a fitness) less(b fitness) bool {
	return a.grade < b.grade || a.grade == b.grade && a.value < b.value
}

// akin reports whether two values are about the same predicate.
func (a fitness) akin(b fitness) bool {
	return a.grade == b.grade && a.grade != unknown && (a.grade == reached || math.Floor(a.value) == math.Floor(b.value))
}

// closeness is how near a run came to target number i, if all that is known of it
// counts.
func closeness(r *Run, i int) fitness {
	n := r.Near[i]
	switch {
	case n.Reached:
		return fitness{reached, min(n.Distance, farthest)}
	case !math.IsInf(n.Away, 1):
		return fitness{away, n.Away}
	}
	return fitness{unknown, worst}
}

// fitnex implements Progressive.
type fitnex struct {
	w        *World
	o        FitnexOptions
	paths    *paths
	targets  []*target // that are not known to be covered
	at       []*target // by their places in Run.Near; nil: it is none of them
	fresh    []*Node   // announced since the last run
	ends     []int32   // paths of all runs, in order
	pairs    room[pair]
	every    ranking // of all paths, as if of equal fitness
	all      int     // paths in every: the others wait until it is asked
	turn     int     // of targets
	seen     int     // branches that were covered when it was asked last
	progress bool
	strides  int // how often the run that is taken in takes the flipped branch's other side more than what it was made from
	aim      aim // of the node provided last
}

// target is what is known of one target.
type target struct {
	branch uint32
	near   int     // its place in Run.Near
	best   fitness // of all runs
	rank   [unknown]ranking
	late   [unknown]pairs   // paths that wait to be ranked until they may be the best
	bar    [unknown]float64 // the value up to which paths were ranked last
	gains  [unknown]gains
	radius table[int] // with FitnexOptions.Leap: of each branch, the longest leap; 0 is any
}

// newFitnex may share paths with another that is told of the same runs in the same
// order, though not at the same time.
func newFitnex(w *World, o FitnexOptions, s *paths) *fitnex {
	f := &fitnex{w: w, o: o, paths: s, pairs: room[pair]{least: 4 * leastBlock}}
	all := make([]target, 0, len(w.Targets))
	for i, b := range w.Targets {
		if !o.Goals || slices.Contains(w.Goals, b) {
			all = append(all, target{branch: b, near: i, best: fitness{unknown, worst}})
		}
	}
	f.targets, f.at = make([]*target, len(all)), make([]*target, len(w.Targets))
	for i := range all {
		f.targets[i], f.at[all[i].near] = &all[i], &all[i]
	}
	return f
}

// New implements Frontier.
func (f *fitnex) New(n *Node) { f.fresh = append(f.fresh, n) }

func (f *fitnex) batch(nodes []*Node) {
	if f.fresh == nil {
		f.fresh = nodes
	} else {
		f.fresh = append(f.fresh, nodes...)
	}
}

// Exhausted implements Frontier. Nodes that are not open are passed over.
func (f *fitnex) Exhausted(*Node) {}

// Progress implements Progressive.
func (f *fitnex) Progress() bool { return f.progress }

// Ran implements Frontier. What the path consists of waits until a node is asked
// for, as many nodes are open no more by then.
func (f *fitnex) Ran(r *Run) {
	if f.ends == nil {
		f.ends = make([]int32, 0, 4*leastBlock)
	}
	end := f.paths.end(r, f.fresh)
	f.ends = append(f.ends, end)
	f.fresh = nil
	f.progress = false
	done := false
	for _, i := range r.nearby(f.w) {
		t := f.at[i]
		if t == nil || !f.known(r, i) {
			continue
		}
		now := f.fitness(r, t)
		if now.less(t.best) {
			t.best, f.progress = now, true
		}
		if !f.w.Covered(t.branch) {
			t.late[now.grade].push(pair{value: now.value, path: end}, &f.pairs)
		} else if now == (fitness{reached, 0}) {
			done = true
		}
	}
	if n := settled(r); n != nil && n.State() == Taken {
		f.gained(r, n)
	}
	if done {
		f.leave(func(t *target) bool { return t.best == fitness{reached, 0} })
	}
}

// known reports whether the fitness of one of the targets nearby is not the worst.
func (f *fitnex) known(r *Run, place int32) bool { return f.o.Away || r.Near[place].Reached }

// leave drops those covered targets of which something holds. The turns stay as they are.
func (f *fitnex) leave(which func(t *target) bool) {
	left, turn := f.targets[:0], f.turn
	for i, t := range f.targets {
		switch {
		case !f.w.Covered(t.branch) || !which(t):
			left = append(left, t)
			continue
		case i < turn:
			f.turn--
		}
		f.at[t.near] = nil
	}
	clear(f.targets[len(left):])
	if f.targets = left; f.turn == len(left) {
		f.turn = 0
	}
}

// gained tells of a run that took the other side of the node it was made for.
func (f *fitnex) gained(r *Run, n *Node) {
	f.strides = f.stride(r)
	b, from := f.paths.number(n), n.start()
	if f.printed() {
		for _, t := range f.targets {
			f.flipped(t, b, f.fitness(from, t), f.fitness(r, t))
		}
		return
	}
	for _, i := range from.nearby(f.w) {
		if t := f.at[i]; t != nil && f.known(from, i) && !f.w.Covered(t.branch) {
			f.flipped(t, b, f.fitness(from, t), f.fitness(r, t))
		}
	}
}

// rankUpTo ranks the paths of a grade that wait and have at most a fitness value, and
// reports whether there were any.
func (f *fitnex) rankUpTo(t *target, grade int, value float64) (any bool) {
	late := &t.late[grade]
	for len(*late) > 0 && (*late)[0].value <= value {
		p := (*late)[0]
		late.pop()
		f.insert(t, fitness{grade, p.value}, p.path)
		any = true
	}
	return any
}

// insert ranks a path of a fitness.
func (f *fitnex) insert(t *target, now fitness, i int32) {
	s := f.paths
	s.open(i)
	p, rank := s.list[i-1], &t.rank[now.grade]
	if p.parent == 0 || now.less(f.fitness(s.runs[p.parent-1], t)) {
		for _, b := range s.branches[p.all.from:p.all.to] { // the nodes that they share are on a better path now
			rank.push(b, pair{value: now.value, path: i}, &f.pairs)
		}
		return
	}
	f.push(rank, i, now.value)
}

// push ranks a path for its new branches.
func (f *fitnex) push(rank *ranking, i int32, value float64) {
	own := f.paths.list[i-1].own
	for _, t := range f.paths.stretches[own.from:own.to] {
		rank.push(t.branch, pair{value: value, path: i}, &f.pairs)
	}
}

// flipped takes the gain of a flip of branch b into account.
func (f *fitnex) flipped(t *target, b int, was, now fitness) {
	if f.o.Leap && was.grade != unknown {
		lost := now.grade > was.grade
		t.gains[was.grade].lose(b, lost)
		t.landed(b, f.strides, !lost)
	}
	switch {
	case f.printed():
		t.gains[reached].add(b, was.value-now.value, 1)
	case was.grade == now.grade && now.grade != unknown:
		t.gains[now.grade].add(b, was.value-now.value, f.strides)
		f.stepped(t, b, was, now)
	}
}

func (f *fitnex) printed() bool { return f.o.Printed && !f.o.Away }

// fitness is that of a run to a target.
func (f *fitnex) fitness(r *Run, t *target) fitness {
	now := closeness(r, t.near)
	switch {
	case now.grade == reached && f.printed():
		now.value = min(now.value, worst)
	case now.grade == away && !f.o.Away:
		return fitness{unknown, worst}
	}
	return now
}

// Next implements Frontier.
func (f *fitnex) Next() *Node {
	if f.seen != f.w.covered.size {
		f.seen = f.w.covered.size
		f.leave(func(*target) bool { return true })
	}
	for range f.targets {
		t := f.targets[f.turn]
		f.turn = (f.turn + 1) % len(f.targets)
		if t.best.grade == unknown {
			continue
		}
		if c := f.choose(t); c.node != nil {
			c.node.Start = f.paths.runs[c.path-1]
			f.aim = aim{t, c.node}
			return c.node
		}
	}
	return nil
}

// choose picks the best open node for a target.
func (f *fitnex) choose(t *target) choice {
	var best choice
	for grade := range t.rank {
		best = f.nearest(t, grade, best)
		if best.node != nil && !f.printed() {
			return best
		}
	}
	for ; f.all < len(f.ends); f.all++ {
		f.paths.open(f.ends[f.all])
		f.push(&f.every, f.ends[f.all], 0)
	}
	return f.every.choose(&t.gains[reached], worst, f.paths, best)
}

// nearest picks the best open node among the paths of a grade, if it is better than what
// there is. Of those that wait it ranks the ones that may have a better node: none has
// one whose fitness value is worse than the best node's composite one by more than
// any branch gains. What that was when the target last had its turn tells most of them,
// so that one look at the branches is enough.
func (f *fitnex) nearest(t *target, grade int, best choice) choice {
	rank, g := &t.rank[grade], &t.gains[grade]
	if f.printed() {
		f.rankUpTo(t, grade, math.Inf(1))
		return rank.choose(g, 0, f.paths, best)
	}
	f.rankUpTo(t, grade, t.bar[grade])
	for {
		best = rank.choose(g, 0, f.paths, best)
		t.bar[grade] = math.Inf(1)
		if best.node != nil && !best.loses {
			t.bar[grade] = best.composite + g.most()
		}
		if !f.rankUpTo(t, grade, t.bar[grade]) {
			return best
		}
	}
}
