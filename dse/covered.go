package dse

import "slices"

// A recorder lists the branches that a run takes.
type recorder struct {
	run   uint32
	last  []uint32 // run in which a branch was last taken, by branch
	found []uint32
}

func (r *recorder) begin() {
	r.run++
	r.found = r.found[:0]
}

func (r *recorder) took(branch uint32) {
	if n := int(branch) + 1 - len(r.last); n > 0 {
		r.last = append(r.last, make([]uint32, n)...)
	}
	if r.last[branch] != r.run {
		r.last[branch] = r.run
		r.found = append(r.found, branch)
	}
}

// list returns the branches in ascending order.
func (r *recorder) list() []uint32 {
	list := slices.Clone(r.found)
	slices.Sort(list)
	return list
}
