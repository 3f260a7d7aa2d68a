package object

import (
	"slices"

	"nearmiss/input"
)

// A fixedWay is the way to make an input that is not an object and can be made in several ways,
// such as an interface or a function. The executor supports one way in a search. The input is
// therefore made in the same way in all call sequences, and only its parts differ.
type fixedWay struct {
	input   int          // index of the input in the signature
	space   *input.Space // space of this input alone
	example input.Vector // the input in the first start, or the smallest one
	ways    []uint64     // waysIn(example)
}

// newFixedWays returns the fixed ways of the inputs that need one: the way of the first start, or
// of the smallest input.
func newFixedWays(m *Method, starts []input.Vector) (list []fixedWay) {
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
		one := fixedWay{input: i, example: sig.Part(first, i)}
		one.space = input.NewSpace(&input.Signature{Params: []input.Field{*f}}, input.Limits{})
		one.ways = one.waysIn(one.example)
		list = append(list, one)
	}
	return list
}

// waysIn returns the words of the input that are concrete in the executor: indices of alternatives,
// and numbers of steps.
func (w *fixedWay) waysIn(part input.Vector) (ways []uint64) {
	for _, v := range w.space.Vars(nil, part) {
		if v.Role == input.RoleAlt || v.Steps {
			ways = append(ways, part[v.Off])
		}
	}
	return ways
}

// fixWays returns the calls with each input in p.fixedWays made in its fixed way: an input made in
// another way is replaced by fixedWay.example.
func (p *Program) fixWays(calls input.Vector) input.Vector {
	for i := range p.fixedWays {
		w := &p.fixedWays[i]
		part := p.method.Fn.Sig.Part(calls, w.input)
		if slices.Equal(w.waysIn(part), w.ways) {
			continue
		}
		var all input.Vector
		for j := range p.method.Fn.Sig.Inputs() {
			if part = p.method.Fn.Sig.Part(calls, j); j == w.input {
				part = w.example
			}
			all = append(all, part...)
		}
		calls = all
	}
	return calls
}
