package testgen

import (
	"slices"

	"nearmiss/internal/value"
)

// withStatements prints v as an expression and the statements that precede it. The last variable of
// the statements is called name if possible.
func (l *literals) withStatements(v *value.Value, name string) (before []string, expr string) {
	before, exprs := l.inputExprs([]*value.Value{v}, []string{name})
	return before, exprs[0]
}

// takesStatements reports whether a subtest makes the input: by statements, or by calls that change package
// variables, which the subtest restores.
func (in *inputField) takesStatements(p *plan) bool {
	return slices.ContainsFunc(in.values, func(v *value.Value) bool { return v.TakesStatements() || v.UsesEarlier() || p.changesState(v) })
}

// inputExpr returns the expression for an input in the body of a test.
func (p *plan) inputExpr(in *inputField) string {
	if in.constant != "" {
		return in.constant
	}
	if p.inputsVar != "" {
		return p.inputsVar + "." + in.field
	}
	if in.localVar != "" {
		return in.localVar
	}
	return p.rowVar() + "." + in.field
}
