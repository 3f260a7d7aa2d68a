// Package list names the subjects of package fitnex and of those below it, and finds
// their targets.
//
//	set, err := list.Named("first")
//	branch, err := list.Target(os.DirFS(set.Dir), "TestLoop") // loops.go:11:6/T
//
// Not modelled: build constraints. Everything here is safe for concurrent use.
package list

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
)

// Target returns the branch, as file:line:col/T, that is the target of the
// function of that name in the Go files of a directory. There has to be exactly
// one "return true" in it, alone in the body of an if without else, after a
// condition without operators that are conditions of their own.
func Target(dir fs.FS, name string) (string, error) {
	names, err := fs.Glob(dir, "*.go")
	if err != nil {
		return "", err
	}
	for _, file := range names {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := fs.ReadFile(dir, file)
		if err != nil {
			return "", err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == name {
				cond, err := targetOf(d)
				if err != nil {
					return "", err
				}
				return fset.Position(cond.Pos()).String() + "/T", nil
			}
		}
	}
	return "", fmt.Errorf("no function %s", name)
}

// targetOf returns the condition before the function's only "return true".
func targetOf(d *ast.FuncDecl) (ast.Expr, error) {
	var guards []*ast.IfStmt
	returns := 0
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if len(n.Body.List) == 1 && returnsTrue(n.Body.List[0]) {
				guards = append(guards, n)
			}
		case *ast.ReturnStmt:
			if !returnsFalse(n) {
				returns++
			}
		}
		return true
	})
	if returns != 1 || len(guards) != 1 {
		return nil, fmt.Errorf("%s: not exactly one return true behind a condition", d.Name.Name)
	}
	if guards[0].Else != nil || !atomic(guards[0].Cond) {
		return nil, fmt.Errorf("%s: the condition before return true is not a single one without else", d.Name.Name)
	}
	return guards[0].Cond, nil
}

func returnsTrue(s ast.Stmt) bool { return returnsName(s, "true") }

func returnsFalse(s ast.Stmt) bool { return returnsName(s, "false") }

func returnsName(s ast.Stmt, name string) bool {
	r, ok := s.(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	id, ok := r.Results[0].(*ast.Ident)
	return ok && id.Name == name
}

func atomic(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return false
	case *ast.UnaryExpr:
		return e.Op != token.NOT
	case *ast.BinaryExpr:
		return e.Op != token.LAND && e.Op != token.LOR
	}
	return true
}
