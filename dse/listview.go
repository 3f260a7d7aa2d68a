package dse

import "slices"

// A listView summarizes which elements of a list a run looks at.
type listView struct {
	list           int
	last           int // greatest index of an element that the run looks at; -1: it looks at none
	lastCompared   int // greatest index at which the run compares a word
	elements       []uint64
	nodes          []decidedNode // nodes that depend on the list, from the end of the path
	elementsWanted int           // number of elements that the run looked for beyond the end of the list; 0: it looked for none
	wantLocations  uint64        // hash of the code locations that looked for more elements
}

// decidedNode is a node on a path with the side that the path takes, for one of the words of lists
// that the condition depends on.
type decidedNode struct {
	node     *Node
	side     bool
	index    int  // index of the element that the word belongs to; -1: the word is the length
	onlyWord bool // the condition depends on this word alone
}

// listViews returns the views of the lists that a run looks at, by number of the list.
func listViews(inputs Inputs, r *Run, compared []Compared) map[int]*listView {
	all := map[int]*listView{}
	viewOf := func(list int) *listView {
		if all[list] == nil {
			all[list] = &listView{list: list, last: -1}
		}
		return all[list]
	}
	for n, side := range r.Nodes {
		slots := n.clause.Slots()
		for _, slot := range slots {
			p := inputs.Place(int(slot))
			if p.List == 0 {
				continue
			}
			d := decidedNode{n, side, p.Index, len(slots) == 1}
			if p.Length {
				d.index = -1
			}
			s := viewOf(p.List)
			s.last = max(s.last, d.index)
			s.nodes = append(s.nodes, d)
		}
	}
	for _, c := range compared {
		s := viewOf(c.List)
		s.last, s.lastCompared = max(s.last, c.Index+c.Len-1), max(s.lastCompared, c.From)
	}
	return all
}

// setWanted sets elementsWanted and wantLocations by the nodes that depend on the length alone.
func (s *listView) setWanted(l Inputs) {
	for _, decided := range s.nodes {
		if decided.index >= 0 || !decided.onlyWord {
			continue
		}
		clause := decided.node.clause
		if decided.side == decided.node.Side {
			clause = clause.Builder().Not(clause)
		}
		_, wants := l.DemandedElements(clause)
		if wants <= len(s.elements) {
			continue
		}
		if s.elementsWanted == 0 { // nodes are listed from the end of the path
			s.elementsWanted = wants
		}
		for _, x := range [...]uint64{decided.node.Context, uint64(decided.node.Site.Cond), uint64(decided.node.Site.At)} {
			s.wantLocations = mix(s.wantLocations, x)
		}
	}
}

// addLonger adds the step that makes the list longer.
func (f *substitution) addLonger(o *sourceRun, s *listView) {
	if n := len(s.elements); s.elementsWanted > n {
		f.add(&substituteStep{
			sourceRun: o, list: s.list, from: n, to: n, replacement: make([]uint64, s.elementsWanted-n), mustLookAt: n,
			trial: trial{key: s.wantLocations}, newTrial: !f.tried[trial{key: s.wantLocations}],
		})
	}
}

// addWordSteps adds the steps that replace pieces of a list by the words that the run compared them
// with. If a comparison held, the step inserts an element behind the piece instead.
func (f *substitution) addWordSteps(o *sourceRun, view *listView) {
	for i := range o.compared {
		c := &o.compared[i]
		end := c.Index + c.Len
		if c.List != view.list || c.Holds && (c.From < c.To || end == len(view.elements)) {
			continue
		}
		j := &substituteStep{sourceRun: o, list: view.list, from: c.From, to: c.To, replacement: c.Word, mustLookAt: end - 1, trial: c.trial()}
		if j.newTrial = !f.tried[j.trial]; c.Holds {
			j.from, j.to, j.replacement = end, end, []uint64{0}
		}
		if j.to < view.lastCompared && j.mustLookAt < view.last {
			j.cost = earlierCost
		}
		f.add(j)
	}
}

// addLastElementSteps adds a step for each node that depends on the last element that the run looked
// at: a flip of the node or, if the node is not open, the value of the first run that took its other
// side.
func (f *substitution) addLastElementSteps(o *sourceRun, view *listView) {
	for _, d := range slices.Backward(view.nodes) {
		n := d.node
		if d.index != view.last || view.last < 0 || n.Value {
			continue
		}
		j := &substituteStep{sourceRun: o, list: view.list, node: n, mustLookAt: view.last, trial: sideOf(n, !d.side)}
		if j.newTrial = !f.tried[j.trial]; n.state != Open {
			value, known := f.values[n.location^sideIndex(d.side == n.Side)]
			if !known || !d.onlyWord || !takenBefore(n, !d.side, o.run) {
				continue
			}
			j.node, j.from, j.to, j.replacement = nil, view.last, view.last+1, []uint64{value}
		}
		f.add(j)
	}
}

// takenBefore reports whether a run before r continued behind a side of n.
func takenBefore(n *Node, side bool, r *Run) bool {
	next := n.Child(side)
	return next != nil && next.First.Number < r.Number
}
