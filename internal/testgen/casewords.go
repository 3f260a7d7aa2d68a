package testgen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"

	"nearmiss/term"
)

// A wording says in words of the inputs of a function which condition holds. A condition that takes more than few words has none.
type wording struct {
	inputs    map[string]bool // receiver and parameters
	unordered bool            // some operand may be NaN: the negation of an ordering is no ordering
}

// condition returns the condition under which the branch is taken, in words, "" if that takes too many words.
func (w *wording) condition(c Cover) string {
	text, said := strings.Join(strings.Fields(c.Cond), " "), ""
	if v, typ, ok := strings.Cut(text, ".(type) case "); ok {
		said = w.typeCase(v, typ, c.Outcome)
	} else if e, err := parser.ParseExpr(text); err == nil {
		said = w.holds(e, c.Outcome)
	}
	if len([]rune(said)) > maxCaseName {
		return ""
	}
	return said
}

// typeCase says of v := x or x, a value whose type is switched over, which type it has.
func (w *wording) typeCase(v, typ string, outcome bool) string {
	if _, after, ok := strings.Cut(v, " := "); ok {
		v = after
	}
	e, err := parser.ParseExpr(v)
	if err != nil {
		return ""
	}
	switch v = w.value(e); {
	case v == "":
		return ""
	case !outcome && typ == "nil":
		return "non-nil " + v
	case !outcome:
		return ""
	}
	return strings.ReplaceAll(typ, ", ", " or ") + " " + v
}

// holds says that a condition is true, or false.
func (w *wording) holds(e ast.Expr, is bool) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return w.holds(e.X, !is)
		}
	case *ast.BinaryExpr:
		return w.compares(e, is)
	case *ast.CallExpr:
		return w.calls(e, is)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return prefixed("not ", is, w.value(e))
	}
	return ""
}

// prefixed puts a prefix before a text, unless it is to be left alone or empty.
func prefixed(prefix string, alone bool, text string) string {
	if alone || text == "" {
		return text
	}
	return prefix + text
}

// known are functions and methods of two values that have words between them.
var known = map[string]string{"hasprefix": "prefix", "hassuffix": "suffix", "contains": "", "has": ""}

// calls returns a call in words: IsZero, isHexDigit(c), strings.HasPrefix(s, "a"), opts.Contains("a").
func (w *wording) calls(e *ast.CallExpr, is bool) string {
	args, name := e.Args, callee(e)
	if sel, ok := e.Fun.(*ast.SelectorExpr); ok && w.ofInput(sel.X) {
		args = append([]ast.Expr{sel.X}, args...)
	}
	var said []string
	for _, a := range args {
		if said = append(said, w.value(a)); said[len(said)-1] == "" {
			return ""
		}
	}
	what, named := known[strings.ToLower(name)]
	kind := strings.TrimPrefix(strings.TrimPrefix(name, "is"), "Is")
	switch {
	case len(said) == 2 && named && is:
		return said[0] + " with " + strings.TrimSpace(what+" "+said[1])
	case len(said) == 2 && named:
		return said[0] + " without " + strings.TrimSpace(what+" "+said[1])
	case len(said) != 1 || kind == name || kind == "":
		return ""
	case is:
		return spaced(kind) + " " + said[0]
	case kind == "Zero" || kind == "Nil" || kind == "Empty":
		return "non" + map[string]string{"Zero": "zero ", "Nil": "-nil ", "Empty": "empty "}[kind] + said[0]
	}
	return said[0] + " not " + spaced(kind)
}

var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// spaced returns the words of a name: hex digit for HexDigit, NaN for NaN.
func spaced(name string) string {
	if name == "NaN" || strings.ToUpper(name) == name {
		return name
	}
	return strings.ToLower(humps.ReplaceAllString(name, "$1 $2"))
}

// callee returns the name of the function or method that is called.
func callee(e *ast.CallExpr) string {
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// compares says how two operands compare.
func (w *wording) compares(e *ast.BinaryExpr, is bool) string {
	rel, ok := term.RelOf(e.Op)
	if !ok {
		return ""
	}
	x, y := ast.Unparen(e.X), ast.Unparen(e.Y)
	switch ordered := rel != term.EQ && rel != term.NE; {
	case !is && ordered && w.unordered:
		said := w.compares(e, true)
		return prefixed("not ", said == "", said)
	case !is:
		rel = rel.Negate()
	}
	op := rel.String()
	if said := w.againstNothing(x, op, y); said != "" {
		return said
	}
	left, right := w.value(x), w.value(y)
	if left == "" || right == "" || left == right {
		return ""
	}
	if w.ofInput(y) && (op == "==" || op == "!=") {
		return left + map[string]string{"==": " equals ", "!=": " differs from "}[op] + right
	}
	return left + map[string]string{"==": " is ", "!=": " not ", "<": " below ", "<=": " at most ", ">": " above ", ">=": " at least "}[op] + right
}

// againstNothing says that an operand is nil, empty, false or zero, or is not; or its sign.
func (w *wording) againstNothing(x ast.Expr, op string, y ast.Expr) string {
	against := ""
	switch y := y.(type) {
	case *ast.Ident:
		against = y.Name
	case *ast.BasicLit:
		against = y.Value
	}
	if against == "true" || against == "false" {
		return w.holds(x, (against == "true") == (op == "=="))
	}
	said := map[string][2]string{ // of inputs and of their fields
		"== nil": {"nil ", "no "}, "!= nil": {"non-nil ", "with "}, `== ""`: {"empty ", "no "}, `!= ""`: {"nonempty ", "with "},
		"< 0": {"negative ", "negative "}, "== 0": {"zero ", "zero "}, "> 0": {"positive ", "positive "}, "!= 0": {"nonzero ", "nonzero "},
	}
	call, isCall := x.(*ast.CallExpr)
	if isCall {
		name, args := callee(call), call.Args
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && len(args) == 0 {
			args = []ast.Expr{sel.X}
		}
		switch {
		case len(args) != 1:
		case name == "len" || name == "Len":
			x = args[0]
			said = map[string][2]string{}
			for _, none := range []string{"== 0", "<= 0", "< 1"} {
				said[none] = [2]string{"empty ", "no "}
			}
			for _, some := range []string{"!= 0", "> 0", ">= 1"} {
				said[some] = [2]string{"nonempty ", "with "}
			}
		case name == "Sign":
			x = args[0]
		}
	}
	form, ok := said[op+" "+against]
	about := w.value(x)
	if _, isField := x.(*ast.SelectorExpr); isField {
		form[0] = form[1]
	}
	return prefixed(form[0], !ok || about == "", map[bool]string{true: about}[ok])
}

// value returns the text of an operand, "" if it is no simple one: a constant, an input, an element at a constant index, the length of one
// of them, a call, or sums of those. A field of an input goes by its own name if that is a word.
func (w *wording) value(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	case *ast.SelectorExpr:
		if w.value(e.X) == "" {
			return ""
		}
		if w.ofInput(e.X) && len(e.Sel.Name) > 1 && !w.inputs[e.Sel.Name] {
			return e.Sel.Name
		}
		return w.value(e.X) + "." + e.Sel.Name
	case *ast.IndexExpr:
		if x, i := w.value(e.X), w.value(e.Index); x != "" && i != "" {
			return x + "[" + i + "]"
		}
	case *ast.UnaryExpr:
		if x := w.value(e.X); e.Op == token.SUB && x != "" {
			return "-" + x
		}
	case *ast.BinaryExpr:
		if x, y := w.value(e.X), w.value(e.Y); x != "" && y != "" && strings.Contains("+-*", e.Op.String()) && isPlain(e) {
			return x + e.Op.String() + y
		}
	case *ast.CallExpr:
		return w.callValue(e)
	}
	return ""
}

// isPlain reports whether an expression is a name, a number or a sum of those.
func isPlain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.BinaryExpr:
		return isPlain(e.X) && isPlain(e.Y)
	}
	return false
}

// callValue returns the text of a call: length of s, or the name of a method of an input without arguments.
func (w *wording) callValue(e *ast.CallExpr) string {
	sel, isMethod := e.Fun.(*ast.SelectorExpr)
	switch {
	case isMethod && len(e.Args) == 0 && w.ofInput(sel.X):
		return sel.Sel.Name
	case len(e.Args) != 1 || isMethod:
		return ""
	}
	arg, fun := w.value(e.Args[0]), callee(e)
	switch {
	case arg == "" || fun == "":
		return ""
	case fun == "len":
		return "length of " + arg
	case fun == "cap":
		return "capacity of " + arg
	}
	return fun + "(" + arg + ")"
}

// ofInput reports whether an operand is an input or a part of one.
func (w *wording) ofInput(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.inputs[e.Name]
	case *ast.SelectorExpr:
		return w.ofInput(e.X)
	case *ast.IndexExpr:
		return w.ofInput(e.X)
	}
	return false
}
