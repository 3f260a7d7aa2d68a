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
