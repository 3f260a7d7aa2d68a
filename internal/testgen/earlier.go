package testgen

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nearmiss/input"
)

// The result of a call becomes a variable if a later call takes it:
//
//	list: func() (*List, *Element) {
//		list := New()
//		element := list.PushBack(1)
//		return list, element
//	},
//
// Inputs that share memory in this way are tied: one function makes them.

// returns records that the construction of v, or the step v, returned a value.
func (d *decoder) returns(v *value) {
	if of := v.alt().Returns; of != "" {
		if d.returned == nil {
			d.returned = map[string][]*value{}
		}
		d.returned[of] = append(d.returned[of], v)
	}
}

// readEarlier reads the number of a value that an earlier call returned.
func (d *decoder) readEarlier(v *value) error {
	list := d.returned[v.typ.Go]
	if v.word = d.next(); v.word >= uint64(len(list)) {
		return fmt.Errorf("no call has returned %s number %d", v.typ.Go, v.word)
	}
	v.source = list[v.word]
	v.source.taken = true
	return nil
}

// isEarlier reports whether v is the result of an earlier call.
func (v *value) isEarlier() bool { return v.typ.Kind == input.Earlier }

// shares reports whether v, or a value inside it, is the result of an earlier call.
func (v *value) shares() bool { return v.any((*value).isEarlier) }

// resultOf is the prefix that describes the result of an earlier call to a reader.
const resultOf = "what "

// earlier prints the result of an earlier call: the variable that holds it, or, for a reader,
// the call that returned it.
func (l *literals) earlier(v *value) (string, error) {
	if l.block != nil {
		if name := l.block.vars[v.source]; name != "" {
			return name, nil
		}
	}
	if !l.told {
		return "", errors.New("it is what a call for another input returns")
	}
	text, err := l.made(v.source, v.source.alt(), "", nil)
	return resultOf + text + " returned", err
}

// declareValue adds the statement that assigns a value to a new variable, and returns the
// variable's name.
func (l *literals) declareValue(v *value, name, text string) (string, error) {
	if name == "" {
		name = variableName(v.gt)
	}
	if l.block.locals.taken(name) {
		name = name[:1]
	}
	name = l.block.locals.claim(name)
	l.block.vars[v] = name
	if text != "nil" {
		l.block.say("%s := %s", name, text)
		return name, nil
	}
	typ, err := l.typeName(v.gt)
	l.block.say("var %s %s", name, typ)
	return name, err
}

// sayStep adds the statement of a step. The result of the step becomes a variable if a later
// call takes it.
func (b *block) sayStep(s *value, call string) {
	if !s.taken {
		b.say("%s", call)
		return
	}
	alt := s.alt()
	name := b.locals.claim(resultName(alt.Returns))
	b.vars[s] = name
	b.say("%s%s := %s", name, strings.Repeat(", _", alt.Results-1), call)
}

// resultName returns a variable name for a type: element for *Element[int].
func resultName(typ string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	return strings.ToLower(name[:1]) + name[1:]
}

// makeAll prints the inputs of one case, which may use results of each other's calls, as
// expressions that follow the statements before.
func (l *literals) makeAll(list []*value, names []string) (before, exprs []string, err error) {
	l.block = l.newBlock("")
	defer func() { l.block = nil }()
	l.block.ordered = slices.ContainsFunc(list, (*value).shares)
	for i, v := range list {
		l.block.name = names[i]
		expr, _, err := l.expr(v, false)
		if err != nil {
			return nil, nil, err
		}
		exprs = append(exprs, expr)
	}
	return l.block.lines, exprs, nil
}

// tie marks the inputs that share memory and need one common function to make them.
func (p *plan) tie() {
	for i := range p.cases {
		owner := map[*value]*inputField{}
		for _, in := range p.inputs {
			in.values[i].any(func(v *value) bool { owner[v] = in; return false })
		}
		for _, in := range p.inputs {
			in.values[i].any(func(v *value) bool {
				if v.isEarlier() && owner[v.source] != in {
					in.tied, owner[v.source].tied = true, true
				}
				return false
			})
		}
	}
}

// ties returns the tied inputs.
func (p *plan) ties() (list []*inputField) {
	for _, in := range p.inputs {
		if in.tied {
			list = append(list, in)
		}
	}
	return list
}

// tiedColumn returns the column of the functions that make the tied inputs, or nil if no
// inputs are tied.
func (p *plan) tiedColumn() (*column, error) {
	ties := p.ties()
	if len(ties) == 0 {
		return nil, nil
	}
	var typs, names []string
	for _, in := range ties {
		typ, err := p.typeName(in.gt)
		if err != nil {
			return nil, err
		}
		typs, names = append(typs, typ), append(names, in.field)
	}
	head := "func() (" + strings.Join(typs, ", ") + ")"
	col := &column{name: p.fieldFor("inputs"), typ: head, input: true}
	for i := range p.cases {
		var list []*value
		for _, in := range ties {
			list = append(list, in.values[i])
		}
		before, exprs, err := p.lit.makeAll(list, names)
		if err != nil {
			return nil, err
		}
		body := strings.Join(append(before, "return "+strings.Join(exprs, ", ")), "\n")
		col.cells = append(col.cells, head+" {\n"+body+"\n}")
	}
	return col, nil
}

// buildTied returns the statement that makes the tied inputs in the body of a test.
func (p *plan) buildTied() string {
	var names []string
	for _, in := range p.ties() {
		names = append(names, p.at(in))
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s := %s.%s()\n", strings.Join(names, ", "), p.tt(), p.fieldFor("inputs"))
}
