package dse

import (
	"cmp"
	"math/rand/v2"
	"slices"

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
// All steps together compare fingerprints once for each pair of node and example; in addition each
// step visits the nodes that may be flipped. A node takes some 400 bytes.
//
// The strategy that is registered as tardis is also Sampled.
func Tardis(w *World) Strategy {
	return &tardis{w: w, digester: newDigester(func(slot int32) int { return w.place(slot).FirstCounterpart })}
}

const (
	maxFailedFlips  = 3    // most failed flips of a node
	nodesPerExample = 1000 // all nodes are classified again after one more example, plus one for nodesPerExample nodes each
)

// chances are the percentages of the sets: label 1 by three votes and by two, and label 0 by two
// and by three.
var chances = [numNeighbors + 1]int{50, 30, 15, 5}

type tardis struct {
	ignoresClosed
	w          *World
	classifier classifier
	classified int // number of examples when all prospects were last classified
	digester   *digester
	prospects  []*prospect // in the order in which they arose
	flipped    []*prospect // prospects whose flip is no example yet
}

// A prospect is a node that may be flipped.
type prospect struct {
	node        *Node
	fingerprint fingerprint
	prediction  prediction
	failed      int // number of failed flips
}

// ObserveRun implements Strategy.
func (f *tardis) ObserveRun(r *Run, fresh []*Node) {
	add := func(set fingerprint, clause *term.Term) fingerprint {
		set.add(f.digester.digest(clause))
		return set
	}
	visitSlices(f.w, r, fresh, add, fingerprint.union, func(n *Node, slice fingerprint) {
		f.prospects = append(f.prospects, &prospect{node: n, fingerprint: slice})
	})
}

// Next implements Strategy.
func (f *tardis) Next() Step {
	f.flipped = slices.DeleteFunc(f.flipped, func(c *prospect) bool {
		if c.node.state == Asked {
			return false
		}
		f.learn(c)
		return true
	})
	c := f.next()
	if c == nil {
		return Step{}
	}
	f.flipped = append(f.flipped, c)
	return Step{Flip: c.node, Again: true}
}

// learn makes a flipped prospect an example by its state.
func (f *tardis) learn(c *prospect) {
	f.classifier.train(c.fingerprint, c.node.state == Taken)
	if c.failed++; c.node.state == Taken {
		c.failed = 0
	}
}

// next returns the prospect to flip, nil if there is none.
func (f *tardis) next() *prospect {
	n := len(f.classifier.examples)
	again := n-f.classified > len(f.prospects)/nodesPerExample
	if again {
		f.classified = n
		f.sweep()
	}
	open := slices.ContainsFunc(f.prospects, func(c *prospect) bool {
		return c.node.state == Open || c.node.state == Asked && c.failed == 0
	})
	var list []*prospect
	for _, c := range f.prospects {
		if again || c.prediction.numCompared < numNeighbors {
			f.classifier.classify(&c.fingerprint, &c.prediction)
		}
		if c.node.state == Open || !open && c.alive() {
			list = append(list, c)
		}
	}
	if n < numNeighbors {
		return oldest(list)
	}
	return draw(f.w.Rand, list)
}

// sweep removes the prospects that cannot be flipped any more. It learns from those whose side was
// taken after they had failed.
func (f *tardis) sweep() {
	f.prospects = slices.DeleteFunc(f.prospects, func(c *prospect) bool {
		if c.node.state == Taken && c.failed > 0 {
			f.learn(c)
		}
		return c.node.state != Asked && !c.alive()
	})
}

// alive reports whether a prospect may be flipped, for the first time or again.
func (c *prospect) alive() bool {
	return c.node.state == Open || c.node.state == Unknown && c.failed < maxFailedFlips
}

// oldest returns the first of the prospects that failed least, nil if there is none.
func oldest(list []*prospect) *prospect {
	if len(list) == 0 {
		return nil
	}
	return slices.MinFunc(list, func(a, b *prospect) int { return cmp.Compare(a.failed, b.failed) })
}

// draw draws a set of the prospects, and of the set a prospect with a probability proportional to
// its average similarity (section 4.5). It returns nil if there are no prospects.
func draw(rng *rand.Rand, list []*prospect) *prospect {
	if len(list) == 0 {
		return nil
	}
	var sets [len(chances)][]*prospect
	for _, c := range list {
		i := numNeighbors - c.prediction.votes()
		sets[i] = append(sets[i], c)
	}
	i := 0
	for left := rng.IntN(100); left >= chances[i]; i++ {
		left -= chances[i]
	}
	for len(sets[i]) == 0 {
		i = (i + 1) % len(sets)
	}
	total := 0.0
	for _, c := range sets[i] {
		total += c.prediction.meanSimilarity()
	}
	if total == 0 {
		return sets[i][rng.IntN(len(sets[i]))]
	}
	x := rng.Float64() * total
	for _, c := range sets[i] {
		if x -= c.prediction.meanSimilarity(); x < 0 {
			return c
		}
	}
	return sets[i][len(sets[i])-1]
}
