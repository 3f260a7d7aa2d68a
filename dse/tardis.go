package dse

import (
	"math/rand/v2"
	"slices"
	"sort"

	"nearmiss/term"
)

func init() {
	Register("tardis", Sampled(Tardis))
	Register("tardis-printed", Tardis)
}

// Tardis draws nodes by a classifier of path conditions (Modonato, section 4). It learns from
// each node that it flips: the path condition of the other side is a feasible example if a run took
// that side, and an infeasible one otherwise, whether no input takes the side, no solver had an answer,
// or the run left the prefix. A path condition is the set of its clauses.
//
// Nodes form four sets by the label and the votes of their three nearest examples. The sets are
// drawn with 50, 30, 15 and 5 percent. If a set is empty the next one takes its place (after the
// last, the first). A node of the set is drawn with a probability proportional to the average
// similarity of its examples (sections 4.4, 4.5).
//
// Choices that the paper leaves open: before there are three examples the oldest node is flipped,
// as FIFO does. Nodes are classified again after one more example, plus one example for each
// thousand nodes. If no node of a set resembles its examples at all, each is as probable as any
// other. If no node is open, unknown nodes are drawn again until they have failed three times,
// because a failure is no proof. Paths of runs are no examples: with the paths of section 3 nearly
// all examples would be feasible.
//
// All steps together compare fingerprints once for each pair of node and example; in addition a
// step passes over some thousand nodes. A node takes some 400 bytes.
//
// The strategy that is registered as tardis is also Sampled.
func Tardis(w *World) Strategy {
	return &tardis{w: w, of: map[*Node]*prospect{}, digests: map[*term.Term]digest{}}
}

const (
	attempts = 3    // flips of a node
	share    = 1000 // nodes for each of which one more example is awaited before all nodes are classified again
)

// chances are the percentages of the sets: label 1 by three votes and by two, and label 0 by two
// and by three.
var chances = [numNeighbors + 1]int{50, 30, 15, 5}

type tardis struct {
	w          *World
	classifier classifier
	digests    map[*term.Term]digest
	of         map[*Node]*prospect // prospects of nodes that are open
	prospects  []*prospect         // in the order in which they arose
	sets       [len(chances)]set
	sorted     int         // number of prospects that are in sets
	classified int         // number of examples when all prospects were last classified
	again      []*prospect // prospects of steps that repeat a flip, until the outcome is known
	late       bool        // no prospect is open, and unknown ones are drawn
}

// A prospect is a node that may be flipped.
type prospect struct {
	node   *Node
	print  fingerprint
	says   prediction
	asked  bool // the node was flipped
	failed int  // number of failed flips
}

// ObserveRun implements Strategy.
func (f *tardis) ObserveRun(r *Run, fresh []*Node) {
	f.w.visitSlices(r, fresh, func(n *Node, clauses []*term.Term) {
		c := &prospect{node: n}
		for _, t := range clauses {
			c.print.add(f.digest(t))
		}
		f.prospects, f.of[n] = append(f.prospects, c), c
	})
}

// digest returns the digest of a clause. It caches digests, because a clause is part of many path
// conditions.
func (f *tardis) digest(clause *term.Term) digest {
	d, ok := f.digests[clause]
	if !ok {
		d = digestOf(clause, func(slot int32) int { return f.w.place(slot).FirstCounterpart })
		f.digests[clause] = d
	}
	return d
}

// ObserveClosed implements Strategy.
func (f *tardis) ObserveClosed(n *Node) {
	if c := f.of[n]; c != nil {
		delete(f.of, n)
		if c.asked {
			f.learn(c)
		}
	}
}

// learn makes a prospect an example by its state.
func (f *tardis) learn(c *prospect) {
	f.classifier.train(c.print, c.node.state == Taken)
	if c.node.state != Taken {
		c.failed++
	}
}

// Next implements Strategy.
func (f *tardis) Next() Step {
	f.again = slices.DeleteFunc(f.again, func(c *prospect) bool {
		if c.node.state != Taken && c.node.state != Asked { // a repeated flip is not announced by Closed
			f.learn(c)
		}
		return c.node.state != Asked
	})
	c := f.next()
	if c == nil {
		return Step{}
	}
	if c.node.state == Unknown {
		f.again = append(f.again, c)
	}
	c.asked = true
	return Step{Flip: c.node, Again: true}
}

func (f *tardis) next() *prospect {
	n := len(f.classifier.examples)
	if n < numNeighbors {
		return oldest(f.prospects)
	}
	late := !slices.ContainsFunc(f.prospects, func(c *prospect) bool {
		return c.node.state == Open || c.node.state == Asked && !slices.Contains(f.again, c)
	})
	if n-f.classified > len(f.prospects)/share || late && !f.late {
		f.classified, f.sorted = n, 0
		f.prospects = f.sweep()
		for i := range f.sets {
			f.sets[i].clear()
		}
	}
	for _, c := range f.prospects[f.sorted:] {
		f.classifier.classify(&c.print, &c.says)
		f.sets[numNeighbors-c.says.votes()].add(c)
	}
	f.sorted, f.late = len(f.prospects), late
	return f.draw()
}

// alive reports whether a prospect may be drawn.
func (c *prospect) alive() bool {
	return c.node.state == Open || c.node.state == Unknown && c.failed < attempts
}

// wanted reports whether a prospect is open, or alive if late.
func (c *prospect) wanted(late bool) bool { return c.node.state == Open || late && c.alive() }

// sweep returns the prospects that are alive. It learns from prospects whose side was taken after
// they had failed.
func (f *tardis) sweep() []*prospect {
	left := f.prospects[:0]
	for _, c := range f.prospects {
		switch {
		case c.alive(), c.node.state == Asked:
			left = append(left, c)
		case c.node.state == Taken && c.failed > 0:
			f.learn(c)
		}
	}
	clear(f.prospects[len(left):])
	return left
}

// oldest returns the first of the prospects that failed least and may be drawn; nil if there is
// none.
func oldest(list []*prospect) (first *prospect) {
	for _, c := range list {
		if c.alive() && (first == nil || c.failed < first.failed) {
			first = c
		}
	}
	return first
}

// draw draws a set, and from it a prospect; nil if there is none.
func (f *tardis) draw() *prospect {
	i := 0
	for left := f.w.Rand.IntN(100); left >= chances[i]; i++ {
		left -= chances[i]
	}
	for range f.sets {
		if c := f.sets[i].draw(f.w.Rand, f.late); c != nil {
			return c
		}
		i = (i + 1) % len(f.sets)
	}
	return nil
}

// A set holds the prospects of one label and number of votes, in the order in which they arose.
type set struct {
	list []*prospect
	sums []float64 // running sums of the average similarities
}

func (s *set) clear() {
	clear(s.list)
	s.list, s.sums = s.list[:0], s.sums[:0]
}

func (s *set) total() float64 {
	if len(s.sums) == 0 {
		return 0
	}
	return s.sums[len(s.sums)-1]
}

func (s *set) add(c *prospect) {
	s.sums = append(s.sums, s.total()+c.says.meanSimilarity())
	s.list = append(s.list, c)
}

// draw draws a prospect that is open, or alive if late; nil if there is none. If the drawn prospect
// is neither, all such prospects are removed first, except those whose answer is awaited.
func (s *set) draw(rng *rand.Rand, late bool) *prospect {
	c := s.any(rng)
	if c == nil || c.wanted(late) {
		return c
	}
	all := slices.Clone(s.list)
	s.clear()
	for _, c := range all {
		if c.wanted(late) {
			s.add(c)
		}
	}
	c = s.any(rng)
	for _, c := range all {
		if c.node.state == Asked { // it may be drawn again when the answer is known
			s.add(c)
		}
	}
	return c
}

// any draws a prospect with a probability proportional to its average similarity.
func (s *set) any(rng *rand.Rand) *prospect {
	n := len(s.list)
	switch {
	case n == 0:
		return nil
	case s.total() == 0:
		return s.list[rng.IntN(n)]
	}
	x := rng.Float64() * s.total()
	i := sort.Search(n-1, func(i int) bool { return x < s.sums[i] })
	return s.list[i]
}
