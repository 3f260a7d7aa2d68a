package dse

import "slices"

// A sight summarizes which elements of a list a run looks at.
type sight struct {
	list     int
	last     int // greatest index of an element that the run looks at; -1: none
	latest   int // greatest index at which a word is compared
	elements []uint64
	nodes    []decided // nodes that depend on the list, from the end of the path
	wants    int       // number of elements that the run looked for beyond the end; 0: it did not
	end      uint64    // hash of the locations that looked for them
}

// decided is a node on a path, and the side that the path takes.
type decided struct {
	node  *Node
	side  bool
	last  int // index of the last list element that the condition depends on; -1: it depends on the length
	alone bool
}

// sightOf returns the sights of the lists that a run looks at, by number of the list.
func sightOf(l Inputs, r *Run, compared []Compared) map[int]*sight {
	all := map[int]*sight{}
	at := func(list int) *sight {
		if all[list] == nil {
			all[list] = &sight{list: list, last: -1}
		}
		return all[list]
	}
	for n, side := range r.Nodes {
		slots := n.clause.Slots()
		for _, slot := range slots {
			p := l.Place(int(slot))
			if p.List == 0 {
				continue
			}
			d := decided{n, side, p.Index, len(slots) == 1}
			if p.Length {
				d.last = -1
			}
			s := at(p.List)
			s.last = max(s.last, d.last)
			s.nodes = append(s.nodes, d)
		}
	}
	for _, c := range compared {
		s := at(c.List)
		s.last, s.latest = max(s.last, c.At+c.Len-1), max(s.latest, c.From)
	}
	return all
}

// ask sets the number of elements that the run looked for.
func (s *sight) ask(l Inputs) {
	for _, d := range s.nodes {
		if d.last >= 0 || !d.alone {
			continue
		}
		clause := d.node.clause
		if d.side == d.node.Side {
			clause = clause.Builder().Not(clause)
		}
		_, wants := l.Wants(clause)
		if wants <= len(s.elements) {
			continue
		}
		if s.wants == 0 { // nodes are listed from the end of the path
			s.wants = wants
		}
		for _, x := range [...]uint64{d.node.Context, uint64(d.node.Site.Cond), uint64(d.node.Site.At)} {
			s.end = mix(s.end, x)
		}
	}
}

// more adds the step that makes the list longer.
func (f *substitution) more(o *origin, s *sight) {
	if n := len(s.elements); s.wants > n {
		f.add(&substitute{
			origin: o, list: s.list, from: n, to: n, with: make([]uint64, s.wants-n), at: n,
			trial: trial{key: s.end}, fresh: !f.tried[trial{key: s.end}],
		})
	}
}

// words adds the steps that replace pieces of a list by words.
func (f *substitution) words(o *origin, s *sight) {
	for i := range o.compared {
		c := &o.compared[i]
		end := c.At + c.Len
		if c.List != s.list || c.Holds && (c.From < c.To || end == len(s.elements)) {
			continue
		}
		j := &substitute{origin: o, list: s.list, from: c.From, to: c.To, with: c.Word, at: end - 1, trial: c.tries()}
		if j.fresh = !f.tried[j.trial]; c.Holds {
			j.from, j.to, j.with = end, end, []uint64{0}
		}
		if j.to < s.latest && j.at < s.last {
			j.cost = earlier
		}
		f.add(j)
	}
}

// others adds the steps that change the last element.
func (f *substitution) others(o *origin, s *sight) {
	for _, d := range slices.Backward(s.nodes) {
		n := d.node
		if d.last != s.last || s.last < 0 || n.Value {
			continue
		}
		j := &substitute{origin: o, list: s.list, node: n, at: s.last, trial: sideOf(n, !d.side)}
		if j.fresh = !f.tried[j.trial]; n.state != Open {
			value, known := f.values[n.location^index(d.side == n.Side)]
			if !known || !d.alone || !takenBefore(n, !d.side, o.run) {
				continue
			}
			j.node, j.from, j.to, j.with = nil, s.last, s.last+1, []uint64{value}
		}
		f.add(j)
	}
}

// takenBefore reports whether a run before r continued behind a side of n.
func takenBefore(n *Node, side bool, r *Run) bool {
	next := n.Child(side)
	return next != nil && next.First.Number < r.Number
}
