package cfg

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// findNoReturn finds the functions among fns that provably never return: no return statement,
// end of the body or defer statement is reachable if the calls of functions found so far do not
// return. The result is the least fixed point, so it does not include a function that only calls
// itself.
func findNoReturn(info *types.Info, fns []*Func) map[*types.Func]bool {
	never := map[*types.Func]bool{}
	callers := map[*types.Func][]*Func{}
	work := fns
	for _, fn := range fns {
		for _, callee := range statementCalls(info, fn.Decl.Body) {
			callers[callee] = append(callers[callee], fn)
		}
	}
	for len(work) > 0 {
		fn := work[0]
		work = work[1:]
		if fn.Obj == nil || never[fn.Obj] || !cfg.New(fn.Decl.Body, mayReturn(info, never)).NoReturn() {
			continue
		}
		never[fn.Obj] = true
		work = append(work[:len(work):len(work)], callers[fn.Obj]...)
	}
	return never
}

// statementCalls returns the functions that are called as statements in body, without those in
// function literals.
func statementCalls(info *types.Info, body *ast.BlockStmt) []*types.Func {
	var out []*types.Func
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				if f := callee(info, call); f != nil {
					out = append(out, f)
				}
			}
		}
		return true
	})
	return out
}

// mayReturn returns the function that go/cfg calls for every call that is a statement.
func mayReturn(info *types.Info, never map[*types.Func]bool) func(*ast.CallExpr) bool {
	return func(call *ast.CallExpr) bool {
		if name := syntax.Builtin(info, call); name != "" {
			return name != "panic"
		}
		f := callee(info, call)
		return f == nil || !never[f] && !endsControl(f)
	}
}

// callee returns the function or method that a call names, generic ones
// without their type arguments, or nil for a call through a value.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	f, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return nil
	}
	return f.Origin()
}

// endsControl reports whether f is a function of the standard library that ends the process, the
// goroutine or, by a panic, the function.
func endsControl(f *types.Func) bool {
	switch f.FullName() {
	case "os.Exit", "syscall.Exit", "runtime.Goexit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln",
		"(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln",
		"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow":
		return true
	}
	return false
}
