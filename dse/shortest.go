package dse

import "math"

// Shortest flips nodes of the smallest depth observed so far, the first found first, and declines
// when there is none (Xie et al. 2009, section 4.2). It is meant for a subset of the nodes, as in
// CodeLocationPrioritized: of the whole tree it flips only the root.
//
// In the paper it keeps all nodes in a list ordered by depth. Each request removes the first node,
// and provides it if it has the smallest depth. The smallest depth never grows, so that a deeper
// node is never provided and is not kept here.
func Shortest(*World) Strategy { return &shortest{smallestDepth: math.MaxInt} }

type shortest struct {
	ignoresClosed
	nodes         []*Node // all of the smallest depth
	smallestDepth int
}

// ObserveRun implements Strategy.
func (f *shortest) ObserveRun(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		if n.Depth < f.smallestDepth {
			f.nodes, f.smallestDepth = nil, n.Depth
		}
		if n.Depth == f.smallestDepth {
			f.nodes = append(f.nodes, n)
		}
	}
}

// Next implements Strategy.
func (f *shortest) Next() Step {
	for len(f.nodes) > 0 {
		n := f.nodes[0]
		f.nodes = f.nodes[1:]
		if n.state == Open {
			return Step{Flip: n}
		}
	}
	return Step{}
}
