package dse

import "nearmiss/symexec"

// A numbering gives sites and calls numbers, in the order of their first nodes,
// and counts on the path that is being put into the tree.
type numbering struct {
	conds []int32                // of conditions of the program: the number of the site, from 1
	other map[symexec.Site]int32 // of other sites
	sites []passage
	calls map[call]int32
	last  []spot // by site
	path  int32
}

// A passage is how often the path took each side of a site.
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

// begin begins a path.
func (x *numbering) begin() { x.path++ }

// pass tells that the path takes a side of the node it has come to.
func (x *numbering) pass(n *Node, side bool) {
	p := &x.sites[n.location>>1]
	p.path = x.path
	p.taken[index(n.Side)], p.taken[index(!n.Side)] = int32(n.Nth), n.rest
	p.taken[index(side)]++
}

// number numbers a new node at the end of the path.
func (x *numbering) number(n *Node) {
	site := x.site(n.Site)
	n.location = 2*site + int32(index(n.Side))
	n.call = 2*x.call(site, n.Context) + int32(index(n.Side))
	if p := x.sites[site]; p.path == x.path {
		n.Nth, n.rest = int(p.taken[index(n.Side)]), p.taken[index(!n.Side)]
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
		}
		*s = spot{true, context, i}
	}
	return s.number
}
