package symexec

import (
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/term"
)

// domain returns the clauses that keep a slot in the domain of its type. There are none if the
// type has no domain or the slot is no number.
func (e *Executor) domain(slot *term.Term, role input.Role, typ *input.Type) (rules []*term.Term) {
	if typ.Domain == nil || role == input.RoleBool || role >= input.RoleLen {
		return nil
	}
	constant := func(w uint64) *term.Term {
		if role == input.RoleFloat {
			return e.machine.builder.Float(slot.Sort, math.Float64frombits(w))
		}
		return e.machine.builder.Int(slot.Sort, w)
	}
	for _, c := range []*term.Term{
		e.machine.builder.Compare(term.GE, slot, constant(typ.Domain.Lo)),
		e.machine.builder.Compare(term.LE, slot, constant(typ.Domain.Hi)),
	} {
		if !c.IsConst() {
			rules = append(rules, c)
		}
	}
	e.bounded = e.bounded || len(rules) > 0
	return rules
}

// InDomains reports whether the numbers of an input are in the domains of their types. The
// input must fit otherwise (see Fits).
func (e *Executor) InDomains(v input.Vector) bool { return !e.bounded || e.Fits(v) }

// obeysDomains reports whether the numbers of a first witness are in the domains of their types.
// Without domains the rules of the shape hold for every input that has the shape.
func (e *Executor) obeysDomains(words []uint64) bool {
	if !e.bounded {
		return true
	}
	e.underBuffer.reset(words)
	return !slices.ContainsFunc(e.shape.rules, func(t *term.Term) bool { return !e.underBuffer.holds(t) })
}
