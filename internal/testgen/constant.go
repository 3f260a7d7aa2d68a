package testgen

import (
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A column that is zero in all rows, or a part of an object with one value in all rows,
// distinguishes no rows: the call or the comparison prints the value, and the table has no
// such column.

// hoistConstantInputs takes out of the table the inputs that are zero in all of several rows,
// unless no input would be left.
func (p *plan) hoistConstantInputs() {
	if len(p.cases) < 2 {
		return
	}
	var constant []*inputField
	for i, in := range p.inputs {
		if receiver := p.fn.Sig.Recv != nil && i == 0; !receiver && !in.sharesMaker && p.isZeroInput(in) {
			constant = append(constant, in)
		}
	}
	if len(constant) == len(p.inputs) {
		return
	}
	for _, in := range constant {
		in.constant, _ = p.literals.argument(in.values[0])
	}
}

// isZeroInput reports whether an input is zero in all rows and is neither a struct nor an array.
func (p *plan) isZeroInput(in *inputField) bool {
	switch in.typ.Kind {
	case input.Struct, input.Array:
		return false
	}
	return !slices.ContainsFunc(in.values, func(v *value.Value) bool { return !v.IsZero() })
}

// hoistConstantWants takes out of the table the expectations that are constant in all of several
// rows, unless no expectation would be left.
func (p *plan) hoistConstantWants() {
	if len(p.cases) < 2 {
		return
	}
	var constant []*observation
	kept := 0
	for _, o := range p.observed {
		switch {
		case o.mode == noError:
		case p.canHoist(o):
			constant = append(constant, o)
		default:
			kept++
		}
	}
	if kept == 0 {
		return
	}
	for _, o := range constant {
		o.constant, _ = p.literals.argument(o.values[0])
	}
}

func (p *plan) canHoist(o *observation) bool {
	if o.mode != byValue && o.mode != byDeep || !isScalar(o.typ) && !isNilable(o.typ) || o.typ.Kind == input.Complex || slices.Contains(o.values, nil) {
		return false
	}
	if o.path != "" && isScalar(o.typ) { // a part of an object may have any constant value
		first := o.values[0]
		return len(first.Text) < maxCaseName && !slices.ContainsFunc(o.values, func(v *value.Value) bool { return v.Compare(first) != 0 })
	}
	return !slices.ContainsFunc(o.values, func(v *value.Value) bool { return !v.IsZero() })
}

// constantCheck compares o with its constant, which is the same in all rows.
func (p *plan) constantCheck(o *observation, verb string) string {
	cond := o.got + " != " + o.constant
	switch o.constant {
	case "false":
		cond = o.got
	case "true":
		cond = "!" + o.got
	}
	return p.assertionText(o, o.guard+cond, " = "+verb+", want "+strings.ReplaceAll(o.constant, "%", "%%"), o.got)
}

// nilCheck returns the assertion that o is nil, or not nil, in all rows.
func (p *plan) nilCheck(o *observation, guard string) string {
	switch {
	case o.constant != "nil":
		return p.assertionText(o, guard+o.got+" == nil", " = nil, want non-nil")
	case isFunc(o.goType): // go vet rejects the printing of a function
		return p.assertionText(o, guard+o.got+" != nil", " is a function, want nil")
	}
	return p.assertionText(o, guard+o.got+" != nil", " = %v, want nil", o.got)
}

// isFunc reports whether t is a function type. t is nil if the type is unknown.
func isFunc(t types.Type) bool {
	_, is := syntax.Underlying(t).(*types.Signature)
	return is
}
