package dse

import "nearmiss/symexec"

// A numbering gives sites and calls numbers, in the order of their first nodes,
// and counts on the path that is being put into the tree.
type numbering struct {
	conds []int32                // of conditions of the program: the number of the site, from 1
	other map[symexec.Site]int32 // of other sites
	sites []passage
	calls map[call]int32
	turns []passage // of calls
	last  []spot    // by site
	path  int32
	above *Node // the last node of the path that was not counted yet, and its side; what is before it was not, either
	side  bool
}

// A passage is how often the path took each side of a site, or of a call.
type passage struct {
	path  int32 // that this is about
	taken [2]int32
}

// A call is a site in a calling context.
type call struct {
	context uint64
	site    int32
}

// A spot is where a site was met last.
type spot struct {
	known   bool
	context uint64
	number  int32
}

// mostConds is the greatest number of a condition that a table is kept for.
const mostConds = 1 << 20

func newNumbering() numbering {
	return numbering{other: map[symexec.Site]int32{}, calls: map[call]int32{}}
}

// begin begins a path at a side of a node, or at the root. What is before that is
// counted as far as it is asked for.
func (x *numbering) begin(n *Node, side bool) {
	x.path++
	x.above, x.side = n, side
}

// pass tells that the path takes a side of the node it has come to.
func (x *numbering) pass(n *Node, side bool) {
	x.sites[n.location>>1].pass(x.path, n, side, int32(n.Nth), n.rest)
	x.turns[n.call>>1].pass(x.path, n, side, n.times[0], n.times[1])
}

func (p *passage) pass(path int32, n *Node, side bool, same, other int32) {
	p.path = path
	p.taken[index(n.Side)], p.taken[index(!n.Side)] = same, other
	p.taken[index(side)]++
}

// counts are how often the path took a side, and the other.
func (x *numbering) counts(p *passage, side bool) (same, other int32, known bool) {
	for x.above != nil && p.path != x.path {
		x.back()
	}
	return p.taken[index(side)], p.taken[index(!side)], p.path == x.path
}

// back counts the last node that was not counted yet. What is behind it on the
// path counts it in.
func (x *numbering) back() {
	n, side := x.above, x.side
	if p := &x.sites[n.location>>1]; p.path != x.path {
		p.pass(x.path, n, side, int32(n.Nth), n.rest)
	}
	if p := &x.turns[n.call>>1]; p.path != x.path {
		p.pass(x.path, n, side, n.times[0], n.times[1])
	}
	x.above, x.side = n.parent, n.beyond
}

// number numbers a new node at the end of the path.
func (x *numbering) number(n *Node) {
	site := x.site(n.Site)
	n.location = 2*site + int32(index(n.Side))
	n.call = 2*x.call(site, n.Context) + int32(index(n.Side))
	if same, other, ok := x.counts(&x.sites[site], n.Side); ok {
		n.Nth, n.rest = int(same), other
	}
	if same, other, ok := x.counts(&x.turns[n.call>>1], n.Side); ok {
		n.times = [2]int32{same, other}
	}
}

func (x *numbering) site(s symexec.Site) int32 {
	if s.Cond < 0 || s.Cond >= mostConds {
		i, ok := x.other[s]
		if !ok {
			i = x.add()
			x.other[s] = i
		}
		return i
	}
	if n := s.Cond + 1 - len(x.conds); n > 0 {
		x.conds = append(x.conds, make([]int32, n)...)
	}
	if x.conds[s.Cond] == 0 {
		x.conds[s.Cond] = x.add() + 1
	}
	return x.conds[s.Cond] - 1
}

// add makes room for one more site.
func (x *numbering) add() int32 {
	x.sites = append(x.sites, passage{})
	x.last = append(x.last, spot{})
	return int32(len(x.sites) - 1)
}

func (x *numbering) call(site int32, context uint64) int32 {
	s := &x.last[site]
	if !s.known || s.context != context {
		k := call{context, site}
		i, ok := x.calls[k]
		if !ok {
			i = int32(len(x.calls))
			x.calls[k] = i
			x.turns = append(x.turns, passage{})
		}
		*s = spot{true, context, i}
	}
	return s.number
}
