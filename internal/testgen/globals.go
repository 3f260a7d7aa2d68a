package testgen

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/load"
)

// globalVar is a package variable that a function may change.
type globalVar struct{ v *types.Var }

// writes finds, for functions of one package, the package variables that a
// call may assign to: by the function itself or by functions of the package
// that it names. Elements of maps and slices, and what is reached through
// pointers, are not followed.
type writes struct {
	pkg    *load.Package
	keep   func(*types.Var) bool
	decls  map[*types.Func]*ast.FuncDecl
	direct map[*types.Func][]*types.Var
	calls  map[*types.Func][]*types.Func
}

func newWrites(pkg *load.Package, keep func(*types.Var) bool) *writes {
	if keep == nil {
		keep = func(*types.Var) bool { return false }
	}
	w := &writes{pkg: pkg, keep: keep, decls: map[*types.Func]*ast.FuncDecl{}, direct: map[*types.Func][]*types.Var{}, calls: map[*types.Func][]*types.Func{}}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if obj, ok := pkg.Info.Defs[fn.Name].(*types.Func); ok {
				w.decls[obj] = fn
			}
		}
	}
	for obj, decl := range w.decls {
		w.scan(obj, decl)
	}
	return w
}

func (w *writes) scan(obj *types.Func, decl *ast.FuncDecl) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					w.write(obj, e)
				}
			}
		case *ast.IncDecStmt:
			w.write(obj, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				w.write(obj, n.Key)
				w.write(obj, n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.write(obj, n.X)
			}
		case *ast.SelectorExpr:
			w.method(obj, n)
		case *ast.Ident:
			if f, ok := w.pkg.Info.Uses[n].(*types.Func); ok && f.Pkg() == w.pkg.Types {
				w.calls[obj] = append(w.calls[obj], f)
			}
		}
		return true
	})
}

// method counts x.f() with a pointer receiver as a write to x.
func (w *writes) method(obj *types.Func, e *ast.SelectorExpr) {
	sel := w.pkg.Info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	if recv := sel.Obj().(*types.Func).Signature().Recv(); recv != nil {
		_, takes := types.Unalias(recv.Type()).(*types.Pointer)
		_, has := types.Unalias(sel.Recv()).(*types.Pointer)
		if takes && !has {
			w.write(obj, e.X)
		}
	}
}

// write notes the package variable that holds the place e, if one does.
func (w *writes) write(obj *types.Func, e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if _, isPointer := under(w.pkg.Info.TypeOf(x.X)).(*types.Pointer); isPointer {
				return
			}
			e = x.X
		case *ast.IndexExpr:
			if _, isArray := under(w.pkg.Info.TypeOf(x.X)).(*types.Array); !isArray {
				return
			}
			e = x.X
		case *ast.Ident:
			if v, ok := w.pkg.Info.Uses[x].(*types.Var); ok && v.Parent() == w.pkg.Types.Scope() {
				w.direct[obj] = append(w.direct[obj], v)
			}
			return
		default:
			return
		}
	}
}

// of returns the variables that a call of fn may assign to and that can be
// saved by plain assignment, by name.
func (w *writes) of(fn *types.Func) []globalVar {
	seen := map[*types.Func]bool{}
	found := map[*types.Var]bool{}
	var visit func(*types.Func)
	visit = func(f *types.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, v := range w.direct[f] {
			found[v] = true
		}
		for _, c := range w.calls[f] {
			visit(c)
		}
	}
	visit(fn)
	var list []globalVar
	for v := range found {
		if !holdsLock(v.Type()) && v.Name() != "_" && !w.keep(v) {
			list = append(list, globalVar{v})
		}
	}
	slices.SortFunc(list, func(a, b globalVar) int { return strings.Compare(a.v.Name(), b.v.Name()) })
	return list
}
