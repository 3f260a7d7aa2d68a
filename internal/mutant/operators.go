package mutant

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"

	"golang.org/x/tools/go/types/typeutil"
)

// swaps maps an operator to the one that takes its place, and to the function of the generated code that
// does one or the other.
var swaps = map[token.Token]struct {
	to       token.Token
	function string
}{
	token.LSS: {token.LEQ, "zznmLSS"}, token.LEQ: {token.LSS, "zznmLEQ"},
	token.GTR: {token.GEQ, "zznmGTR"}, token.GEQ: {token.GTR, "zznmGEQ"},
	token.ADD: {token.SUB, "zznmAdd"}, token.SUB: {token.ADD, "zznmSub"},
	token.MUL: {token.QUO, "zznmMul"}, token.QUO: {token.MUL, "zznmQuo"}, token.REM: {token.MUL, "zznmRem"},
	token.AND: {token.OR, "zznmBitAnd"}, token.OR: {token.AND, "zznmBitOr"},
	token.LAND: {token.LOR, "zznmAnd"}, token.LOR: {token.LAND, "zznmOr"},
}

// binary swaps the operator of an expression.
func (w *writer) binary(b *ast.BinaryExpr) {
	if b.Op == token.EQL || b.Op == token.NEQ {
		if isPlainBool(w.pkg.Info.TypeOf(b)) && !w.negated[b] {
			to := token.NEQ
			if b.Op == token.NEQ {
				to = token.EQL
			}
			w.isNot(b, "%s becomes %s", b.Op, to)
		}
		return
	}
	swap, ok := swaps[b.Op]
	if !ok {
		return
	}
	start, op, end := w.offset(b.Pos()), w.offset(b.OpPos), w.offset(b.End())
	if b.Op == token.LAND || b.Op == token.LOR {
		if isPlainBool(w.pkg.Info.TypeOf(b)) {
			n := w.add(b.OpPos, "%s becomes %s", b.Op, swap.to)
			w.edits.Wrap(start, end, fmt.Sprintf("%s(%d, ", swap.function, n), ") })")
			w.edits.Replace(op, op+2, ", func() bool { return (")
		}
		return
	}
	if !w.fits(b) {
		return
	}
	n := w.add(b.OpPos, "%s becomes %s", b.Op, swap.to)
	w.edits.Wrap(start, end, fmt.Sprintf("%s(%d, ", swap.function, n), ")")
	w.edits.Replace(op, op+len(b.Op.String()), ", ")
}

// fits reports whether a generic function can take the operands of an expression: both have one basic type, for
// which the operator that takes its place has a meaning.
func (w *writer) fits(b *ast.BinaryExpr) bool {
	x, y := w.pkg.Info.Types[b.X], w.pkg.Info.Types[b.Y]
	if x.Type == nil || y.Type == nil || !types.Identical(x.Type, y.Type) || hasShift(b.X) || hasShift(b.Y) {
		return false
	}
	basic, ok := x.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsUntyped != 0 {
		return false
	}
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return isPlainBool(w.pkg.Info.TypeOf(b))
	case token.QUO, token.REM, token.AND, token.OR:
		return basic.Info()&types.IsInteger != 0
	case token.MUL:
		return basic.Info()&types.IsInteger != 0 && (y.Value == nil || constant.Sign(y.Value) != 0)
	}
	return basic.Info()&(types.IsInteger|types.IsFloat) != 0
}

// hasShift reports whether the type of a constant in an expression may depend on the expression around it.
func hasShift(x ast.Expr) (some bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		some = some || ok && (b.Op == token.SHL || b.Op == token.SHR)
		return !some
	})
	return some
}

// isPlainBool reports whether an expression can be of type bool.
func isPlainBool(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// negate negates the condition of a statement.
func (w *writer) negate(cond ast.Expr) {
	if cond == nil || w.pkg.Info.Types[cond].Value != nil {
		return
	}
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
		w.negated[b] = true
	}
	w.isNot(cond, "%s negated", w.brief(cond))
}

// isNot makes a condition its contrary.
func (w *writer) isNot(cond ast.Expr, format string, args ...any) {
	w.edits.Wrap(w.offset(cond.Pos()), w.offset(cond.End()), "(", fmt.Sprintf(") != zznmIs(%d)", w.add(cond.Pos(), format, args...)))
}

// constant adds one to an integer constant.
func (w *writer) constant(x ast.Expr) {
	lit, ok := x.(*ast.BasicLit)
	basic, isBasic := w.pkg.Info.TypeOf(x).(*types.Basic)
	if !ok || lit.Kind != token.INT || !isBasic || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 || basic.Kind() == types.Uintptr {
		return
	}
	if v, exact := constant.Int64Val(constant.ToInt(w.pkg.Info.Types[x].Value)); !exact || v > 100 {
		return // it may not fit the type, or is no number that code counts with
	}
	n := w.add(x.Pos(), "%s plus one", lit.Value)
	w.edits.Wrap(w.offset(x.Pos()), w.offset(x.End()), fmt.Sprintf("zznmOneMore[%s](%d, ", basic.Name(), n), ")")
}

// statement deletes a statement, or changes what it returns or counts.
func (w *writer) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(s.X).(*ast.CallExpr); !ok || syntax.Builtin(w.pkg.Info, call) == "panic" {
			return // without a panic a function may end without a return statement
		}
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE || !slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return !isBlank(x) }) {
			return
		}
	case *ast.IncDecStmt:
		to, op := token.DEC, token.INC
		if s.Tok == token.DEC {
			to, op = token.INC, token.DEC
		}
		n := w.add(s.Pos(), "%s becomes %s: %s", op, to, w.brief(s))
		w.edits.Wrap(w.offset(s.Pos()), w.offset(s.End()), fmt.Sprintf("if zznmIs(%d) { %s%s } else { ", n, w.text(s.X), to), " }")
		return
	case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt:
	case *ast.ReturnStmt:
		w.returns(s)
		return
	default:
		return
	}
	n := w.add(s.Pos(), "deleted: %s", w.brief(s))
	w.out.Mutants[n-1].Sync = w.syncs(s)
	w.edits.Wrap(w.offset(s.Pos()), w.offset(s.End()), fmt.Sprintf("if !zznmIs(%d) { ", n), " }")
}

// syncs reports whether a statement is a call of package sync, perhaps deferred.
func (w *writer) syncs(s ast.Stmt) bool {
	var call *ast.CallExpr
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, _ = ast.Unparen(s.X).(*ast.CallExpr)
	case *ast.DeferStmt:
		call = s.Call
	}
	if call == nil {
		return false
	}
	fn, ok := typeutil.Callee(w.pkg.Info, call).(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "sync"
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// returns changes the results of a return statement: an error becomes nil; if there is none, all results become zero,
// and a single false becomes true.
func (w *writer) returns(s *ast.ReturnStmt) {
	results := w.result[len(w.result)-1]
	if len(s.Results) == 0 || len(s.Results) != results.Len() {
		return
	}
	values := make([]string, len(s.Results))
	for i, x := range s.Results {
		values[i] = w.text(x)
	}
	last := len(values) - 1
	what := ""
	if t := results.At(last).Type(); syntax.IsError(t) {
		if w.isNil(s.Results[last]) {
			return
		}
		values[last], what = "nil", "returns no error"
	} else {
		same := true
		for i := range values {
			zero := zeroText(results.At(i).Type())
			if zero == "" {
				return
			}
			same = same && (values[i] == zero || w.isNil(s.Results[i]))
			values[i] = zero
		}
		what = "returns " + strings.Join(values, ", ")
		if same {
			if len(values) > 1 || values[0] != "false" {
				return
			}
			values[0], what = "true", "returns true"
		}
	}
	n := w.add(s.Pos(), "%s: %s", what, w.brief(s))
	w.edits.Open(w.offset(s.Pos()), fmt.Sprintf("if zznmIs(%d) { return %s }; ", n, strings.Join(values, ", ")))
}

func (w *writer) isNil(x ast.Expr) bool { return w.pkg.Info.Types[x].IsNil() }

// zeroText returns the zero value of a type, "" if it has no short text.
func zeroText(t types.Type) string {
	if _, ok := t.(*types.TypeParam); ok {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		}
		return "nil"
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	}
	return ""
}
