package dse

import "nearmiss/term"

func init() { Register("tardis", Tardis) }

// Tardis flips the nodes of which a classifier expects that some input takes their other side more
// often than others (Modonato, section 4). It learns from each node that is closed: the path condition of its
// other side is feasible if a run took it, and else an example of those that are not, be it that no
// input takes it, that no solver knew one, or that a run left its prefix.
//
// Nodes form four sets by the label and the votes of their three nearest examples. A set is
// drawn with 50, 30, 15 and 5 percent, the next one that is not empty if it is (from the last
// to the first), and in it a node, by the average similarity of its examples (sections 4.4, 4.5).
//
// The paper leaves open, and here is chosen: before there are three examples the oldest node is
// flipped, as FIFO does; nodes are classified again when there are five examples more; where no node of
// a set resembles its examples at all, each is as probable as any other; and a node of which no
// solver knew may be drawn again until it has failed three times, for failures are no proof.
//
// A step takes time linear in the nodes that may be drawn. All steps together take that of one comparison
// of fingerprints for each node and example.
func Tardis(w *World) Strategy {
	return &tardis{w: w, of: map[*Node]*prospect{}, digests: map[*term.Term]digest{}}
}

const (
	growth   = 5 // examples after which nodes are classified again
	attempts = 3 // to flip a node
)

// chances are those of the sets in percent: label 1 by three votes and by two, and label 0 by two
// and by three.
var chances = [neighbors + 1]int{50, 30, 15, 5}

type tardis struct {
	w          *World
	classifier classifier
	prospects  []*prospect // as they arose
	of         map[*Node]*prospect
	digests    map[*term.Term]digest
	classified int       // examples when all were classified the last time
	again      *prospect // that was to be flipped once more
}

// A prospect is a node that may be flipped.
type prospect struct {
	node   *Node
	print  fingerprint
	says   prediction
	failed int // attempts
}

// Ran implements Strategy.
func (f *tardis) Ran(r *Run, fresh []*Node) {
	f.w.relevant(r, fresh, func(n *Node, clauses []*term.Term) {
		c := &prospect{node: n}
		for _, t := range clauses {
			c.print.add(f.digest(t))
		}
		f.prospects, f.of[n] = append(f.prospects, c), c
	})
}

// digest is the digest of a clause. Most are in many path conditions.
func (f *tardis) digest(clause *term.Term) digest {
	d, ok := f.digests[clause]
	if !ok {
		d = digestOf(clause, func(slot int32) int { return f.w.place(slot).First })
		f.digests[clause] = d
	}
	return d
}

// Closed implements Strategy.
func (f *tardis) Closed(n *Node) {
	if c := f.of[n]; c != nil {
		delete(f.of, n)
		f.learn(c)
	}
}

// learn makes a prospect an example of what became of it.
func (f *tardis) learn(c *prospect) {
	f.classifier.train(c.print, c.node.state == Taken)
	if c.node.state != Taken {
		c.failed++
	}
}

// Next implements Strategy.
func (f *tardis) Next() Step {
	if f.again != nil && f.again.node.state != Taken { // strategies are not told of it
		f.learn(f.again)
	}
	f.again = nil
	f.sweep()
	f.classify()
	c := f.draw()
	if c == nil {
		return Step{}
	}
	if c.node.state == Unknown {
		f.again = c
	}
	return Step{Flip: c.node, Again: true}
}

// sweep leaves out what is not to be flipped any more, and learns of what was taken after it had
// failed.
func (f *tardis) sweep() {
	left := f.prospects[:0]
	for _, c := range f.prospects {
		switch state := c.node.state; {
		case state == Open, state == Unknown && c.failed < attempts:
			left = append(left, c)
		case state == Taken && c.failed > 0:
			f.learn(c)
		}
	}
	clear(f.prospects[len(left):])
	f.prospects = left
}

// classify classifies those that never were, and now and then all.
func (f *tardis) classify() {
	n := len(f.classifier.examples)
	if n < neighbors {
		return
	}
	all := n-f.classified >= growth
	if all {
		f.classified = n
	}
	for _, c := range f.prospects {
		if all || !c.says.known() {
			f.classifier.classify(&c.print, &c.says)
		}
	}
}

// draw draws a prospect, nil if there is none.
func (f *tardis) draw() *prospect {
	if len(f.prospects) == 0 {
		return nil
	}
	if len(f.classifier.examples) < neighbors {
		return f.oldest()
	}
	var sets [len(chances)][]*prospect
	for _, c := range f.prospects {
		i := neighbors - c.says.votes()
		sets[i] = append(sets[i], c)
	}
	i, left := 0, f.w.Rand.IntN(100)
	for ; left >= chances[i]; i++ {
		left -= chances[i]
	}
	for len(sets[i]) == 0 {
		i = (i + 1) % len(sets)
	}
	return f.among(sets[i])
}

// oldest is the prospect that arose first, of those that failed least.
func (f *tardis) oldest() *prospect {
	first := f.prospects[0]
	for _, c := range f.prospects {
		if c.failed < first.failed {
			first = c
		}
	}
	return first
}

// among draws from a set by the average similarities: the intervals of their sums.
func (f *tardis) among(set []*prospect) *prospect {
	total := 0.0
	for _, c := range set {
		total += c.says.mean()
	}
	if total == 0 {
		return set[f.w.Rand.IntN(len(set))]
	}
	left := f.w.Rand.Float64() * total
	for _, c := range set {
		if left -= c.says.mean(); left < 0 {
			return c
		}
	}
	return set[len(set)-1] // sums are rounded
}
