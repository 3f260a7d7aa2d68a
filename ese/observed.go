package ese

import (
	"math/rand/v2"

	"nearmiss/input"
)

// observed is the computation tree of all paths so far (Koo et al. 2019, section IV-E). Its
// nodes are branches of paths; a node takes 24 bytes.
type observed struct {
	nodes  []branchNode // the first one stands for none
	inputs []input.Vector
	gaps   bool // what nobody could tell, or a path that is none to its end: not all is known when all is closed
}

// A branchNode is a branch at the end of one sequence of sides.
type branchNode struct {
	site   int32
	behind [2]int32 // by side: a node, or one of the below
	via    int32    // input of a path that came by
	closed bool     // all that is behind it was seen
	choice bool     // side of the policy
	asked  uint32   // policy that was asked for choice, by number
}

// What else may be behind a side.
const (
	unseen     = 0
	infeasible = -1
	pathEnd    = -2
	unanswered = -3 // no solver could say whether it is feasible
)

// root is the first branch of all paths.
const root = 1

// A passed is a branch as a path passed it.
type passed struct {
	site int32
	side bool // that was chosen
}

// add adds a path, and what is behind its last branch.
func (o *observed) add(path []passed, end int32, in input.Vector) {
	if len(path) == 0 {
		return
	}
	if o.nodes == nil {
		o.nodes = append(o.nodes, branchNode{}, branchNode{site: path[0].site})
	}
	via := int32(len(o.inputs))
	o.inputs = append(o.inputs, in)
	way := make([]int32, len(path))
	at := int32(root)
	for i, p := range path {
		o.nodes[at].via, way[i] = via, at
		side := b2i(p.side)
		if i == len(path)-1 {
			o.nodes[at].behind[side] = end
			break
		}
		next := o.nodes[at].behind[side]
		if next <= 0 {
			next = int32(len(o.nodes))
			o.nodes[at].behind[side] = next
			o.nodes = append(o.nodes, branchNode{site: path[i+1].site})
		}
		at = next
	}
	o.gaps = o.gaps || end == unanswered
	for i := len(way) - 1; i >= 0 && o.seen(way[i]); i-- {
		o.nodes[way[i]].closed = true
	}
}

// seen reports whether all behind a node was seen.
func (o *observed) seen(at int32) bool {
	for _, behind := range o.nodes[at].behind {
		if behind == unseen || behind > 0 && !o.nodes[behind].closed {
			return false
		}
	}
	return true
}

// exhausted reports whether all paths were seen.
func (o *observed) exhausted() bool { return o.nodes != nil && o.nodes[root].closed }

// A finder is the unique path finder (Algorithm 2): it walks through the observed tree as a
// search would, until it leaves it.
type finder struct {
	tree    *observed
	history int
	greedy  func(*state) bool // the policy
	number  uint32            // of the policy: a higher one, when it has changed
	tries   int               // N_search
	epsilon float64
}

// find returns the sides of a prefix that is not in the tree, and an input that takes all of
// them but the last. There is none, if no try of all leaves the tree. It doubles epsilon half
// way.
func (f *finder) find(rng *rand.Rand) (prefix []bool, from input.Vector) {
	if f.tree.nodes == nil {
		return nil, nil
	}
	epsilon := f.epsilon
	for i := range f.tries {
		if i == f.tries/2 {
			epsilon = min(1, 2*epsilon)
		}
		if prefix, from = f.walk(rng, epsilon, prefix[:0]); from != nil {
			return prefix, from
		}
	}
	return nil, nil
}

// walk is one virtual execution. The input is nil, if it ends within the tree.
func (f *finder) walk(rng *rand.Rand, epsilon float64, prefix []bool) ([]bool, input.Vector) {
	at := int32(root)
	s := firstState(f.tree.nodes[at].site)
	for {
		n := &f.tree.nodes[at]
		side := rng.IntN(2) == 1
		if rng.Float64() >= epsilon {
			if n.asked != f.number {
				n.choice, n.asked = f.greedy(&s), f.number
			}
			side = n.choice
		}
		prefix = append(prefix, side)
		behind := n.behind[b2i(side)]
		switch {
		case behind == unseen:
			return prefix, f.tree.inputs[n.via]
		case behind < 0:
			return prefix, nil
		}
		at = behind
		s = s.after(side, f.tree.nodes[at].site, f.history)
	}
}
