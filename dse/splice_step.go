package dse

import (
	"slices"

	"nearmiss/input"
	"nearmiss/term"
)

// A jump is a step of Splice: a node to flip, or an input to run.
type jump struct {
	run    *Run // that it is made from
	parent int  // what that costs
	cost   int
	number int
	fresh  bool

	node *Node // to be flipped; nil: the input is edited
	edit
	key  uint64 // what it tries; 0: a side
	side uint32
	made input.Vector // by the edit, when its turn comes

	at int // the run has to look as far as this element of the list
}

// An edit puts other elements in place of some of a list.
type edit struct {
	list, from, to int
	with           []uint64
}

// byCost is the order of steps.
func byCost() order[*jump] {
	return order[*jump]{less: func(a, b *jump) bool {
		switch {
		case a.cost != b.cost:
			return a.cost < b.cost
		case a.run != b.run:
			return a.run.Number > b.run.Number
		}
		return a.number < b.number
	}}
}

// goOn puts the steps that can be made from a run into the queue.
func (f *splice) goOn(r *Run, cost int) {
	for _, l := range f.view.numbers {
		g := f.view.lists[l]
		if g.elements == nil && g.wants == 0 {
			continue
		}
		add := func(j jump) {
			j.run, j.parent, j.list, j.number = r, cost, l, f.steps
			if j.cost += cost; !j.fresh {
				j.cost += familiar
			}
			f.steps++
			f.queue = push(f.queue, &j, byCost())
		}
		f.more(g, add)
		f.words(l, g, add)
		f.others(l, g, add)
	}
}

// more makes the list longer.
func (f *splice) more(g *glance, add func(jump)) {
	if n := len(g.elements); g.wants > n {
		add(jump{edit: edit{from: n, to: n, with: make([]uint64, g.wants-n)}, key: g.end, fresh: !f.tried[g.end], at: n})
	}
}

// words puts words in the place of the pieces of a list.
func (f *splice) words(list int, g *glance, add func(jump)) {
	for _, c := range f.p.Reading().Compared {
		if c.List != list {
			continue
		}
		end := c.At + c.Len
		key := (c.Key ^ uint64(c.From)) * 0x9e3779b97f4a7c15
		j := jump{edit: edit{from: c.From, to: c.To, with: c.Word}, key: key, fresh: !f.tried[key], at: end - 1}
		if c.Holds {
			if f.tried[key] = true; c.From < c.To || end == len(g.elements) {
				continue
			}
			j.edit, j.fresh = edit{from: end, to: end, with: []uint64{0}}, false
		}
		if j.to < g.latest && j.at < g.last {
			j.cost = before
		}
		add(j)
	}
}

// others changes the last element.
func (f *splice) others(list int, g *glance, add func(jump)) {
	for _, s := range f.view.path {
		n := s.node
		if s.list != list || s.index != g.last || n.Value {
			continue
		}
		side := sideOf(n, !s.side)
		j := jump{node: n, side: side, fresh: !f.sides.has(side), at: g.last}
		if v := f.values.at(locationOf(n, !s.side)); n.other != Open {
			if !v.known || !s.alone || n.other != Taken {
				continue
			}
			j.node, j.edit = nil, edit{from: g.last, to: g.last + 1, with: []uint64{v.word}}
		}
		add(j)
	}
}

// A view is what a run looks at in its input.
type view struct {
	p       Reader
	path    []seen                // from the root; most of it is that of the run before
	lists   table[*glance]        // by number; some are those of other runs
	numbers []int                 // of lists that the run looks at, ascending
	wanted  [2]map[*term.Term]int // elements, by the clauses that want them, or whose negations do
	number  int                   // of runs
}

// A glance is what a run looks at of one list.
type glance struct {
	number   int // of the run
	elements []uint64
	last     int    // element; -1: none
	latest   int    // where the last of the words begins that it is compared with
	wants    int    // elements that were looked for where there was no more; 0: that never happened
	end      uint64 // hash of where that was
}

// A seen is a node on the path, with the last element that it depends on.
type seen struct {
	passed
	list, index int
	alone       bool    // on nothing else
	more        []Place // elements beside that
	length      int     // the list whose length is all that it depends on
	wants       int     // elements of it, to go the other way
}

// last is the last element of a list that the run looked at.
func (v *view) last(list int) int {
	if g := *v.lists.at(list); g != nil && g.number == v.number {
		return g.last
	}
	return -1
}

// of is what the run looks at of a list.
func (v *view) of(r *Run, list int) *glance {
	g := v.lists.at(list)
	if *g == nil {
		*g = &glance{}
	}
	if (*g).number != v.number {
		**g = glance{number: v.number, elements: v.p.Elements(r.Path.Input, list), last: -1}
		v.numbers = append(v.numbers, list)
	}
	return *g
}

// look follows a run. It takes time linear in its path, and has a look at those
// nodes alone that are not on the path of the run before.
func (v *view) look(r *Run) {
	v.numbers = v.numbers[:0]
	v.number++
	length := 0
	if r.leaf != nil {
		length = r.leaf.Depth + 1
	}
	known := min(len(v.path), length)
	v.path = slices.Grow(v.path[:known], length-known)[:length]
	for n, side := range r.Nodes {
		s, p := &v.path[n.Depth], passed{n, side}
		if n.Depth < known && s.passed == p {
			break
		}
		*s = v.see(p)
	}
	for i := len(v.path) - 1; i >= 0; i-- {
		s := &v.path[i]
		if s.list > 0 {
			g := v.of(r, s.list)
			g.last = max(g.last, s.index)
		}
		for _, at := range s.more {
			g := v.of(r, at.List)
			g.last = max(g.last, at.Index)
		}
		if s.length > 0 {
			v.ended(v.of(r, s.length), s)
		}
	}
	for _, c := range v.p.Reading().Compared {
		g := v.of(r, c.List)
		g.last, g.latest = max(g.last, c.At+c.Len-1), max(g.latest, c.From)
	}
	slices.Sort(v.numbers)
}

// see finds what a node depends on.
func (v *view) see(p passed) seen {
	s := seen{passed: p}
	slots := p.node.clause.Slots()
	for _, slot := range slots {
		at := v.p.Place(int(slot))
		switch {
		case at.List == 0:
		case !at.Length:
			if s.list > 0 {
				s.more = append(s.more, Place{List: s.list, Index: s.index})
			}
			s.list, s.index = at.List, at.Index
		case len(slots) == 1:
			s.length, s.wants = at.List, v.wants(p)
		default:
			s.more = append(s.more, Place{List: at.List, Index: -1})
		}
	}
	s.alone = s.list > 0 && len(slots) == 1
	return s
}

// ended notes that a run looks for more elements than there are.
func (v *view) ended(g *glance, s *seen) {
	if s.wants <= len(g.elements) {
		return
	}
	if g.wants == 0 { // the last of them: the path is followed backwards
		g.wants = s.wants
	}
	n := s.node
	for _, x := range [...]uint64{n.Context, uint64(n.Site.Cond), uint64(n.Site.At)} {
		g.end = (g.end ^ x + 1) * 0x9e3779b97f4a7c15
		g.end ^= g.end >> 29
	}
}

// wants is how many elements a path that takes a side of a node would want to take
// the other.
func (v *view) wants(p passed) int {
	c, negated := p.node.clause, p.side == p.node.Side
	known := v.wanted[index(negated)]
	k, ok := known[c]
	if !ok {
		other := c
		if negated {
			other = c.Builder().Not(c)
		}
		_, k = v.p.Wants(other)
		known[c] = k
	}
	return k
}
