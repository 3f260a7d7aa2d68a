package object

import (
	"slices"

	"nearmiss/input"
)

// stepsVar returns the variable that holds the number of calls on the receiver before the method;
// false if the receiver is made without such calls.
func (p *Program) stepsVar(calls input.Vector) (variable input.Var, ok bool) {
	vars := p.space.Vars(nil, calls)
	for _, v := range vars {
		if v.Steps && v.Depth == 0 && v.Off < vars[0].End {
			return v, true
		}
	}
	return variable, false
}

// Steps returns the number of calls on the receiver in a call sequence, after the call that makes
// the receiver and before the method.
func (p *Program) Steps(calls input.Vector) int {
	variable, ok := p.stepsVar(calls)
	if !ok {
		return 0
	}
	return int(max(calls[variable.Off], 1) - 1)
}

// WithoutCall returns a call sequence without the call on the receiver at index step.
func (p *Program) WithoutCall(calls input.Vector, step int) input.Vector {
	variable, _ := p.stepsVar(calls)
	pos := variable.Off + 1
	for range step {
		pos = input.Skip(variable.Type.Elem, calls, pos)
	}
	out := slices.Delete(slices.Clone(calls), pos, input.Skip(variable.Type.Elem, calls, pos))
	out[variable.Off]--
	return p.space.Normalize(nil, out)
}

// Shorter reports whether a has fewer calls than b, or as many calls and fewer words.
func (p *Program) Shorter(a, b input.Vector) bool {
	if x, y := p.countCalls(a), p.countCalls(b); x != y {
		return x < y
	}
	return len(a) < len(b)
}

// countCalls returns the number of calls on objects in a call sequence, including calls on arguments.
func (p *Program) countCalls(calls input.Vector) (n int) {
	for _, v := range p.space.Vars(nil, calls) {
		if v.Steps {
			n += int(max(calls[v.Off], 1) - 1)
		}
	}
	return n
}
