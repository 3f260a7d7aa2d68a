package dse

import (
	"slices"

	"nearmiss/input"
)

// rewards keep the rewarded values of list elements: the values that a run had when it came nearer
// to the predicate of a target, or took a new branch. As in the paper, a smaller distance on the
// way to the predicate is no reward. A new element of a list gets the value that was rewarded last
// at its place, unless a clause asks for another value.
//
// Suppose a target needs five elements of a list with a[i] == 7. Rewards make each element that a
// growing list gets count at once:
//
//	for i := range a {
//		if a[i] == 7 {
//			n++
//		}
//	}
//
// The flip of a[0] == 7 is nearer to n == 5 by one, so that 7 is rewarded. The flip of 1 < len(a)
// then makes {7, 7} rather than {7, 0}.
//
// A run takes time linear in its input, and so does an answer of the solver, which costs one more
// question if elements are new.
//
// Source: Xie et al. 2009, footnote 3: a solver that reuses historically rewarding values.
type rewards struct {
	inputs          Inputs
	changedElements []Element         // elements that the solver's last answer changed or added
	input           input.Vector      // the input of the solver's last answer
	rewarded        map[uint64]uint64 // by class of the element: the value rewarded last
}

func newRewards(l Inputs) *rewards { return &rewards{inputs: l, rewarded: map[uint64]uint64{}} }

// recordAnswer records the elements in which the solver's input made differs from the input from,
// before made is run.
func (m *rewards) recordAnswer(from, made input.Vector) {
	m.changedElements, m.input = m.changedElements[:0], made
	before := m.addresses(from)
	for _, e := range m.inputs.Scalars(made) {
		if pos, known := before[e.Address]; !known || from[pos] != made[e.Pos] {
			m.changedElements = append(m.changedElements, e)
		}
	}
}

// addresses maps the addresses of the elements of an input to their positions.
func (m *rewards) addresses(v input.Vector) map[uint64]int {
	positions := map[uint64]int{}
	for _, e := range m.inputs.Scalars(v) {
		positions[e.Address] = e.Pos
	}
	return positions
}

// recordRun rewards the elements of the last answer if the run r of its input made progress.
func (m *rewards) recordRun(r *Run) {
	if !r.NewBranch && !slices.ContainsFunc(r.Nearer, func(i int) bool { return r.Near[i].Reached }) {
		return
	}
	for _, e := range m.changedElements {
		m.rewarded[e.Class] = m.input[e.Pos]
	}
}

// withRewards returns the input made with rewarded values in its new elements that are zero; nil if
// there are no such elements. Elements that from has too are not new.
func (m *rewards) withRewards(from, made input.Vector) (out input.Vector) {
	if len(m.rewarded) == 0 {
		return nil
	}
	before := m.addresses(from)
	for _, e := range m.inputs.Scalars(made) {
		if _, known := before[e.Address]; known || made[e.Pos] != 0 || m.rewarded[e.Class] == 0 {
			continue
		}
		if out == nil {
			out = append(out, made...)
		}
		out[e.Pos] = m.rewarded[e.Class]
	}
	return out
}
