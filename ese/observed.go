package ese

import (
	"math/rand/v2"

	"nearmiss/input"
)

// computationTree is the observed computation tree of all paths so far (Koo et al. 2019,
// section IV-E). Its nodes are branches of paths; a node takes 24 bytes.
type computationTree struct {
	nodes      []branchNode   // nodes[0] is unused
	inputs     []input.Vector // inputs of the paths in the tree
	incomplete bool           // a side was undecided or a path not exact, so a closed root does not prove that all paths are known
}

// branchNode is the branch that a sequence of sides leads to.
type branchNode struct {
	site         int32    // number of the site
	child        [2]int32 // by side: index of a node, or one of the constants below
	inputIndex   int32    // index in inputs of the input of a path through the branch
	closed       bool     // all paths through the branch were taken
	policySide   bool     // side that the policy chooses
	policyNumber uint32   // number of the policy that computed policySide
}

// Values of branchNode.child for a side without a node.
const (
	unseenSide     = 0  // no path took the side
	infeasibleSide = -1 // no input takes the side
	pathEnd        = -2 // a path ended behind the side
	undecidedSide  = -3 // no solver could decide whether the side is feasible
)

// root is the index of the first branch of all paths.
const root = 1

// pathStep is a branch on a path.
type pathStep struct {
	site int32
	side bool // the chosen side
}

// addPath adds a path with its input. end is the child behind the last branch.
func (o *computationTree) addPath(path []pathStep, end int32, in input.Vector) {
	if len(path) == 0 {
		return
	}
	if o.nodes == nil {
		o.nodes = append(o.nodes, branchNode{}, branchNode{site: path[0].site})
	}
	via := int32(len(o.inputs))
	o.inputs = append(o.inputs, in)
	way := make([]int32, len(path))
	node := int32(root)
	for i, p := range path {
		o.nodes[node].inputIndex, way[i] = via, node
		side := b2i(p.side)
		if i == len(path)-1 {
			o.nodes[node].child[side] = end
			break
		}
		next := o.nodes[node].child[side]
		if next <= 0 {
			next = int32(len(o.nodes))
			o.nodes[node].child[side] = next
			o.nodes = append(o.nodes, branchNode{site: path[i+1].site})
		}
		node = next
	}
	o.incomplete = o.incomplete || end == undecidedSide
	for i := len(way) - 1; i >= 0 && o.allSeen(way[i]); i-- {
		o.nodes[way[i]].closed = true
	}
}

// allSeen reports whether all paths through a node were taken.
func (o *computationTree) allSeen(node int32) bool {
	for _, behind := range o.nodes[node].child {
		if behind == unseenSide || behind > 0 && !o.nodes[behind].closed {
			return false
		}
	}
	return true
}

// exhausted reports whether all paths were taken.
func (o *computationTree) exhausted() bool { return o.nodes != nil && o.nodes[root].closed }

// finder is the unique path finder (Algorithm 2): it walks through the observed tree by the
// policy until it leaves the tree.
type finder struct {
	tree         *computationTree
	history      int
	policySide   func(*state) bool // returns the side that the policy chooses in a state
	policyNumber uint32            // number of the policy, increased by each change
	tries        int               // walks to find one path, N_search
	epsilon      float64           // probability of a random side
}

// find returns the sides of a prefix that leaves the tree with its last side, and an input that
// takes all sides before the last. The input is nil if none of the tries leaves the tree. After
// half of the tries find doubles epsilon.
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

// walk makes one virtual execution, which follows the tree without a run, and appends its sides to
// prefix. The input is nil if the execution ends within the tree.
func (f *finder) walk(rng *rand.Rand, epsilon float64, prefix []bool) ([]bool, input.Vector) {
	at := int32(root)
	current := firstState(f.tree.nodes[at].site)
	for {
		node := &f.tree.nodes[at]
		side := rng.IntN(2) == 1
		if rng.Float64() >= epsilon {
			if node.policyNumber != f.policyNumber {
				node.policySide, node.policyNumber = f.policySide(&current), f.policyNumber
			}
			side = node.policySide
		}
		prefix = append(prefix, side)
		behind := node.child[b2i(side)]
		switch {
		case behind == unseenSide:
			return prefix, f.tree.inputs[node.inputIndex]
		case behind < 0:
			return prefix, nil
		}
		at = behind
		current = current.nextState(side, f.tree.nodes[at].site, f.history)
	}
}
