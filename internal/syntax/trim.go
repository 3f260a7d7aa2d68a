package syntax

import "go/ast"

// Trim removes the function bodies of a file. Generic functions keep their bodies,
// because SSA instantiates them. Init functions are removed altogether.
func Trim(f *ast.File) {
	decls := f.Decls[:0]
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			if d.Recv == nil && d.Name.Name == "init" {
				continue
			}
			if !generic(d) {
				d.Body = nil
			}
		}
		decls = append(decls, d)
	}
	f.Decls = decls
}

func generic(d *ast.FuncDecl) bool {
	if d.Type.TypeParams != nil {
		return true
	}
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return false
	}
	t := d.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	switch t.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// Generics lists the generic functions of a file.
func Generics(f *ast.File) (list []*ast.FuncDecl) {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && generic(d) {
			list = append(list, d)
		}
	}
	return list
}

// Hollow empties the functions of a file, whose ranges stay. Generic functions stay as they are.
func Hollow(f *ast.File) {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && generic(d) {
			continue
		}
		var bodies []*ast.BlockStmt
		var heads []*ast.FuncType
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				heads = append(heads, n.Type)
				if n.Body != nil {
					bodies = append(bodies, n.Body)
				}
			case *ast.FuncLit:
				heads, bodies = append(heads, n.Type), append(bodies, n.Body)
			case *ast.RangeStmt: // ssa makes a function of it if it ranges over one
				bodies = append(bodies, n.Body)
			}
			return true
		})
		for _, b := range bodies {
			b.List = nil
		}
		for _, h := range heads {
			if h.Params.List = nil; h.Results != nil {
				h.Results.List = nil
			}
		}
	}
}
