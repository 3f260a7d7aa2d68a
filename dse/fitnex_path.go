package dse

import (
	"math"
	"slices"
)

// paths knows which open nodes of which branch are on which path, without a
// list of nodes for each path: the nodes that a run adds to the tree are the end
// of its path, and what is before them is the beginning of the path of the run
// that added the node before. So paths make a tree of their own.
type paths struct {
	numbers table[[2]int32]  // by code location; the second of flips that grow a list; from 1
	growing []bool           // by number
	of      table[*path]     // by run
	grows   func(*Node) bool // tells flips of a branch apart, if not nil
	known   table[uint8]     // by code location: whether the flips of a condition of the program grow a list: 1 no, 2 yes
	count   table[int32]     // by number, of the nodes of a run; then zero
	found   []int            // of a run; then empty

	numbersRoom room[int]
	nodesRoom   room[*Node]
	stretchRoom room[stretch]
	otherRoom   room[other]
	pathRoom    room[path]
}

// A path is that of one run. What it consists of is looked at when it is ranked
// for a target: most nodes may be open no more by then.
type path struct {
	run    *Run
	new    []*Node   // of the run
	opened bool      // the following is known
	parent *path     // that it begins with, up to depth first
	first  int       // the depth from which the nodes are its own
	own    []int     // branches of its own open nodes, ascending
	nodes  []stretch // of each of them
	all    []int     // branches of all its nodes, ascending
	others []other   // branches that it has no nodes of, once asked for, ascending
	in     *paths
}

// An other is the stretch of a branch that a path has no nodes of.
type other struct {
	branch int
	*stretch
}

// A stretch is the nodes of a branch that belong to a path, by depth, the first
// of which may be open no more, and where to look for those before them.
type stretch struct {
	nodes []*Node
	next  *path
	limit int // nodes of next from this depth are not on the path
}

func newPaths() *paths { return &paths{} }

// number numbers the branches of nodes in the order of their first nodes; those
// whose flip grows a list apart from others.
func (s *paths) number(n *Node) int {
	grows := s.grow(n)
	i := &s.numbers.at(int(n.location))[index(grows)]
	if *i == 0 {
		s.growing = append(s.growing, grows)
		*i = int32(len(s.growing))
	}
	return int(*i - 1)
}

// grow reports whether the flip of a node grows a list. A condition of the
// program always does so, or never.
func (s *paths) grow(n *Node) bool {
	if s.grows == nil || n.Site.Cond < 0 {
		return s.grows != nil && s.grows(n)
	}
	is := s.known.at(int(n.location))
	if *is == 0 {
		*is = uint8(1 + index(s.grows(n)))
	}
	return *is == 2
}

func (s *paths) path(r *Run) *path {
	p := s.of.at(r.Number)
	if *p == nil || (*p).run != r {
		*p = &s.pathRoom.take(1)[0]
		(*p).run, (*p).in = r, s
	}
	return *p
}

// end makes the path of a run, of which nodes are new.
func (s *paths) end(r *Run, nodes []*Node) *path {
	p := s.path(r)
	p.new = nodes
	return p
}

// open finds out what a path consists of, and those that it begins with. It takes
// time linear in its new nodes and in the branches.
func (s *paths) open(p *path) {
	if p.opened {
		return
	}
	p.opened = true
	last := p.run.leaf
	if len(p.new) > 0 {
		last = p.new[0]
	}
	for last != nil && last.First == p.run {
		last = last.parent
	}
	if last != nil {
		p.parent, p.first = s.path(last.First), last.Depth+1
		s.open(p.parent)
	}
	s.sort(p, p.new)
	p.new = nil
	p.all = p.own
	if p.parent != nil {
		p.all = s.union(p.parent.all, p.own)
	}
}

// sort puts open nodes into stretches.
func (s *paths) sort(p *path, nodes []*Node) {
	open := 0
	for _, n := range nodes {
		if n.other != Open {
			continue
		}
		open++
		b := s.number(n)
		c := s.count.at(b)
		if *c == 0 {
			s.found = append(s.found, b)
		}
		*c++
	}
	if open == 0 {
		return
	}
	slices.Sort(s.found)
	p.own = append(s.numbersRoom.take(len(s.found))[:0], s.found...)
	s.found = s.found[:0]
	p.nodes = s.stretchRoom.take(len(p.own))
	room := s.nodesRoom.take(open)
	for i, b := range p.own {
		c := s.count.at(b)
		p.nodes[i] = stretch{nodes: room[:0:*c], next: p.parent, limit: p.first}
		room, *c = room[*c:], int32(i)
	}
	for _, n := range nodes {
		if n.other == Open {
			t := &p.nodes[*s.count.at(s.number(n))]
			t.nodes = append(t.nodes, n)
		}
	}
	for _, b := range p.own {
		*s.count.at(b) = 0
	}
}

// union returns what is in a or b, which are ascending: a itself if that is all.
func (s *paths) union(a, b []int) []int {
	more := 0
	for i, x := 0, 0; x < len(b); x++ {
		for i < len(a) && a[i] < b[x] {
			i++
		}
		if i == len(a) || a[i] != b[x] {
			more++
		}
	}
	if more == 0 {
		return a
	}
	all := s.numbersRoom.take(len(a) + more)[:0]
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			all, a = append(all, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			all, b = append(all, b[0]), b[1:]
		default:
			a = a[1:]
		}
	}
	return all
}

// shallowest is the first open node of a branch on the path, nil if there is
// none. It takes time linear in the stretches that have one; those that have none
// any more are passed over once.
func (p *path) shallowest(branch int) *Node {
	var found *Node
	var passed []*stretch // since the last that has one
	limit := math.MaxInt
	for p != nil {
		t := p.stretch(branch)
		for len(t.nodes) > 0 && t.nodes[0].other != Open {
			t.nodes = t.nodes[1:]
		}
		if len(t.nodes) > 0 && t.nodes[0].Depth < limit {
			found = t.nodes[0]
			skip(passed, p, limit)
			passed = passed[:0]
		}
		passed = append(passed, t)
		p, limit = t.next, t.limit
	}
	skip(passed, nil, 0)
	return found
}

// skip lets stretches know what comes next before them.
func skip(list []*stretch, next *path, limit int) {
	for _, t := range list {
		t.next, t.limit = next, limit
	}
}

// stretch is that of a branch, which may be empty.
func (p *path) stretch(branch int) *stretch {
	if i, ok := slices.BinarySearch(p.own, branch); ok {
		return &p.nodes[i]
	}
	i, ok := slices.BinarySearchFunc(p.others, branch, func(o other, b int) int { return o.branch - b })
	if !ok {
		t := &p.in.stretchRoom.take(1)[0]
		t.next, t.limit = p.parent, p.first
		if p.others == nil {
			p.others = p.in.otherRoom.take(4)[:0]
		}
		p.others = slices.Insert(p.others, i, other{branch, t})
	}
	return p.others[i].stretch
}
