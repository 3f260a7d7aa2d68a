package dse

import (
	"slices"

	"nearmiss/input"
)

// rewards keep the values of elements of lists that were rewarded: that a run had when it
// came nearer to the predicate of a target, or took a branch that no run had taken. What is
// nearer on the way to the predicate is no reward, as in the paper. A new element of a list
// has the value that was rewarded last at its place, where no clause asks for another.
//
// If a[i] == 0 is what counts, and 90 of the elements are to be 0, each element that a
// growing list gets counts at once:
//
//	for i := range a {
//		if a[i] == 7 {
//			n++
//		}
//	}
//
// The flip of a[0] == 7 is nearer to n == 5 by one, and so 7 is rewarded; that of 1 <
// len(a) makes {7, 7} then, not {7, 0}.
//
// A run takes time linear in its input, and so does an answer of the solver, beside one
// question more where elements are new.
//
// Source: Xie et al. 2009, footnote 3: a solver that reuses historically rewarding values.
type rewards struct {
	l      Inputs
	made   []Element // by the last answer: the elements that it has changed or added
	input  input.Vector
	values map[uint64]uint64 // by class
}

func newRewards(l Inputs) *rewards { return &rewards{l: l, values: map[uint64]uint64{}} }

// answered tells of an input that a run will have, and what it was made from.
func (m *rewards) answered(from, made input.Vector) {
	m.made, m.input = m.made[:0], made
	before := m.addresses(from)
	for _, e := range m.l.Scalars(made) {
		if pos, known := before[e.Address]; !known || from[pos] != made[e.Pos] {
			m.made = append(m.made, e)
		}
	}
}

// addresses has the positions of the elements of an input.
func (m *rewards) addresses(v input.Vector) map[uint64]int {
	at := map[uint64]int{}
	for _, e := range m.l.Scalars(v) {
		at[e.Address] = e.Pos
	}
	return at
}

// ran tells of the run of what was answered.
func (m *rewards) ran(r *Run) {
	if !r.NewBranch && !slices.ContainsFunc(r.Nearer, func(i int) bool { return r.Near[i].Reached }) {
		return
	}
	for _, e := range m.made {
		m.values[e.Class] = m.input[e.Pos]
	}
}

// fill returns an answer with what was rewarded in those elements that are new and zero;
// nil if there are none.
func (m *rewards) fill(from, made input.Vector) (out input.Vector) {
	if len(m.values) == 0 {
		return nil
	}
	before := m.addresses(from)
	for _, e := range m.l.Scalars(made) {
		if _, known := before[e.Address]; known || made[e.Pos] != 0 || m.values[e.Class] == 0 {
			continue
		}
		if out == nil {
			out = append(out, made...)
		}
		out[e.Pos] = m.values[e.Class]
	}
	return out
}
