package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// statementBlock collects the statements that make a value.
type statementBlock struct {
	lines  []string
	locals *locals
	name   string // for the next variable, unless empty

	scenario *value.Value                         // the receiver of a scenario, else nil
	tell     func(number int, call string) string // returns the statements of a step of the scenario

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
	text := l.construct(v, "", nil)
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
	if alt.Make.IsNil() && len(v.Steps) > 0 {
		return l.failf("calls on nil cannot be written out")
	}
	name = l.declareValue(v, name, text)
	for i, s := range v.Steps {
		call := l.construct(s, name, v.GoType)
		if v == l.block.scenario {
			call = l.block.tell(i+1, call)
		}
		l.block.addStep(s, call)
	}
	if syntax.HoldsLock(v.GoType) { // go vet lets a literal have the result of a call, but not a variable
		return l.helper(copyOf) + "(&" + name + ")"
	}
	return name
}

func (b *statementBlock) addStatement(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

// construct prints the tree of an alternative. For a step, recv is the variable that the method is called on, and
// t its type.
func (l *literals) construct(v *value.Value, recv string, t types.Type) string {
	alt := v.Alt()
	var args []string
	for i, k := range v.Kids {
		print := l.argument
		switch {
		case alt.Make.Is(code.Argument) && syntax.IsInterface(v.GoType):
			print = l.typedExpr
		case i == 0 && alt.Make.Method(code.Argument) != "":
			print = l.receiverExpr
		}
		args = append(args, print(k))
	}
	own := ""
	if alt.Decl != nil && l.err == nil {
		own = l.declare(alt)
		if l.record != "" && alt.Decl.Tree.Records() {
			l.recordIn(alt.Decl, own)
		}
	}
	if alt.Make == nil && l.forReader { // a reader sees the name of an alternative without a tree
		return alt.Name + "(" + strings.Join(args, ", ") + ")"
	}
	var part func(*code.Tree) (string, bool)
	part = func(c *code.Tree) (text string, ok bool) {
		switch c.Kind {
		case code.Argument:
			return args[c.Index], true
		case code.Receiver:
			return recv, true
		case code.Declared:
			return own, true
		case code.Address: // &*p is p
			return strings.CutPrefix(l.spell(c.Parts[0], part), "*")
		case code.Recording:
			return l.spell(c.Parts[0], part), l.record != ""
		case code.Record:
			return l.recordCall(c, part), true
		case code.Written:
			return "&" + l.written, l.written != ""
		case code.RecordAddress:
			return "&" + l.record, true
		case code.Counter:
			return l.counter(), true
		case code.Repetition:
			if text, ok := l.repetition(c, part); ok {
				return text, true
			}
		case code.KeyValue:
			if c.Parts[0].Kind == code.RecordAddress {
				return "", l.record == ""
			}
			return "", v.Kids[c.Parts[0].Index].IsZero()
		case code.Spread: // a nil list of variadic arguments
			if text = l.spell(c.Parts[0], part); text == "nil" {
				return "", true
			}
			return oneByOne(text), true
		case code.Calling:
			if text, ok = l.unexportedCall(c, recv, t, part); !ok {
				return plainInt(c, args)
			}
		}
		return text, ok
	}
	return l.spell(alt.Make, part)
}

// counter returns the name of the variable that a repetition counts with.
func (l *literals) counter() string {
	if l.block == nil {
		return "i"
	}
	return syntax.Free("i", l.block.locals.isTaken)
}

// repetition prints a repetition for a reader, or as a loop over an integer. It reports false where it counts down, or the module's
// version of Go has no such loop. part prints the parts.
func (l *literals) repetition(c *code.Tree, part func(*code.Tree) (string, bool)) (text string, ok bool) {
	times, step := l.spell(c.Parts[0], part), l.spell(c.Parts[1], part)
	if l.forReader {
		return times + " times " + step, true
	}
	head := "for range "
	if c.Has(func(t *code.Tree) bool { return t.Kind == code.Counter }) {
		head = "for " + l.counter() + " := range "
	}
	return head + times + " {\n" + step + "\n}", c.Text == "" && l.missingLanguage("go1.22") == ""
}

// plainInt returns the argument of a conversion to int if it is an integer literal, which is an int by default.
func plainInt(c *code.Tree, args []string) (string, bool) {
	if c.Parts[0].String() != "int" || !c.Parts[1].Is(code.Argument) {
		return "", false
	}
	text := args[c.Parts[1].Index]
	_, err := strconv.Atoi(text)
	return text, err == nil
}

// unexportedCall returns the call of an unexported method on a variable of type t in an external file: the bridge
// exports the method as a function with the receiver as its first argument.
func (l *literals) unexportedCall(c *code.Tree, recv string, t types.Type, part func(*code.Tree) (string, bool)) (string, bool) {
	fn := l.method(t, c.Method(code.Receiver))
	if !l.external || fn == nil || fn.Exported() || c.Parts[0].Kind != code.Selector {
		return "", false
	}
	switch has, wants := syntax.IsPointer(t), syntax.IsPointer(fn.Signature().Recv().Type()); {
	case has && !wants:
		recv = "*" + recv
	case !has && wants:
		recv = "&" + recv
	}
	args := append([]*code.Tree{code.Source(recv)}, c.Parts[1:]...)
	return l.spell(code.Call(code.Source(l.bridge.exportMethod(fn)), args...), part), true
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
