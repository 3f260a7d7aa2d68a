package dse

import (
	"math"
	"slices"
)

// paths knows which open nodes of which branch are on which path, without a
// list of nodes for each path: the nodes that a run adds to the tree are the end
// of its path, and what is before them is the beginning of the path of the run
// that added the node before. So paths make a tree of their own.
//
// Paths, stretches and nodes are known by their numbers, from 1; 0 is none. The
// garbage collector has nothing to look at then but for runs.
type paths struct {
	w       *World
	numbers table[[2]int32]  // by code location; the second of flips that grow a list; from 1
	growing []bool           // by number
	list    []path           // in the order in which they were met
	runs    []*Run           // of paths
	of      table[int32]     // path by run
	grows   func(*Node) bool // tells flips of a branch apart, if not nil
	known   table[uint8]     // by code location: whether the flips of a condition of the program grow a list: 1 no, 2 yes
	nodes   *table[*Node]    // by number
	next    table[int32]     // by number of a node: the next that was open of its run and branch
	last    table[int32]     // by number of a branch, of a run; then 0
	found   []stretch        // of a run; then empty
	ties    []int32          // branches, of a ranking; then of no use
	counts  table[int]       // of open nodes by number of a branch; likewise
	passed  []leg            // on a way; then empty
	loose   [][]*Node        // new nodes of runs whose numbers are not in a row

	stretches []stretch // own ones of a path are in a row
	branches  []int32   // lists of them
	others    [][]other // lists of stretches
}

// A path is that of one run. What it consists of is looked at when it is ranked
// for a target: most nodes may be open no more by then.
type path struct {
	from, count int32  // its new nodes: the first and how many; or 0 and the number of a list of them; 0 if there are none, or what follows is known
	ended       bool   // the new nodes are known
	opened      bool   // the following is known
	first       int32  // the depth from which the nodes are its own
	parent      int32  // the path that it begins with, up to there
	own         span   // stretches of its own open nodes, by branch
	all         span   // branches of all its nodes, ascending
	others      int32  // the list of stretches of branches that it has no nodes of, where the way to the next that has is long, by branch
	spent       uint64 // bits of branches: it has no open node of them any more, as was found when one was looked for; only of those below 64
}

// A span is a part of a list.
type span struct{ from, to int32 }

// A leg is a path on the way back to the root, and its stretch of a branch.
type leg struct{ path, stretch int32 }

// A stretch is the nodes of a branch that belong to a path, by depth, and where to
// look for those before them.
type stretch struct {
	branch int32
	limit  int32 // nodes of next from this depth are not on the path
	node   int32 // the first, which may be open no more
	next   int32 // path
}

// other is a stretch of a branch, where a path has no nodes of that.
type other struct{ branch, stretch int32 }

// newPaths has no paths. With leaps it tells flips apart that grow a list.
func newPaths(w *World, leap bool) *paths {
	s := &paths{w: w, nodes: w.book(), passed: make([]leg, 0, leastBlock)}
	if leap {
		s.grows = w.Grows
	}
	return s
}

// renew forgets all paths.
func (s *paths) renew() {
	*s = paths{
		w: s.w, grows: s.grows, nodes: s.w.book(), numbers: s.numbers[:0], growing: s.growing[:0],
		list: s.list[:0], runs: s.runs[:0], of: s.of[:0], known: s.known[:0], next: s.next[:0], last: s.last[:0],
		found: s.found[:0], ties: s.ties[:0], counts: s.counts, passed: s.passed[:0], loose: s.loose[:0],
		stretches: s.stretches[:0], branches: s.branches[:0], others: s.others[:0],
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

// path is the path of a run.
func (s *paths) path(r *Run) int32 {
	p := s.of.with(r.Number)
	if *p == 0 || s.runs[*p-1] != r {
		if cap(s.list) == 0 {
			s.list, s.runs = make([]path, 0, 2*leastBlock), make([]*Run, 0, 2*leastBlock)
		}
		s.list, s.runs = append(s.list, path{}), append(s.runs, r)
		*p = int32(len(s.list))
	}
	return *p
}

// end makes the path of a run, of which nodes are new, if nobody has.
func (s *paths) end(r *Run, nodes []*Node) int32 {
	i := s.path(r)
	p := &s.list[i-1]
	if p.ended {
		return i
	}
	p.ended = true
	switch n := len(nodes); {
	case n == 0:
	case int(nodes[n-1].id-nodes[0].id) == n-1:
		p.from, p.count = nodes[0].id+1, int32(n)
		noteAll(s.nodes, nodes)
	default:
		s.loose = append(s.loose, nodes)
		p.count = int32(len(s.loose))
	}
	return i
}

// new takes the new nodes of a path that is opened.
func (s *paths) new(p *path) (nodes []*Node) {
	switch {
	case p.from > 0:
		nodes = (*s.nodes)[p.from-1:][:p.count]
	case p.count > 0:
		nodes = s.loose[p.count-1]
		s.loose[p.count-1] = nil
		noteAll(s.nodes, nodes)
	}
	p.from, p.count = 0, 0
	return nodes
}

// open finds out what a path consists of, and those that it begins with. It takes
// time linear in its new nodes and in the branches.
func (s *paths) open(i int32) {
	p := &s.list[i-1]
	if p.opened {
		return
	}
	p.opened = true
	nodes, r := s.new(p), s.runs[i-1]
	last := r.leaf
	if len(nodes) > 0 {
		last = nodes[0]
	}
	for last != nil && last.First == r {
		last = last.parent
	}
	if last != nil {
		parent := s.path(last.First)
		s.open(parent)
		p = &s.list[i-1]
		p.parent, p.first = parent, int32(last.Depth+1)
		p.all, p.spent = s.list[parent-1].all, s.list[parent-1].spent
	}
	s.sort(p, nodes)
	s.unite(p)
}

// sort puts open nodes into stretches.
func (s *paths) sort(p *path, nodes []*Node) {
	if cap(s.found) == 0 {
		s.found = make([]stretch, 0, leastBlock)
	}
	for _, n := range nodes {
		if n.other != Open {
			continue
		}
		b := s.number(n)
		last := s.last.at(b)
		if *last == 0 {
			s.found = append(s.found, stretch{branch: int32(b), limit: p.first, node: n.id + 1, next: p.parent})
		} else {
			*s.next.with(int(*last - 1)) = n.id + 1
		}
		*last = n.id + 1
	}
	if len(s.found) == 0 {
		return
	}
	for i := range s.found {
		s.last[s.found[i].branch] = 0
	}
	if len(s.found) > 1 {
		slices.SortFunc(s.found, func(a, b stretch) int { return int(a.branch - b.branch) })
	}
	for i := range s.found {
		p.spent &^= 1 << s.found[i].branch
	}
	p.own.from = int32(len(s.stretches))
	s.stretches = append(s.stretches, s.found...)
	p.own.to = int32(len(s.stretches))
	s.found = s.found[:0]
}

// unite adds the branches of its own nodes to those of a path: it is the same list
// if that has them all.
func (s *paths) unite(p *path) {
	a, b := s.branches[p.all.from:p.all.to], s.stretches[p.own.from:p.own.to]
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
		return
	}
	from := len(s.branches)
	s.branches = slices.Grow(s.branches, len(a)+more)
	all := s.branches
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
	s.branches, p.all = all, span{int32(from), int32(len(all))}
}

// shallowest is the first open node of a branch on a path, nil if there is
// none. It takes time linear in the stretches that have one; those that have none
// any more are passed over once, but for a few.
func (s *paths) shallowest(path, branch int32) *Node {
	p := path
	var found *Node
	passed := s.passed[:0] // since the last that has one
	limit := int32(math.MaxInt32)
	for p > 0 {
		t := s.stretch(p, branch)
		if t > 0 {
			if n := s.first(&s.stretches[t-1]); n != nil && int32(n.Depth) < limit {
				found = n
				s.skip(passed, branch, p, limit)
				passed = passed[:0]
			}
		}
		passed = append(passed, leg{p, t})
		if t > 0 {
			p, limit = s.stretches[t-1].next, s.stretches[t-1].limit
		} else {
			p, limit = s.list[p-1].parent, s.list[p-1].first
		}
	}
	s.skip(passed, branch, 0, 0)
	s.passed = passed
	if found == nil {
		s.list[path-1].spent |= 1 << branch
	}
	return found
}

// first passes over the nodes of a stretch that are open no more, and returns the
// first that is.
func (s *paths) first(t *stretch) *Node {
	for t.node > 0 {
		n := (*s.nodes)[t.node-1]
		if n.other == Open {
			return n
		}
		if i := int(t.node - 1); i < len(s.next) {
			t.node = s.next[i]
		} else {
			t.node = 0
		}
	}
	return nil
}

// longWay is how many paths it takes without nodes of a branch until each is told
// what comes before them: to go a shorter way again takes less time.
const longWay = 8

// skip lets stretches know what comes next before them.
func (s *paths) skip(list []leg, branch, next, limit int32) {
	for _, l := range list {
		t := l.stretch
		if t == 0 && len(list) >= longWay {
			t = s.insert(l.path, branch)
		}
		if t > 0 {
			s.stretches[t-1].next, s.stretches[t-1].limit = next, limit
		}
	}
}

// stretch is that of a branch on a path.
func (s *paths) stretch(p, branch int32) int32 {
	x := &s.list[p-1]
	own := s.stretches[x.own.from:x.own.to]
	low, high := 0, len(own)
	for low < high { // most have one or two
		if mid := (low + high) / 2; own[mid].branch < branch {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(own) && own[low].branch == branch {
		return x.own.from + int32(low) + 1
	}
	if x.others > 0 {
		list := s.others[x.others-1]
		if i := after(list, branch); i < len(list) && list[i].branch == branch {
			return list[i].stretch
		}
	}
	return 0
}

// after is the place in a list of the first stretch that is not of a branch before this one.
func after(list []other, branch int32) int {
	low, high := 0, len(list)
	for low < high {
		if mid := (low + high) / 2; list[mid].branch < branch {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// insert makes an empty stretch.
func (s *paths) insert(i, branch int32) int32 {
	s.stretches = append(s.stretches, stretch{branch: branch})
	t, p := int32(len(s.stretches)), &s.list[i-1]
	if p.others == 0 {
		if n := len(s.others); n < cap(s.others) {
			s.others = s.others[:n+1]
			s.others[n] = s.others[n][:0]
		} else {
			s.others = append(s.others, nil)
		}
		p.others = int32(len(s.others))
	}
	list := &s.others[p.others-1]
	*list = slices.Insert(*list, after(*list, branch), other{branch, t})
	return t
}
