package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/internal/syntax"
)

// compareProbes maps a comparison to the name of its probe, without the suffix for the class of
// the operands.
var compareProbes = map[token.Token]string{
	token.EQL: "Eq", token.NEQ: "Ne", token.LSS: "Lt", token.LEQ: "Le", token.GTR: "Gt", token.GEQ: "Ge",
}

// condition instruments one atomic condition.
func (w *writer) condition(cond *cfg.Cond) {
	if cond.Const != nil {
		return
	}
	if w.condID(cond) >= probe.MaxConds {
		w.unprobed(cond, fmt.Sprintf("the package has more than %d conditions", probe.MaxConds))
		return
	}
	off, end := w.offset(cond.Expr.Pos()), w.offset(cond.Expr.End())
	needsUntyped := !isBool(w.info.TypeOf(cond.Expr)) // the context needs a named bool type
	before, after := w.hook(cond, needsUntyped)
	yes := ""
	if needsUntyped {
		yes = " == " + w.probe("Yes")
	}
	f := w.falseBranch(cond)
	if b, ok := cond.Expr.(*ast.BinaryExpr); ok && cond.Kind == cfg.Compare {
		if class, roundTo := w.comparisonClass(cond, b); class != "" {
			call := fmt.Sprintf("%s(%d, ", w.probe(compareProbes[b.Op]+class), f)
			x, xEnd := w.operand(class, roundTo, b.X)
			y, yEnd := w.operand(class, roundTo, b.Y)
			w.edits.Wrap(off, end, before+call+x, yEnd+")"+yes+after)
			op := w.offset(b.OpPos)
			w.edits.Replace(op, op+len(b.Op.String()), xEnd+", "+y)
			if class == "S" && !impure(b.X, w.info) && !impure(b.Y, w.info) {
				w.viewBytes(b.X)
				w.viewBytes(b.Y)
			}
			return
		}
	}
	switch {
	case !needsUntyped || untyped(cond.Expr, w.info):
		w.edits.Wrap(off, end, before+fmt.Sprintf("%s(%d, ", w.probe("Bool"), f), ")"+yes+after)
	case w.allowsGenerics():
		w.edits.Wrap(off, end, before+fmt.Sprintf("%s(%d, ", w.probe("Named"), f), ")"+after)
	case !cond.Value:
		w.edits.Wrap(off, end, before+fmt.Sprintf("%s(%d, %s(", w.probe("Bool"), f, w.probe("B")), "))"+yes+after)
	default:
		w.unprobed(cond, "a value of a named bool type, in a file whose Go version has no generics")
	}
}

// operand returns the text before and after e, an operand of a comparison, that converts e to the
// type of class. roundTo is the type to which a constant operand is rounded before, "" if none is
// needed.
func (w *writer) operand(class, roundTo string, e ast.Expr) (before, after string) {
	if class == "T" {
		return "", ""
	}
	before, after = w.probe(class)+"(", ")"
	if roundTo != "" && w.info.Types[e].Value != nil {
		return before + w.probe(roundTo) + "(", ")" + after
	}
	return before, after
}

// viewBytes replaces the conversion string(b) of a byte slice, as an operand of
// a comparison, by a probe that does not copy the bytes. The compiler avoids the
// copy in a comparison, but not in the call of a probe. viewBytes must be called
// after the edits around the operand.
func (w *writer) viewBytes(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !w.info.Types[call.Fun].IsType() {
		return
	}
	s, ok := w.info.TypeOf(call.Args[0]).Underlying().(*types.Slice)
	if !ok || !types.Identical(s.Elem(), types.Typ[types.Uint8]) {
		return
	}
	if b, ok := w.info.TypeOf(call).Underlying().(*types.Basic); !ok || b.Kind() != types.String {
		return
	}
	w.edits.Replace(w.offset(call.Fun.Pos()), w.offset(call.Fun.End()), w.probe("View")+"("+w.probe("Bytes"))
	w.edits.Close(w.offset(call.Rparen)+1, ")")
}

// comparisonClass returns the class of the probe for a comparison, and the type, F32 or C64, to
// which a constant operand is rounded, "" if none is needed. The class is I, U,
// F, S or C (signed, unsigned, float, string or complex) if both operands have
// the same basic type, T if they have the same type parameter as their type, and
// "" otherwise. With "", the probe gives no gradient. If the operands have
// distances, comparisonClass then adds a note.
func (w *writer) comparisonClass(cond *cfg.Cond, binary *ast.BinaryExpr) (class, roundTo string) {
	x, y := w.info.TypeOf(binary.X), w.info.TypeOf(binary.Y)
	if syntax.IsTypeParam(x) || syntax.IsTypeParam(y) {
		if types.Identical(x, y) && types.Comparable(x) && !contextTyped(binary.X, w.info) && !contextTyped(binary.Y, w.info) {
			return "T", ""
		}
		w.noGradient(cond, "operand of a type parameter's type")
		return "", ""
	}
	basicX, xIsBasic := x.Underlying().(*types.Basic)
	_, yIsBasic := y.Underlying().(*types.Basic)
	if !xIsBasic || !yIsBasic {
		return "", "" // pointers, interfaces, structs …
	}
	class, roundTo = classOf(basicX)
	if class == "" {
		return "", ""
	}
	if !types.Identical(types.Unalias(x), types.Unalias(y)) {
		w.noGradient(cond, fmt.Sprintf("operands of types %s and %s", x, y))
		return "", ""
	}
	if contextTyped(binary.X, w.info) || contextTyped(binary.Y, w.info) {
		w.noGradient(cond, "shift of an untyped constant")
		return "", ""
	}
	return class, roundTo
}

// classOf returns the class of the probes for values of a basic type, "" if there is none, and the
// name of the type in package probe to which a constant is rounded, "" if no rounding is needed.
func classOf(b *types.Basic) (class, roundTo string) {
	info := b.Info()
	switch {
	case info&types.IsUntyped != 0:
		return "", ""
	case b.Kind() == types.Float32:
		return "F", "F32"
	case b.Kind() == types.Complex64:
		return "C", "C64"
	case info&types.IsUnsigned != 0:
		return "U", ""
	case info&types.IsInteger != 0:
		return "I", ""
	case info&types.IsFloat != 0:
		return "F", ""
	case info&types.IsComplex != 0:
		return "C", ""
	case info&types.IsString != 0:
		return "S", ""
	}
	return "", ""
}

// isBool reports whether t is the predeclared type bool, or untyped bool.
func isBool(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
