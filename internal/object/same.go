package object

import (
	"slices"

	"nearmiss/input"
)

// A sameway is an input that is not an object and can be made in several ways: an interface, a
// function. The executor supports one way in a search. The input is therefore made in the same way
// in all call sequences, and only its parts differ.
type sameway struct {
	at    int // index of the input in the signature
	space *input.Space
	like  input.Vector
	ways  []uint64
}

// sameways returns the inputs that have a fixed way: the way of the first of the starts, or of the
// smallest input.
func sameways(m *Method, starts []input.Vector) (list []sameway) {
	sig := m.Fn.Sig
	first := input.NewSpace(sig, input.Limits{}).Zero()
	if len(starts) > 0 {
		first = starts[0]
	}
	for i := range sig.Inputs() {
		f := sig.Input(i)
		if f.Type != m.Literal.Sig.Input(i).Type || !f.Type.Has(false, func(t *input.Type) bool { return t.Kind == input.Choice }) {
			continue
		}
		one := sameway{at: i, like: sig.Part(first, i)}
		one.space = input.NewSpace(&input.Signature{Params: []input.Field{*f}}, input.Limits{})
		one.ways = one.of(one.like)
		list = append(list, one)
	}
	return list
}

// of returns the words of the input that are concrete in the executor: alternatives, and numbers of
// steps.
func (w *sameway) of(part input.Vector) (ways []uint64) {
	for _, v := range w.space.Vars(nil, part) {
		if v.Role == input.RoleAlt || v.Steps {
			ways = append(ways, part[v.Off])
		}
	}
	return ways
}

// settle returns the calls with each input in p.same made in its fixed way: an input made in another
// way is replaced by the input of the first call sequence.
func (p *Program) settle(calls input.Vector) input.Vector {
	for i := range p.same {
		w := &p.same[i]
		part := p.m.Fn.Sig.Part(calls, w.at)
		if slices.Equal(w.of(part), w.ways) {
			continue
		}
		var all input.Vector
		for j := range p.m.Fn.Sig.Inputs() {
			if part = p.m.Fn.Sig.Part(calls, j); j == w.at {
				part = w.like
			}
			all = append(all, part...)
		}
		calls = all
	}
	return calls
}
