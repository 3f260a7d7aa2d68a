package dse

import "slices"

// A view is what a run looks at in its input. What a beginning of a path looks at is
// kept for the next path that has it, and what is not asked of most runs is found out
// when it is asked.
type view struct {
	p       Reader
	run     *Run
	path    []seen         // from the root
	reaches []reach        // that are on the path, by depth
	present []int          // lists that nodes on the path look at, as they came
	last    table[int32]   // by list: the last element that a node on the path looks at, from 2; 1: none; 0: it is not there
	ended   []int32        // depths of the nodes that look for an end
	lists   table[*glance] // by number; some are those of other runs
	numbers []int          // of lists that the run looks at, ascending
	number  int            // of runs
}

// A seen is a node on the path, with the last element that it depends on.
type seen struct {
	passed
	alone       bool // on nothing else
	list, index int32
	length      int32 // the list whose length is all that it depends on
	wants       int32 // elements of it, to go the other way; unasked: not known yet
}

const unasked = -1

// A reach is that a path looks further into a list than before.
type reach struct{ depth, list, last, before int32 }

// A glance is what a run looks at of one list.
type glance struct {
	number   int // of the run
	last     int // element; -1: none
	latest   int // where the last of the words begins that it is compared with
	asked    bool
	elements []uint64 // once asked for
	wants    int      // once asked for: elements that were looked for where there was no more; 0: that never happened
	end      uint64   // hash of where that was
}

// renew forgets all runs.
func (v *view) renew(p Reader) {
	*v = view{
		p: p, path: v.path[:0], reaches: v.reaches[:0], present: v.present[:0], last: v.last[:0],
		ended: v.ended[:0], lists: v.lists, numbers: v.numbers[:0], number: v.number,
	}
}

// look follows a run. It takes time linear in what is new on its path, and in the
// lists and comparisons.
func (v *view) look(r *Run, compared []Compared) {
	v.run, v.numbers = r, v.numbers[:0]
	v.number++
	length := 0
	if r.leaf != nil {
		length = r.leaf.Depth + 1
	}
	known, from := min(len(v.path), length), 0
	v.path = slices.Grow(v.path[:known], length-known)[:length]
	for n, side := range r.Nodes {
		s, p := &v.path[n.Depth], passed{n, side}
		if n.Depth < known && s.passed == p {
			from = n.Depth + 1
			break
		}
		s.passed = p
	}
	v.forget(from)
	for i := from; i < length; i++ {
		v.see(&v.path[i])
	}
	for _, l := range v.present {
		v.of(l).last = int(v.last[l]) - 2
	}
	for _, c := range compared {
		g := v.of(c.List)
		g.last, g.latest = max(g.last, c.At+c.Len-1), max(g.latest, c.From)
	}
	slices.Sort(v.numbers)
}

// forget leaves out what nodes from a depth on look at.
func (v *view) forget(depth int) {
	k := len(v.reaches)
	for ; k > 0 && int(v.reaches[k-1].depth) >= depth; k-- {
		x := &v.reaches[k-1]
		if v.last[x.list] = x.before; x.before == 0 {
			v.present = v.present[:len(v.present)-1]
		}
	}
	v.reaches = v.reaches[:k]
	for k = len(v.ended); k > 0 && int(v.ended[k-1]) >= depth; k-- {
	}
	v.ended = v.ended[:k]
}

// see finds what the next node of the path depends on.
func (v *view) see(s *seen) {
	n := s.node
	*s = seen{passed: s.passed, wants: unasked}
	slots := n.clause.Slots()
	for _, slot := range slots {
		at := v.p.Place(int(slot))
		switch {
		case at.List == 0:
		case !at.Length:
			s.list, s.index = int32(at.List), int32(at.Index)
			v.reach(n, at.List, at.Index)
		default:
			if v.reach(n, at.List, -1); len(slots) == 1 {
				s.length = int32(at.List)
				v.ended = append(v.ended, int32(n.Depth))
			}
		}
	}
	s.alone = s.list > 0 && len(slots) == 1
}

// reach tells that a node looks at an element, or for -1 at the list alone.
func (v *view) reach(n *Node, list, index int) {
	was := v.last.at(list)
	if int(*was) >= index+2 {
		return
	}
	if *was == 0 {
		v.present = append(v.present, list)
	}
	v.reaches = append(v.reaches, reach{int32(n.Depth), int32(list), int32(index + 2), *was})
	*was = int32(index + 2)
}

// reached is the depth of the first node that looks as far as an element, that of the end if
// there is none.
func (v *view) reached(list, index int) int {
	for _, x := range v.reaches {
		if int(x.list) == list && int(x.last) >= index+2 {
			return int(x.depth)
		}
	}
	return len(v.path)
}

// looks is the last element of a list that the run looked at.
func (v *view) looks(list int) int {
	if g := *v.lists.at(list); g != nil && g.number == v.number {
		return g.last
	}
	return -1
}

// of is what the run looks at of a list.
func (v *view) of(list int) *glance {
	g := v.lists.at(list)
	if *g == nil {
		*g = &glance{}
	}
	if (*g).number != v.number {
		**g = glance{number: v.number, last: -1}
		v.numbers = append(v.numbers, list)
	}
	return *g
}

// elements are those of a list that the run looks at.
func (v *view) elements(list int) []uint64 {
	g := v.lists[list]
	if !g.asked {
		g.asked, g.elements = true, v.p.Elements(v.run.Path.Input, list)
	}
	return g.elements
}

// whole is all that there is to know of a list that the run looks at.
func (v *view) whole(list int) *glance {
	g := v.lists[list]
	n := len(v.elements(list))
	for _, depth := range slices.Backward(v.ended) {
		s := &v.path[depth]
		if int(s.length) != list {
			continue
		}
		if s.wants == unasked {
			s.wants = int32(v.wants(s.passed))
		}
		if int(s.wants) <= n {
			continue
		}
		if g.wants == 0 { // the last of them
			g.wants = int(s.wants)
		}
		for _, x := range [...]uint64{s.node.Context, uint64(s.node.Site.Cond), uint64(s.node.Site.At)} {
			g.end = (g.end ^ x + 1) * 0x9e3779b97f4a7c15
			g.end ^= g.end >> 29
		}
	}
	return g
}

// wants is how many elements a path that takes a side of a node would want to take
// the other.
func (v *view) wants(p passed) int {
	n := p.node
	other := n.clause
	if p.side == n.Side {
		if n.flip == nil {
			n.flip = other.Builder().Not(other)
		}
		other = n.flip
	}
	_, k := v.p.Wants(other)
	return k
}
