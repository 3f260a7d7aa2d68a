package dse

import (
	"math"
	"slices"
)

// FitnexOptions are what Fitnex goes by beside the paper. The zero value is the
// strategy of the paper: a path that does not reach the predicate of a target has the
// worst fitness value, the largest integer of 32 bits, and a flip into or out of that
// counts in the average of its branch like any other. With Away or Leap paths are told
// apart by grade, and such a flip says nothing about gain.
type FitnexOptions struct {
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

// graded reports whether flips from one grade to another say nothing about gain.
func (o FitnexOptions) graded() bool { return o.Away || o.Leap }

// Fitnex flips the node with the least composite fitness value (Xie et al.
// 2009, section 4.1): of a path p with the fitness F(p) and of a node of the
// branch b on it, that is F(p) - FGain(b). FGain(b) is what flips of b improved
// the fitness by, on average, whoever provided them; 0 if there were none. A
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
// A run takes time linear in its new nodes, most of it when a node is asked for, and
// logarithmic in the runs for each target that it or the run before its flip came near;
// without grades, constant time for every other target. When a target has its turn, the paths that may be the best are ranked: each takes time
// logarithmic in the runs for each branch of the program on it, if it comes nearer to the
// target than the path it branched off, and otherwise for its new branches alone.
// Next takes beside that time linear in the branches of the program, and
// logarithmic in the runs. Neither depends on the size of the tree. Memory is
// linear in its open nodes, and for each run, in branches.
func Fitnex(o FitnexOptions) Strategy {
	return func(w *World) Frontier { return newFitnex(newFindings(w, o), o) }
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
	grade  int
	value  float64
	answer bool // Near.Answer
}

func (a fitness) less(b fitness) bool {
	return a.grade < b.grade || a.grade == b.grade && a.value < b.value
}

// akin reports whether two values are about the same predicate, and none about what a call
// answered.
func (a fitness) akin(b fitness) bool {
	return !a.answer && !b.answer && a.grade == b.grade && a.grade != unknown && (a.grade == reached || math.Floor(a.value) == math.Floor(b.value))
}

// closeness is how near a run came to target number i, if all that is known of it
// counts: of runs that were polished, how near its path comes.
func closeness(r *Run, i int) fitness {
	n := &r.Near[i]
	switch {
	case n.Reached && n.polished:
		return fitness{grade: reached, value: n.least}
	case n.Reached:
		return fitness{grade: reached, value: min(n.Distance, farthest)}
	case !math.IsInf(n.Away, 1):
		return fitness{away, n.Away, n.Answer}
	}
	return fitness{grade: unknown, value: worst}
}

// fitnex implements Progressive. It takes turns among the targets of what was found.
type fitnex struct {
	*findings
	o        FitnexOptions
	turns    []*target // that are not known to be covered
	turn     int
	progress nearer  // what is
	told     int     // runs that it was told of
	seen     int     // branches that were covered when it was asked last
	aim      aim     // of the node provided last
	hints    []Hint  // of that
	flips    []*Node // that these have in common
}

// newFitnex may share findings with others.
func newFitnex(s *findings, o FitnexOptions) *fitnex {
	f := &fitnex{findings: s, o: o}
	f.begin()
	for grade := range f.grades() {
		if f.progress |= nearerTo(true, grade); !o.Goals {
			f.progress |= nearerTo(false, grade)
		}
	}
	return f
}

// begin begins with the turns of all targets.
func (f *fitnex) begin() {
	f.turns = slices.Grow(f.turns[:0], len(f.targets))
	for _, t := range f.targets {
		if t != nil && (t.goal || !f.o.Goals) {
			f.turns = append(f.turns, t)
		}
	}
	f.turn, f.told, f.seen, f.aim = 0, 0, 0, aim{}
}

// renew implements renewer. What several go by is made new by each of them, which does
// no harm before they are told of anything.
func (f *fitnex) renew() {
	f.findings.renew()
	f.begin()
}

// New implements Frontier.
func (f *fitnex) New(n *Node) { f.batch([]*Node{n}) }

func (f *fitnex) batch(nodes []*Node) {
	if f.told == len(f.found) {
		f.announce(nodes)
	}
}

// Exhausted implements Frontier. Nodes that are not open are passed over.
func (f *fitnex) Exhausted(*Node) {}

// Ran implements Frontier.
func (f *fitnex) Ran(r *Run) {
	if f.told == len(f.found) {
		f.ran(r)
	}
	f.told++
}

// Progress implements Progressive.
func (f *fitnex) Progress() bool { return f.told > 0 && f.found[f.told-1].nearer&f.progress != 0 }

// grades are how many grades of fitness values it tells from the worst one.
func (f *fitnex) grades() int {
	if f.o.Away {
		return unknown
	}
	return away
}

// leave drops covered targets. The turns stay as they are.
func (f *fitnex) leave() {
	left, turn := f.turns[:0], f.turn
	for i, t := range f.turns {
		switch {
		case !f.w.Covered(t.branch):
			left = append(left, t)
			continue
		case i < turn:
			f.turn--
		}
		f.targets[t.near] = nil
	}
	clear(f.turns[len(left):])
	if f.turns = left; f.turn == len(left) {
		f.turn = 0
	}
}

// Next implements Frontier.
func (f *fitnex) Next() *Node {
	if f.seen != f.w.covered.size {
		f.seen = f.w.covered.size
		f.leave()
	}
	for range f.turns {
		t := f.turns[f.turn]
		f.turn = (f.turn + 1) % len(f.turns)
		if f.w.nearest(t.near).grade >= f.grades() {
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
	for grade := range f.grades() {
		best = f.nearest(t, grade, best)
		if best.node != nil && f.graded {
			return best
		}
	}
	return f.rankEvery().choose(&t.gains[reached], worst, f.paths, best)
}

// nearest picks the best open node among the paths of a grade, if it is better than what
// there is. Of those that wait it ranks the ones that may have a better node: none has
// one whose fitness value is worse than the best node's composite one by more than
// any branch gains. What that was when the target last had its turn tells most of them,
// so that one look at the branches is enough.
func (f *fitnex) nearest(t *target, grade int, best choice) choice {
	rank, g := &t.rank[grade], &t.gains[grade]
	if !f.graded {
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
