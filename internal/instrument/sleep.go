package instrument

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// sleepCall wraps the argument of time.Sleep in a probe, which limits the time that a run sleeps.
func (w *writer) sleepCall(call *ast.CallExpr) {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Sleep" || len(call.Args) != 1 || w.handled[call] {
		return
	}
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok || f.FullName() != "time.Sleep" {
		return
	}
	d := call.Args[0]
	w.edits.Wrap(w.offset(d.Pos()), w.offset(d.End()), fmt.Sprintf("%s.Duration(%s(int64(", w.source(fun.X), w.probe("Nap")), ")))")
}
