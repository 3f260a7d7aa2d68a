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
	nodes   *table[*Node]    // by number
	next    table[int32]     // by number of a node: the next that was open of its run and branch; 0: none
	last    table[*Node]     // by number of a branch, of a run; then nil
	found   []stretch        // of a run; then empty
	passed  []leg            // on a way; then empty

	branchRoom  room[int32]
	stretchRoom room[stretch]
	otherRoom   room[*stretch]
	pathRoom    room[path]
	pairRoom    room[pair]
}

// A path is that of one run. What it consists of is looked at when it is ranked
// for a target: most nodes may be open no more by then.
type path struct {
	run    *Run
	new    []*Node    // of the run
	opened bool       // the following is known
	first  int32      // the depth from which the nodes are its own
	parent *path      // that it begins with, up to there
	own    []stretch  // of its own open nodes, by branch
	all    []int32    // branches of all its nodes, ascending
	others []*stretch // of branches that it has no nodes of, where the way to the next that has is long, by branch
	in     *paths
}

// A leg is a path on the way back to the root, and its stretch of a branch; nil if it
// has none.
type leg struct {
	*path
	*stretch
}

// A stretch is the nodes of a branch that belong to a path, by depth, and where to
// look for those before them.
type stretch struct {
	branch int32
	limit  int32 // nodes of next from this depth are not on the path
	node   *Node // the first, which may be open no more; nil: there is none
	next   *path
}

func newPaths(w *World) *paths {
	return &paths{
		nodes:       w.book(),
		passed:      make([]leg, 0, leastBlock),
		branchRoom:  room[int32]{least: 4 * leastBlock},
		stretchRoom: room[stretch]{least: 4 * leastBlock},
		pathRoom:    room[path]{least: 2 * leastBlock},
		pairRoom:    room[pair]{least: 4 * leastBlock},
	}
}

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
		p.parent, p.first = s.path(last.First), int32(last.Depth+1)
		s.open(p.parent)
	}
	s.sort(p, p.new)
	p.new = nil
	if p.parent != nil {
		p.all = p.parent.all
	}
	p.all = s.union(p.all, p.own)
}

// sort puts open nodes into stretches.
func (s *paths) sort(p *path, nodes []*Node) {
	if s.found == nil {
		s.found = make([]stretch, 0, leastBlock)
	}
	for _, n := range nodes {
		if n.other != Open {
			continue
		}
		note(s.nodes, n)
		b := s.number(n)
		last := s.last.at(b)
		if *last == nil {
			s.found = append(s.found, stretch{int32(b), p.first, n, p.parent})
		} else {
			*s.next.with(int((*last).id)) = n.id
		}
		*last = n
	}
	if len(s.found) == 0 {
		return
	}
	for i := range s.found {
		s.last[s.found[i].branch] = nil
	}
	slices.SortFunc(s.found, func(a, b stretch) int { return int(a.branch - b.branch) })
	p.own = append(s.stretchRoom.take(len(s.found))[:0], s.found...)
	s.found = s.found[:0]
}

// union adds the branches of stretches to a list, both ascending: it is the same
// list if it has them all.
func (s *paths) union(a []int32, b []stretch) []int32 {
	more, i := 0, 0
	for x := range b {
		for i < len(a) && a[i] < b[x].branch {
			i++
		}
		if i == len(a) || a[i] != b[x].branch {
			more++
		}
	}
	if more == 0 {
		return a
	}
	all := s.branchRoom.take(len(a) + more)[:0]
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0].branch:
			all, a = append(all, a[0]), a[1:]
		case len(a) == 0 || b[0].branch < a[0]:
			all, b = append(all, b[0].branch), b[1:]
		default:
			a = a[1:]
		}
	}
	return all
}

// shallowest is the first open node of a branch on the path, nil if there is
// none. It takes time linear in the stretches that have one; those that have none
// any more are passed over once, but for a few.
func (p *path) shallowest(branch int) *Node {
	var found *Node
	s := p.in
	passed := s.passed[:0] // since the last that has one
	limit := int32(math.MaxInt32)
	for p != nil {
		t := p.stretch(int32(branch))
		if t != nil {
			if n := s.first(t); n != nil && int32(n.Depth) < limit {
				found = n
				s.skip(passed, int32(branch), p, limit)
				passed = passed[:0]
			}
		}
		passed = append(passed, leg{p, t})
		if t != nil {
			p, limit = t.next, t.limit
		} else {
			p, limit = p.parent, p.first
		}
	}
	s.skip(passed, int32(branch), nil, 0)
	s.passed = passed
	return found
}

// first passes over the nodes of a stretch that are open no more, and returns the
// first that is.
func (s *paths) first(t *stretch) *Node {
	for n := t.node; n != nil && n.other != Open; n = t.node {
		t.node = nil
		if id := int(n.id); id < len(s.next) && s.next[id] != 0 {
			t.node = (*s.nodes)[s.next[id]]
		}
	}
	return t.node
}

// longWay is how many paths it takes without nodes of a branch until each is told
// what comes before them: to go a shorter way again takes less time.
const longWay = 8

// skip lets stretches know what comes next before them.
func (s *paths) skip(list []leg, branch int32, next *path, limit int32) {
	for _, l := range list {
		t := l.stretch
		if t == nil && len(list) >= longWay {
			t = s.stretch(l.path, branch)
		}
		if t != nil {
			t.next, t.limit = next, limit
		}
	}
}

// stretch is that of a branch, nil if there is none.
func (p *path) stretch(branch int32) *stretch {
	i, ok := slices.BinarySearchFunc(p.own, branch, func(t stretch, b int32) int { return int(t.branch - b) })
	if ok {
		return &p.own[i]
	}
	if i, ok := p.other(branch); ok {
		return p.others[i]
	}
	return nil
}

// other is the place among others of the stretch of a branch, and whether it is there.
func (p *path) other(branch int32) (int, bool) {
	return slices.BinarySearchFunc(p.others, branch, func(t *stretch, b int32) int { return int(t.branch - b) })
}

// stretch makes an empty one.
func (s *paths) stretch(p *path, branch int32) *stretch {
	t := &s.stretchRoom.take(1)[0]
	t.branch = branch
	if p.others == nil {
		p.others = s.otherRoom.take(4)[:0]
	}
	i, _ := p.other(branch)
	p.others = slices.Insert(p.others, i, t)
	return t
}
