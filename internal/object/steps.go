package object

import (
	"slices"

	"nearmiss/input"
)

// steps is the number of calls on the receiver before the method, and what it is of; false
// if there can be none.
func (p *Program) steps(calls input.Vector) (at input.Var, ok bool) {
	vars := p.space.Vars(nil, calls)
	for _, v := range vars {
		if v.Steps && v.Depth == 0 && v.Off < vars[0].End {
			return v, true
		}
	}
	return at, false
}

// Steps is how many calls on the receiver stand in a call sequence, between the one that
// makes it and the method.
func (p *Program) Steps(calls input.Vector) int {
	at, ok := p.steps(calls)
	if !ok {
		return 0
	}
	return int(max(calls[at.Off], 1) - 1)
}

// Without is a call sequence without one of these calls.
func (p *Program) Without(calls input.Vector, step int) input.Vector {
	at, _ := p.steps(calls)
	pos := at.Off + 1
	for range step {
		pos = input.Skip(at.Type.Elem, calls, pos)
	}
	out := slices.Delete(slices.Clone(calls), pos, input.Skip(at.Type.Elem, calls, pos))
	out[at.Off]--
	return p.space.Normalize(nil, out)
}

// Shorter reports whether a call sequence has fewer calls than another one, or as many in
// fewer words.
func (p *Program) Shorter(a, b input.Vector) bool {
	if x, y := p.all(a), p.all(b); x != y {
		return x < y
	}
	return len(a) < len(b)
}

// all is how many calls on objects stand in a call sequence, those on arguments too.
func (p *Program) all(calls input.Vector) (n int) {
	for _, v := range p.space.Vars(nil, calls) {
		if v.Steps {
			n += int(max(calls[v.Off], 1) - 1)
		}
	}
	return n
}
