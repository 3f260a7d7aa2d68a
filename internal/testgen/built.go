package testgen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// make prints v as an expression and the statements that precede it. The last variable of the
// statements is called name if possible.
func (l *literals) make(v *value, name string) (before []string, expr string, err error) {
	l.block = l.newBlock(name)
	l.block.ordered = v.shares()
	defer func() { l.block = nil }()
	expr, _, err = l.expr(v, false)
	return l.block.lines, expr, err
}

// column returns the type and the cells of an input in the table. If some row takes
// statements, the column holds functions, which the subtest of the row calls: a failure of the
// statements then fails only that row.
func (in *inputField) column(p *plan) (typ string, cells []string, err error) {
	if typ, err = p.typeName(in.gt); err != nil {
		return "", nil, err
	}
	head := ""
	if in.built(p) {
		head = "func() " + typ
	}
	for _, v := range in.values {
		before, expr, err := p.lit.make(v, in.field)
		switch {
		case err != nil:
			return "", nil, err
		case head != "" && len(before) == 0:
			expr = head + " { return " + expr + " }"
		case head != "":
			expr = head + " {\n" + strings.Join(before, "\n") + "\nreturn " + expr + "\n}"
		}
		cells = append(cells, expr)
	}
	return cmp.Or(head, typ), cells, nil
}

// built reports whether the table holds functions that make the input.
func (in *inputField) built(p *plan) bool {
	return in.tied || slices.ContainsFunc(in.values, func(v *value) bool { return v.stepwise() || p.changesState(v) })
}

// at returns the expression for an input in the body of a test.
func (p *plan) at(in *inputField) string {
	if in.constant != "" {
		return in.constant
	}
	if p.bundle != "" {
		return p.bundle + "." + in.field
	}
	if in.built(p) {
		if in.local == "" {
			in.local = p.locals.claim(in.field)
		}
		return in.local
	}
	return p.tt() + "." + in.field
}

// buildInputs returns statements that call the functions in the table and so make the inputs.
func (p *plan) buildInputs() string {
	if p.bundle != "" {
		return p.bundled(p.tt() + "." + p.fieldFor("input"))
	}
	var b strings.Builder
	b.WriteString(p.buildTied())
	for _, in := range p.inputs {
		if in.built(p) && !in.tied {
			fmt.Fprintf(&b, "%s := %s.%s()\n", p.at(in), p.tt(), in.field)
		}
	}
	return b.String()
}
