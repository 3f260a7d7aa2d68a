package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// statementBlock collects the statements that make a value.
type statementBlock struct {
	lines  []string
	locals *locals
	name   string // for the next variable, unless empty

	vars           map[*value.Value]string // the variable that holds a value
	keepsCallOrder bool                    // some value uses the result of an earlier call: values that calls make become variables, so that calls stay in their order
}

// choiceExpr prints a value of a Choice. The value becomes a variable of the block if steps follow
// on it, if a later call uses it, or if a call makes it and the block keeps the order of calls. For
// a reader, choiceExpr appends the steps to the construction.
func (l *literals) choiceExpr(v *value.Value) string {
	alt := v.Alt()
	name := ""
	if l.block != nil {
		name, l.block.name = l.block.name, ""
	}
	text := l.fillTemplate(v, alt, "", nil)
	if l.forReader {
		if len(v.Steps) > 0 {
			text += then + strings.Join(l.stepTexts(v), ", ")
		}
		return text
	}
	if alt.ReturnsError {
		text = l.helper(mustHelper) + "(" + text + ")"
	}
	if variable := len(v.Steps) > 0 || l.block != nil && (v.UsedLater || l.block.keepsCallOrder && alt.RunsCode); !variable || l.err != nil {
		return text
	}
	if l.block == nil {
		panic("testgen: BUG: statements in an expression")
	}
	if alt.Make == "nil" && len(v.Steps) > 0 {
		return l.failf("calls on nil cannot be written out")
	}
	name = l.declareValue(v, name, text)
	for _, s := range v.Steps {
		l.block.addStep(s, l.fillTemplate(s, s.Alt(), name, v.GoType))
	}
	if holdsLock(v.GoType) { // go vet lets a literal have the result of a call, but not a variable
		return l.helper(copyOf) + "(&" + name + ")"
	}
	return name
}

func (b *statementBlock) addStatement(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

// fillTemplate fills in the template of an alternative. For a step, recv is the variable that the
// method is called on, and t its type.
func (l *literals) fillTemplate(v *value.Value, alt *input.Alt, recv string, t types.Type) string {
	fill := input.Fill{Recv: recv}
	for i, k := range v.Kids {
		print := l.argument
		switch {
		case alt.Make == "$1" && syntax.IsInterface(v.GoType):
			print = l.typedExpr
		case i == 0 && harness.CalledMethod(alt.Make, "$1") != "":
			print = l.receiverExpr
		}
		text := print(k)
		if alt.Make == "float64($1)" && !token.IsIdentifier(text) && strings.ContainsAny(text, ".e") {
			return text // an untyped constant with a point or exponent is a float64
		}
		fill.Args = append(fill.Args, text)
	}
	if alt.Decl != "" && l.err == nil {
		fill.Type = l.declare(alt)
	}
	if alt.Make == "" && l.forReader { // a reader sees the name of an alternative without a template
		return alt.Name + "(" + strings.Join(fill.Args, ", ") + ")"
	}
	template := plainArguments(withoutNil(withoutZeros(alt, v.Kids), fill.Args), fill.Args)
	return strings.TrimPrefix(l.expand(l.callableTemplate(template, t), fill), "&*")
}

var fieldOfStub = regexp.MustCompile(`(?:[\pL_][\pL\pN_]*): \$([0-9]+)(, |\})`)

// withoutZeros returns the template of an alternative without the fields of a stub that are
// zero.
func withoutZeros(alt *input.Alt, kids []*value.Value) string {
	if !strings.HasPrefix(alt.Make, "&$T{") && !strings.HasPrefix(alt.Make, "$T{") {
		return alt.Make
	}
	template := fieldOfStub.ReplaceAllStringFunc(alt.Make, func(m string) string {
		parts := fieldOfStub.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[1])
		if n < 1 || n > len(kids) || !kids[n-1].IsZero() {
			return m
		}
		return strings.TrimPrefix(parts[2], ", ")
	})
	return strings.Replace(template, ", }", "}", 1)
}

var lastArguments = regexp.MustCompile(`(, )?\$([0-9]+)\.\.\.\)`)

// withoutNil leaves out a nil variadic argument.
func withoutNil(template string, args []string) string {
	return lastArguments.ReplaceAllStringFunc(template, func(m string) string {
		parts := lastArguments.FindStringSubmatch(m)
		if n, _ := strconv.Atoi(parts[2]); n < 1 || n > len(args) || args[n-1] != "nil" {
			return m
		}
		return ")"
	})
}

var convertedArgument = regexp.MustCompile(`([(] ?|, )int\(\$([0-9]+)\)`)

// plainArguments leaves out the conversions to int of arguments that are integer literals: an
// integer literal is an int by default.
func plainArguments(template string, args []string) string {
	return convertedArgument.ReplaceAllStringFunc(template, func(m string) string {
		parts := convertedArgument.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[2])
		if n < 1 || n > len(args) {
			return m
		}
		if _, err := strconv.Atoi(args[n-1]); err != nil {
			return m
		}
		return parts[1] + "$" + parts[2]
	})
}

func (l *literals) argument(v *value.Value) string {
	text, _ := l.expr(v, false)
	return text
}

// typedExpr prints v as an expression that has v's type.
func (l *literals) typedExpr(v *value.Value) string {
	text := l.argument(v)
	if v.GoType == nil || syntax.IsInterface(v.GoType) || l.hasOwnType(v, text) {
		return text
	}
	typ := l.typeName(v.GoType)
	if strings.HasPrefix(typ, "*") || strings.HasPrefix(typ, "<") || strings.HasPrefix(typ, "func") {
		typ = "(" + typ + ")"
	}
	return typ + "(" + text + ")"
}

// receiverExpr prints v so that a method can be called on it.
func (l *literals) receiverExpr(v *value.Value) string {
	text := l.typedExpr(v)
	if strings.HasPrefix(text, "&") || strings.HasPrefix(text, "*") || l.forReader && (strings.Contains(text, then) || strings.HasPrefix(text, earlierPrefix)) {
		text = "(" + text + ")"
	}
	return text
}

// hasOwnType reports whether the expression text, which prints v, has the type of v without a
// conversion.
func (l *literals) hasOwnType(v *value.Value, text string) bool {
	switch v.Type.Kind {
	case input.Bool:
		return types.Identical(v.GoType, types.Typ[types.Bool])
	case input.String:
		return types.Identical(v.GoType, types.Typ[types.String]) || strings.HasSuffix(text, ")") || token.IsIdentifier(text)
	case input.Int, input.Uint:
		if isWide(v) && strings.HasSuffix(text, ")") {
			return true
		}
		_, err := fmt.Sscan(text, new(int))
		return types.Identical(v.GoType, types.Typ[types.Int]) && (err == nil || strings.HasPrefix(text, "math.")) || l.constantName(v) != ""
	case input.Float, input.Complex:
		return strings.HasSuffix(text, ")")
	case input.Choice:
		return !v.IsNil && !v.Alt().UnnamedType
	}
	return text != "nil"
}

// variableName returns a name for a variable of type t.
func variableName(t types.Type) string {
	if n, _ := syntax.NamedOf(t); n != nil {
		name := n.Obj().Name()
		return syntax.Uncapitalize(name)
	}
	return "v"
}
