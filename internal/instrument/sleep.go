package instrument

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// nap hands the time that is given to time.Sleep through a probe, which knows how
// long a run may sleep.
func (w *writer) nap(call *ast.CallExpr) {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Sleep" || len(call.Args) != 1 || w.chosen[call] {
		return
	}
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok || f.FullName() != "time.Sleep" {
		return
	}
	d := call.Args[0]
	w.edits.wrap(w.off(d.Pos()), w.off(d.End()), fmt.Sprintf("%s.Duration(%s(int64(", w.text(fun.X), w.probe("Nap")), ")))")
}
