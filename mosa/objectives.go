package mosa

import "slices"

// Objective is one branch.
type Objective struct {
	// Needs lists the objectives that this one is control dependent on: it is
	// released when one of them is covered, or at once if there are none.
	Needs   []int
	Covered bool // from the start
	Closed  bool // not to be searched for: infeasible, or somebody else's
}

// objectives is their state, by number.
type objectives struct {
	all        []Objective
	dependants [][]int // the objectives that need one
}

func newObjectives(all []Objective) objectives {
	o := objectives{slices.Clone(all), make([][]int, len(all))}
	for i := range all {
		for _, need := range all[i].Needs {
			o.dependants[need] = append(o.dependants[need], i)
		}
	}
	return o
}

func (o *objectives) open(i int) bool { return !o.all[i].Covered && !o.all[i].Closed }

// left counts the open objectives.
func (o *objectives) left() (n int) {
	for i := range o.all {
		if o.open(i) {
			n++
		}
	}
	return n
}

// released lists the open objectives of which something that they need is
// covered; all open ones if there are none of those.
func (o *objectives) released() (list []int) {
	for i := range o.all {
		if o.open(i) && o.free(i) {
			list = append(list, i)
		}
	}
	if list != nil {
		return list
	}
	for i := range o.all {
		if o.open(i) {
			list = append(list, i)
		}
	}
	return list
}

func (o *objectives) free(i int) bool {
	needs := o.all[i].Needs
	return len(needs) == 0 || slices.ContainsFunc(needs, func(n int) bool { return o.all[n].Covered })
}

// within adds to a list the open objectives that need one in it, in order.
func (o *objectives) within(list []int) []int {
	out := slices.Clone(list)
	for _, i := range list {
		for _, d := range o.dependants[i] {
			if o.open(d) {
				out = append(out, d)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
