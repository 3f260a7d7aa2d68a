package instrument

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// poolCall wraps a pointer that a call puts into a sync.Pool.
func (w *writer) poolCall(call *ast.CallExpr) {
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok || f.FullName() != "(*sync.Pool).Put" || !w.allowsGenerics() {
		return
	}
	if arg := call.Args[0]; syntax.IsPointer(w.info.TypeOf(arg)) {
		w.edits.Wrap(w.offset(arg.Pos()), w.offset(arg.End()), w.probe("Pooled")+"(", ")")
	}
}
