package testgen

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// The result of a call becomes a variable if a later call takes it:
//
//	list: func() (*List, *Element) {
//		list := New()
//		element := list.PushBack(1)
//		return list, element
//	},
//
// One function makes all inputs that share memory in this way.

// earlierPrefix is the prefix that describes the result of an earlier call to a reader.
const earlierPrefix = "what "

// earlierExpr prints the result of an earlier call: the variable that holds it, or, for a reader,
// the call that returned it.
func (l *literals) earlierExpr(v *value.Value) string {
	if l.block != nil {
		if name := l.block.vars[v.Source]; name != "" {
			return name
		}
	}
	if !l.forReader {
		return l.failf("it is what a call for another input returns")
	}
	return earlierPrefix + l.construct(v.Source, "", nil) + " returned"
}

// declareValue adds the statement that assigns v, printed as text, to a new variable, and returns
// the variable's name. An empty name stands for one after v's type; of a name that is taken,
// the first letter is used.
func (l *literals) declareValue(v *value.Value, name, text string) string {
	if name == "" {
		name = variableName(v.GoType)
	}
	if l.block.locals.isTaken(name) {
		name = string([]rune(name)[:1])
	}
	name = l.block.locals.claim(name)
	l.block.vars[v] = name
	if text != "nil" {
		l.block.addStatement("%s := %s", name, text)
	} else {
		l.block.addStatement("var %s %s", name, l.typeName(v.GoType))
	}
	return name
}

// addStep adds the statement of a step. The result of the step becomes a variable if a later
// call takes it.
func (b *statementBlock) addStep(s *value.Value, call string) {
	if !s.UsedLater {
		b.addStatement("%s", call)
		return
	}
	alt := s.Alt()
	name := b.locals.claim(resultName(alt.Returns))
	b.vars[s] = name
	b.addStatement("%s%s := %s", name, strings.Repeat(", _", alt.Results-1), call)
}

// resultName returns a variable name for a type: element for *Element[int].
func resultName(typ string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	return syntax.Uncapitalize(name)
}

// inputExprs prints the inputs of one case, which may use results of each other's calls, as
// expressions that follow the statements before. names[i] is the name of the variable of list[i],
// if it becomes one.
func (l *literals) inputExprs(list []*value.Value, names []string) (before, exprs []string) {
	l.block = &statementBlock{locals: l.scope.locals(), vars: map[*value.Value]string{}}
	defer func() { l.block = nil }()
	l.block.keepsCallOrder = slices.ContainsFunc(list, (*value.Value).UsesEarlier)
	for i, v := range list {
		l.block.name = names[i]
		exprs = append(exprs, l.argument(v))
	}
	return l.block.lines, exprs
}

// markSharedMakers marks the inputs that share memory and need one common function to make them.
func (p *plan) markSharedMakers() {
	for i := range p.cases {
		owner := map[*value.Value]*inputField{}
		for _, in := range p.inputs {
			in.values[i].AnyPart(func(v *value.Value) bool { owner[v] = in; return false })
		}
		for _, in := range p.inputs {
			in.values[i].AnyPart(func(v *value.Value) bool {
				if v.IsEarlier() && owner[v.Source] != in {
					in.sharesMaker, owner[v.Source].sharesMaker = true, true
				}
				return false
			})
		}
	}
}

// sharedMakerInputs returns the inputs that share memory, which one function makes.
func (p *plan) sharedMakerInputs() (list []*inputField) {
	for _, in := range p.inputs {
		if in.sharesMaker {
			list = append(list, in)
		}
	}
	return list
}

// sharedMakerColumn returns a column of the table of test cases: for each case, the function that
// makes the inputs that share memory. It returns nil if no inputs share memory.
func (p *plan) sharedMakerColumn() *column {
	shared := p.sharedMakerInputs()
	if len(shared) == 0 {
		return nil
	}
	var typs, names []string
	for _, in := range shared {
		typs, names = append(typs, p.typeName(in.goType)), append(names, in.field)
	}
	head := "func() (" + strings.Join(typs, ", ") + ")"
	col := &column{name: p.fieldFor("inputs"), typ: head, isInput: true}
	for i := range p.cases {
		var list []*value.Value
		for _, in := range shared {
			list = append(list, in.values[i])
		}
		before, exprs := p.literals.inputExprs(list, names)
		body := strings.Join(append(before, "return "+strings.Join(exprs, ", ")), "\n")
		col.cells = append(col.cells, head+" {\n"+body+"\n}")
	}
	return col
}

// sharedMakerStatement returns the statement in the body of a test that makes the inputs that share
// memory, or "" if no inputs share memory.
func (p *plan) sharedMakerStatement() string {
	var names []string
	for _, in := range p.sharedMakerInputs() {
		names = append(names, p.inputExpr(in))
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s := %s.%s()\n", strings.Join(names, ", "), p.rowVar(), p.fieldFor("inputs"))
}
