package instrument

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"
)

// Maximum numbers of parameters of functions for which package probe has guards.
const (
	maxGuardParams       = 4 // of functions without results
	maxGuardParamsResult = 3 // of functions with one result
)

// goStmt inserts a probe before a go statement, and guards the called function: a
// panic in the goroutine must end the run and not the process.
func (w *writer) goStmt(s *ast.GoStmt) {
	w.edits.Open(w.offset(s.Pos()), w.probe("Go")+"(); ")
	w.markHandled(s.Call) // the call runs in another goroutine
	w.guardFunc(s.Call.Fun)
}

// goroutineStarters lists functions of the standard library that call one of their arguments in
// another goroutine, with the index of the argument.
var goroutineStarters = map[string]int{"(*sync.WaitGroup).Go": 0, "time.AfterFunc": 1, "context.AfterFunc": 1}

// starterCall guards the argument that a function of goroutineStarters calls, and wraps time.AfterFunc.
func (w *writer) starterCall(call *ast.CallExpr) {
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok || f.Name() != "Go" && f.Name() != "AfterFunc" {
		return
	}
	if i, ok := goroutineStarters[f.FullName()]; ok && i < len(call.Args) && !w.info.Types[call.Args[i]].IsNil() {
		if f.FullName() == "time.AfterFunc" && w.allowsGenerics() && !w.handled[call] {
			w.edits.Wrap(w.offset(call.Fun.Pos()), w.offset(call.Fun.End()), w.probe("Timer")+"(", ")")
		} else {
			w.guardFunc(call.Args[i])
		}
	}
}

// guardFunc guards a function that will run in another goroutine: the guard recovers panics.
func (w *writer) guardFunc(fun ast.Expr) {
	if f, ok := fun.(*ast.FuncLit); ok {
		w.edits.Open(w.offset(f.Body.Lbrace+1), "defer "+w.probe("Caught")+"(); ")
	} else if guard := w.guardName(fun); guard != "" {
		w.edits.Wrap(w.offset(fun.Pos()), w.offset(fun.End()), w.probe(guard)+"(", ")")
	}
}

// guardName returns the name of the probe that guards a function. It returns "" if there is none:
// for builtins, instances of generic functions, variadic functions, and functions with too many
// parameters or results.
func (w *writer) guardName(fun ast.Expr) string {
	sig, ok := w.info.TypeOf(fun).Underlying().(*types.Signature)
	if !ok || w.info.Types[fun].IsBuiltin() || w.instantiated(fun) || sig.Variadic() {
		return ""
	}
	n, results := sig.Params().Len(), sig.Results().Len()
	switch {
	case n+results > 0 && !w.allowsGenerics(): // all guards but Guard0 are generic
	case results == 0 && n <= maxGuardParams:
		return "Guard" + strconv.Itoa(n)
	case results == 1 && n <= maxGuardParamsResult:
		return "Guard" + strconv.Itoa(n) + "R"
	}
	return ""
}

// instantiated reports whether fun is an instance of a generic function.
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
