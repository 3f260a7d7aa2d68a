package testgen

import (
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
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
		if receiver := p.fn.Sig.Recv != nil && i == 0; !receiver && p.isZeroInput(in) {
			constant = append(constant, in)
		}
	}
	if len(constant) == len(p.inputs) {
		return
	}
	for _, in := range constant {
		in.constant = p.literals.argument(in.values[0])
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

// hoistConstantWants takes out of the table the expectations that are zero in all of several
// rows, and that a channel is closed, unless no expectation would be left.
func (p *plan) hoistConstantWants() {
	if len(p.cases) < 2 {
		return
	}
	var constant []*check
	kept := 0
	for _, c := range p.checks {
		switch {
		case c.How == oracle.Errors && !c.Wanting(oracle.Is) && !c.NeedsText():
		case canHoist(c):
			constant = append(constant, c)
		default:
			kept++
		}
	}
	if kept == 0 {
		return
	}
	for _, c := range constant {
		c.constant = p.literals.argument(c.Wants[0])
	}
}

// canHoist reports whether a check wants the same in all rows, and needs no column for that.
func canHoist(c *check) bool {
	if c.How != oracle.Equal && c.How != oracle.Deep || c.Form.Kind != oracle.Whole || c.Type.Kind > input.String && !isNilable(c.Type) || c.Type.Kind == input.Complex {
		return false
	}
	if c.Level == oracle.Closed {
		return !slices.ContainsFunc(c.Wants, func(v *value.Value) bool { return v == nil || v.Word != c.Wants[0].Word })
	}
	return !slices.ContainsFunc(c.Wants, func(v *value.Value) bool { return v == nil || !v.IsZero() })
}

func isNilable(t *input.Type) bool {
	return t.Kind == input.Pointer || t.Kind == input.Slice || t.Kind == input.Map || t.Kind == input.Dynamic
}

// constantCheck compares a value with its constant, which is the same in all rows.
func (p *plan) constantCheck(c *check, guard, got, verb string) string {
	cond := got + " != " + c.constant
	switch c.constant {
	case "false":
		cond = got
	case "true":
		cond = "!" + got
	}
	return p.assertionText(c, guard+cond, " = "+verb+", want "+strings.ReplaceAll(c.constant, "%", "%%"), got)
}

// nilCheck returns the assertion that a value is nil or not, or that a text is not empty.
func (p *plan) nilCheck(c *check, want, guard string) string {
	null, same := sameNilness(c.Check)
	switch {
	case c.Type.Kind == input.String:
		return p.assertionText(c, guard+c.got+` == ""`, ` = "", want a text`)
	case !same:
		return p.assertionText(c, guard+"("+c.got+" == nil) != "+want, " == nil is %v, want %v", c.got+" == nil", want)
	case !null:
		return p.assertionText(c, guard+c.got+" == nil", " = nil, want non-nil")
	case isFunc(c.GoType): // go vet rejects the printing of a function
		return p.assertionText(c, guard+c.got+" != nil", " is a function, want nil")
	}
	return p.assertionText(c, guard+c.got+" != nil", " = %v, want nil", c.got)
}

// isFunc reports whether t is a function type. t is nil if the type is unknown.
func isFunc(t types.Type) bool {
	_, is := syntax.Underlying(t).(*types.Signature)
	return is
}
