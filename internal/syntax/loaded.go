package syntax

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Loaded returns the pointer that a call of a function of sync/atomic loads a value through, and what it is converted from; nothing for
// other calls.
func Loaded(info *types.Info, call *ast.CallExpr) (list []ast.Expr) {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" || fn.Signature().Recv() != nil || !strings.HasPrefix(fn.Name(), "Load") || len(call.Args) != 1 {
		return nil
	}
	for x := ast.Unparen(call.Args[0]); ; {
		list = append(list, x)
		c, ok := x.(*ast.CallExpr)
		if !ok || len(c.Args) != 1 || !info.Types[c.Fun].IsType() {
			return list
		}
		x = ast.Unparen(c.Args[0])
	}
}
