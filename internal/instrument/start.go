package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
)

// mostGuarded bounds the parameters of functions that there are guards for.
const (
	mostGuarded       = 8
	mostGuardedResult = 3 // with a result
)

// started tells that a goroutine is about to start, and has what it calls guarded:
// a panic there is to end the run and not the process.
func (w *writer) started(s *ast.GoStmt) {
	w.edits.open(w.off(s.Pos()), w.probe("Go")+"(); ")
	if f, ok := s.Call.Fun.(*ast.FuncLit); ok {
		w.edits.open(w.off(f.Body.Lbrace+1), "defer "+w.probe("Caught")+"(); ")
		return
	}
	if guard := w.guard(s.Call.Fun); guard != "" {
		w.edits.wrap(w.off(s.Call.Fun.Pos()), w.off(s.Call.Fun.End()), w.probe(guard)+"(", ")")
	}
}

// guard is the name of the guard of a function, "" if there is none: for builtins,
// functions whose type parameters follow from the call, and those with more
// parameters or results, or a list of them.
func (w *writer) guard(fun ast.Expr) string {
	sig, ok := w.info.TypeOf(fun).Underlying().(*types.Signature)
	if !ok || w.info.Types[fun].IsBuiltin() || w.instantiated(fun) || sig.Variadic() {
		return ""
	}
	n, results := sig.Params().Len(), sig.Results().Len()
	switch {
	case n+results > 0 && !w.generics(): // the others are generic
	case results == 0 && n <= mostGuarded:
		return "Guard" + strconv.Itoa(n)
	case results == 1 && n <= mostGuardedResult:
		return "Guard" + strconv.Itoa(n) + "R"
	}
	return ""
}

// instantiated reports whether a function is an instance of a generic one.
func (w *writer) instantiated(fun ast.Expr) bool {
	switch f := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return w.instantiated(f.X)
	case *ast.IndexListExpr:
		return true
	case *ast.SelectorExpr:
		_, ok := w.info.Instances[f.Sel]
		return ok
	case *ast.Ident:
		_, ok := w.info.Instances[f]
		return ok
	}
	return false
}
