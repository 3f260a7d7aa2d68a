package harness

import (
	"go/types"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// The values that callers pass for a parameter of a struct, slice or map type of the package are
// often package variables: getRange(expr, minutes). With Options.Variables such a parameter, or
// an element of a list of such, is a Choice between the package variables of its type and, rarely, a literal.

// maxVariables is the most package variables among the alternatives of a parameter.
const maxVariables = 6

// argumentType returns the input type of a parameter.
func (s *signer) argumentType(t types.Type, opts Options) *input.Type {
	literal := s.c.inputType(t)
	if !opts.Variables {
		return literal
	}
	if known, ok := s.c.variableTypes.At(t).(*input.Type); ok {
		return known
	}
	out := literal
	if list, ok := types.Unalias(t).(*types.Slice); ok && literal.Kind == input.Slice {
		if elem := s.argumentType(list.Elem(), opts); elem != literal.Elem {
			of := *literal
			of.Elem, out = elem, &of
		}
	}
	if list := s.c.variablesOf(t); len(list) > 0 && literal.Kind != input.Choice {
		out = s.c.newType(t)
		out.Kind = input.Choice
		for _, v := range list {
			out.Alts = append(out.Alts, input.Alt{Name: v.Name(), Make: code.Name(s.c.sourcePath(v.Pkg()), v.Name())})
		}
		out.Alts = append(out.Alts, input.Alt{Name: s.c.typeText(t), Make: code.Arg(0), Rare: true, Fields: []input.Field{{Name: "value", Type: literal}}})
	}
	s.c.variableTypes.Set(t, out)
	return out
}

// variablesOf returns the first package variables of exactly the type t that no code changes after the initialisation of
// the package, and whose memory no function of the package may change through a value of the type.
func (c *Coder) variablesOf(t types.Type) (list []*types.Var) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != c.pkg.Types {
		return nil
	}
	switch n.Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Map, *types.Array:
	default:
		return nil
	}
	s := c.vars()
	if syntax.HoldsLock(t) || leadsToSharedMemory(c.inputType(t)) && s.writes.AnyMayChange(t) {
		return nil
	}
	for _, v := range s.order {
		if types.Identical(v.Type(), t) && !s.changedLater[v] && !s.withoutValue[v] {
			list = append(list, v)
		}
	}
	return list[:min(len(list), maxVariables)]
}
