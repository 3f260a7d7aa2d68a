package instrument

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"
)

// mostGuarded bounds the parameters of functions that there are guards for.
const (
	mostGuarded       = 4
	mostGuardedResult = 3 // with a result
)

// started tells that a goroutine is about to start, and has what it calls guarded:
// a panic there is to end the run and not the process.
func (w *writer) started(s *ast.GoStmt) {
	w.edits.open(w.off(s.Pos()), w.probe("Go")+"(); ")
	w.choose(s.Call) // its arguments are those of another goroutine
	w.aside(s.Call.Fun)
}

// starters are functions of the standard library that run one of their arguments in
// another goroutine, by name, and which of them.
var starters = map[string]int{"(*sync.WaitGroup).Go": 0, "time.AfterFunc": 1, "context.AfterFunc": 1}

// starts guards what a call of the library runs in another goroutine.
func (w *writer) starts(call *ast.CallExpr) {
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok || f.Name() != "Go" && f.Name() != "AfterFunc" {
		return
	}
	if i, ok := starters[f.FullName()]; ok && i < len(call.Args) && !w.info.Types[call.Args[i]].IsNil() {
		w.aside(call.Args[i])
	}
}

// aside guards a function that is going to run in another goroutine.
func (w *writer) aside(fun ast.Expr) {
	if f, ok := fun.(*ast.FuncLit); ok {
		w.edits.open(w.off(f.Body.Lbrace+1), "defer "+w.probe("Caught")+"(); ")
	} else if guard := w.guard(fun); guard != "" {
		w.edits.wrap(w.off(fun.Pos()), w.off(fun.End()), w.probe(guard)+"(", ")")
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
