package dse

import (
	"cmp"
	"math"
	"slices"
)

// paths knows which open nodes of which branch are on which path, without a
// list of nodes for each path: the nodes that a run adds to the tree are the end
// of its path, and what is before them is the beginning of the path of the run
// that added the node before. So paths make a tree of their own.
type paths struct {
	numbers map[place]int
	growing []bool // by number
	of      map[*Run]*path
	grows   func(*Node) bool // tells places apart, if not nil
	known   map[Branch]bool  // whether the flips of a condition of the program grow a list
}

// A place is a branch, of which flips that grow a list are a part of their own.
type place struct {
	Branch
	grows bool
}

// A path is that of one run.
type path struct {
	run    *Run
	parent *path            // that it begins with, up to depth first
	first  int              // the depth from which the nodes are its own
	own    []int            // branches of its own nodes
	all    []int            // branches of all its nodes
	by     map[int]*stretch // of its own nodes, by branch
}

// A stretch is the open nodes of a branch that belong to a path, by depth, and
// where to look for those before them.
type stretch struct {
	nodes []*Node
	next  *path
	limit int // nodes of next from this depth are not on the path
}

func newPaths() *paths {
	return &paths{numbers: map[place]int{}, of: map[*Run]*path{}, known: map[Branch]bool{}}
}

// number numbers the branches of nodes in the order of their first nodes.
func (s *paths) number(n *Node) int {
	p := place{n.Branch(), s.grow(n)}
	i, ok := s.numbers[p]
	if !ok {
		i = len(s.numbers)
		s.numbers[p], s.growing = i, append(s.growing, p.grows)
	}
	return i
}

// grow reports whether the flip of a node grows a list. A condition of the
// program always does so, or never.
func (s *paths) grow(n *Node) bool {
	if s.grows == nil || n.Site.Cond < 0 {
		return s.grows != nil && s.grows(n)
	}
	is, ok := s.known[n.Branch()]
	if !ok {
		is = s.grows(n)
		s.known[n.Branch()] = is
	}
	return is
}

func (s *paths) path(r *Run) *path {
	p := s.of[r]
	if p == nil {
		p = &path{run: r, by: map[int]*stretch{}}
		s.of[r] = p
	}
	return p
}

// add takes a new node in.
func (s *paths) add(n *Node) {
	p, b := s.path(n.First), s.number(n)
	t := p.by[b]
	if t == nil {
		t = &stretch{}
		p.by[b] = t
		p.own = append(p.own, b)
	}
	t.nodes = append(t.nodes, n)
}

// remove takes out a node that is not open.
func (s *paths) remove(n *Node) {
	p := s.of[n.First]
	if p == nil {
		return
	}
	if t := p.by[s.number(n)]; t != nil {
		if i, ok := slices.BinarySearchFunc(t.nodes, n.Depth, byDepth); ok {
			t.nodes = slices.Delete(t.nodes, i, i+1)
		}
	}
}

func byDepth(n *Node, depth int) int { return cmp.Compare(n.Depth, depth) }

// end makes the path of a run, of which all new nodes were added. It takes time
// linear in these and in the branches.
func (s *paths) end(r *Run) *path {
	p := s.path(r)
	last := r.leaf
	for last != nil && last.First == r {
		last = last.parent
	}
	if last != nil {
		p.parent, p.first = s.path(last.First), last.Depth+1
	}
	for _, t := range p.by {
		t.next, t.limit = p.parent, p.first
	}
	p.all = p.own
	if p.parent != nil {
		p.all = union(p.parent.all, p.own)
	}
	return p
}

// union returns a with what of b is not in it.
func union(a, b []int) []int {
	all := slices.Clip(a)
	for _, x := range b {
		if !slices.Contains(a, x) {
			all = append(all, x)
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
		if i, _ := slices.BinarySearchFunc(t.nodes, limit, byDepth); i > 0 {
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
	t := p.by[branch]
	if t == nil {
		t = &stretch{next: p.parent, limit: p.first}
		p.by[branch] = t
	}
	return t
}
