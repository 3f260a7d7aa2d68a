package symexec

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// hooks are, for each package, those that set its variables when they are
// initialized, or register something with it:
//
//	func init() { scannerhooks.StringEnd = stringEnd }
//
// As packages come into being when their variables are touched, these are then
// initialized with it; else nobody would, if none of their own is touched.
func hooks(prog *ssa.Program, roots []*packages.Package) map[*ssa.Package][]*ssa.Package {
	by := map[*ssa.Package][]*ssa.Package{}
	packages.Visit(roots, nil, func(q *packages.Package) {
		from := prog.Package(q.Types)
		if from == nil || uninitialized(q.PkgPath) {
			return
		}
		seen := map[*types.Package]bool{}
		for _, file := range q.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || f.Name.Name != "init" || f.Body == nil {
					continue
				}
				ast.Inspect(f.Body, func(n ast.Node) bool {
					for _, p := range changed(q.TypesInfo, n) {
						if to := prog.Package(p); to != nil && !seen[p] && !uninitialized(p.Path()) {
							seen[p] = true
							by[to] = append(by[to], from)
						}
					}
					return true
				})
			}
		}
	})
	return by
}

// changed are the packages whose variables a statement sets, or one of whose
// functions it calls for its effect alone. Calls into internal packages, such
// as tests of themselves, are not meant.
func changed(info *types.Info, n ast.Node) []*types.Package {
	var list []*types.Package
	add := func(p *types.Package) {
		if p != nil {
			list = append(list, p)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			add(packageOf(info, x))
		}
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			break
		}
		if p := packageOf(info, call.Fun); p != nil && !strings.Contains("/"+p.Path()+"/", "/internal/") {
			add(p)
		}
	}
	return list
}

// packageOf is the package in x.Name, x.Name[i], x.Name.Field and their like.
func packageOf(info *types.Info, e ast.Expr) *types.Package {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if name, ok := info.Uses[id].(*types.PkgName); ok {
					return name.Imported()
				}
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}
