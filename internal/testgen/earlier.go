package testgen

import (
	"slices"
	"strings"

	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// The result of a call becomes a variable if a later call takes it:
//
//	list := New()
//	element := list.PushBack(1)

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
