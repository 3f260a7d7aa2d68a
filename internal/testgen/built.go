package testgen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nearmiss/internal/value"
)

// withStatements prints v as an expression and the statements that precede it. The last variable of
// the statements is called name if possible.
func (l *literals) withStatements(v *value.Value, name string) (before []string, expr string) {
	before, exprs := l.inputExprs([]*value.Value{v}, []string{name})
	return before, exprs[0]
}

// tableColumn returns the type and the cells of an input in the table. If some row takes
// statements, the column holds functions, which the subtest of the row calls: a failure of the
// statements then fails only that row.
func (in *inputField) tableColumn(p *plan) (typ string, cells []string) {
	typ = p.typeName(in.goType)
	head := ""
	if in.madeByFunction(p) {
		head = "func() " + typ
	}
	for _, v := range in.values {
		before, expr := p.literals.withStatements(v, in.field)
		switch {
		case head != "" && len(before) == 0:
			expr = head + " { return " + expr + " }"
		case head != "":
			expr = head + " {\n" + strings.Join(before, "\n") + "\nreturn " + expr + "\n}"
		}
		cells = append(cells, expr)
	}
	return cmp.Or(head, typ), cells
}

// madeByFunction reports whether the table holds functions that make the input.
func (in *inputField) madeByFunction(p *plan) bool {
	return in.sharesMaker || slices.ContainsFunc(in.values, func(v *value.Value) bool { return v.TakesStatements() || p.changesState(v) })
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
	if in.madeByFunction(p) {
		in.localVar = p.locals.claim(in.field)
		return in.localVar
	}
	return p.rowVar() + "." + in.field
}

// buildInputs returns statements that call the functions in the table and so make the inputs.
func (p *plan) buildInputs() string {
	if p.inputsVar != "" {
		return p.inputsStatement(p.rowVar() + "." + p.fieldFor("input"))
	}
	if p.isAlone {
		return strings.Join(append(p.setup, ""), "\n")
	}
	var b strings.Builder
	b.WriteString(p.sharedMakerStatement())
	for _, in := range p.inputs {
		if in.madeByFunction(p) && !in.sharesMaker {
			fmt.Fprintf(&b, "%s := %s.%s()\n", p.inputExpr(in), p.rowVar(), in.field)
		}
	}
	return b.String()
}
