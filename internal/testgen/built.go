package testgen

import (
	"fmt"
	"slices"
	"strings"
)

// made is how one value of an input is made: an expression, and the
// statements before it.
type made struct {
	before []string
	expr   string
	fails  bool
}

// make prints v as a value of its own, whose last variable may go by name.
func (l *literals) make(v *value, name, test string) (made, error) {
	l.block = &block{locals: l.scope.locals(), name: name, test: test}
	defer func() { l.block = nil }()
	l.block.locals.used[test] = true
	text, _, err := l.expr(v, false)
	return made{before: l.block.lines, expr: text, fails: l.block.fails}, err
}

// function is m as the body of a function that returns it.
func (m made) function(head string) string {
	if len(m.before) == 0 {
		return head + " { return " + m.expr + " }"
	}
	return head + " {\n" + strings.Join(m.before, "\n") + "\nreturn " + m.expr + "\n}"
}

// column returns the type and the cells of an input in the table. If some row
// takes statements, the column holds functions that run them: when its
// subtest does, so that what goes wrong is that row's business.
func (in *inputField) column(p *plan) (typ string, cells []string, err error) {
	if typ, err = p.typeName(in.gt); err != nil {
		return "", nil, err
	}
	list := make([]made, len(in.values))
	fails, built := false, in.built(p)
	for i, v := range in.values {
		if list[i], err = p.lit.make(v, in.field, p.local("t")); err != nil {
			return "", nil, err
		}
		fails = fails || list[i].fails
	}
	if !built {
		for _, m := range list {
			cells = append(cells, m.expr)
		}
		return typ, cells, nil
	}
	in.fails = fails
	head := "func() " + typ
	if fails {
		head = "func(" + p.local("t") + " *" + p.std("testing") + ".T) " + typ
	}
	for _, m := range list {
		cells = append(cells, m.function(head))
	}
	return strings.Replace(head, "("+p.local("t")+" *", "(*", 1), cells, nil
}

// built reports whether the table holds functions that make the input.
func (in *inputField) built(p *plan) bool {
	return slices.ContainsFunc(in.values, func(v *value) bool { return p.stepwise(v) || p.changesState(v) })
}

// at is the input in the body of a test.
func (p *plan) at(in *inputField) string {
	if in.constant != "" {
		return in.constant
	}
	if p.bundle != "" {
		return p.bundle + "." + in.field
	}
	if in.built(p) {
		if in.local == "" {
			p.local("t")
			in.local = p.locals.claim(in.field)
		}
		return in.local
	}
	return p.tt() + "." + in.field
}

// buildInputs makes the inputs that the table holds functions for.
func (p *plan) buildInputs() string {
	if p.bundle != "" {
		return p.bundled(p.tt()+"."+p.fieldFor("input"), p.local("t"))
	}
	var b strings.Builder
	for _, in := range p.inputs {
		if in.built(p) {
			arg := ""
			if in.fails {
				arg = p.local("t")
			}
			fmt.Fprintf(&b, "%s := %s.%s(%s)\n", p.at(in), p.tt(), in.field, arg)
		}
	}
	return b.String()
}
