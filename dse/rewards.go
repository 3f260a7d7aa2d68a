package dse

import (
	"slices"

	"nearmiss/input"
)

// Rewards keeps the values that elements of lists had when a run came nearer to a target,
// or took a branch that no run had taken: what footnote 3 of Xie et al. 2009 calls
// historically rewarding values.
type rewards struct {
	sig        *input.Signature
	best       map[uint32]float64 // the least distance of each target
	taken      map[uint32]bool
	from, made input.Vector // the last answer of the solver, and what it was made from
	values     map[uint64]uint64
}

func newRewards(sig *input.Signature) *rewards {
	return &rewards{sig: sig, best: map[uint32]float64{}, taken: map[uint32]bool{}, values: map[uint64]uint64{}}
}

// answered tells of what the next run will run.
func (m *rewards) answered(from, made input.Vector) { m.from, m.made = from, made }

// ran tells of a run. If it is rewarded, what it had changed or added is kept.
func (m *rewards) ran(r *Run, targets []uint32) {
	rewarded := false
	for _, b := range r.Covered {
		if !m.taken[b] {
			m.taken[b], rewarded = true, true
		}
	}
	for i, n := range r.Near {
		was, met := m.best[targets[i]]
		if n.Reached && (!met || n.Distance < was) {
			m.best[targets[i]], rewarded = n.Distance, true
		}
	}
	if !rewarded || !slices.Equal(m.made, r.Path.Input) { // the second: an input to start from
		return
	}
	before := map[uint64]uint64{}
	for _, w := range elements(m.sig, m.from) {
		before[w.address] = m.from[w.pos]
	}
	for _, w := range elements(m.sig, m.made) {
		if was, known := before[w.address]; !known || was != m.made[w.pos] {
			m.values[w.class] = m.made[w.pos]
		}
	}
}

// fill returns v with the values that were rewarded in elements that from does not have,
// where they are zero; nil if that changes nothing.
func (m *rewards) fill(from, v input.Vector) input.Vector {
	if len(m.values) == 0 || len(v) <= len(from) {
		return nil
	}
	old := map[uint64]bool{}
	for _, w := range elements(m.sig, from) {
		old[w.address] = true
	}
	var out input.Vector
	for _, w := range elements(m.sig, v) {
		if value := m.values[w.class]; !old[w.address] && value != 0 && v[w.pos] == 0 {
			if out == nil {
				out = append(out, v...)
			}
			out[w.pos] = value
		}
	}
	return out
}

// An element is a scalar within a list of an input. Lengths, nil pointers and
// the keys of maps are none.
type element struct {
	pos     int
	class   uint64 // the same for the same place in all elements of lists of one place
	address uint64 // of the word: the same in all inputs
}

// elements lists those of an input, in order, in time linear in it.
func elements(sig *input.Signature, v input.Vector) []element {
	w := &lister{v: v}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type, uint64(i)+1, uint64(i)+1, false)
	}
	return w.list
}

type lister struct {
	v    input.Vector
	pos  int
	list []element
}

// value passes over a value; inside says that it is in a list.
func (l *lister) value(t *input.Type, class, address uint64, inside bool) {
	words := func(n int, inside bool) {
		for i := range n {
			if inside {
				l.list = append(l.list, element{l.pos, mix(class, uint64(i)), mix(address, uint64(i))})
			}
			l.pos++
		}
	}
	switch t.Kind {
	case input.Struct:
		for i := range t.Fields {
			l.value(t.Fields[i].Type, mix(class, uint64(i)), mix(address, uint64(i)), inside)
		}
	case input.Array:
		for i := range t.Len {
			l.value(t.Elem, mix(class, uint64(i)), mix(address, uint64(i)), inside)
		}
	case input.Pointer:
		l.pos++
		if l.v[l.pos-1] != 0 {
			l.value(t.Elem, mix(class, 0), mix(address, 0), inside)
		}
	case input.String:
		l.pos++
		for i := range int(l.v[l.pos-1]) {
			l.list = append(l.list, element{l.pos, mix(class, 0), mix(address, uint64(i))})
			l.pos++
		}
	case input.Slice, input.Map:
		l.pos++
		for i := range int(max(l.v[l.pos-1], 1)) - 1 {
			if t.Kind == input.Map {
				l.pos = input.Skip(t.Key, l.v, l.pos)
			}
			l.value(t.Elem, mix(class, 0), mix(address, uint64(i)), true)
		}
	case input.Choice:
		l.pos = input.Skip(t, l.v, l.pos)
	case input.Complex:
		words(2, inside)
	default:
		words(1, inside)
	}
}
