package effects

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// A Sentinel is a package variable that holds an error with a fixed message.
type Sentinel struct {
	Var *types.Var
	Msg string
}

// Sentinels lists the sentinels of the package, then those of the packages that it imports:
// variables of type error that are declared as errors.New or fmt.Errorf of one string.
func Sentinels(pkg *load.Package) []Sentinel {
	list := declaredErrors(pkg.Types, pkg.Files)
	for _, at := range slices.Sorted(maps.Keys(pkg.Imports)) {
		q := pkg.Imports[at]
		if q.Types == nil {
			continue
		}
		var files []*ast.File
		for _, name := range errorFiles(pkg.Fset, q) {
			if f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err == nil {
				files = append(files, f)
			}
		}
		for _, s := range declaredErrors(q.Types, files) {
			if s.Var.Exported() {
				list = append(list, s)
			}
		}
	}
	return list
}

// errorFiles returns the files of a package that declare exported errors.
func errorFiles(fset *token.FileSet, q *load.Package) []string {
	base := map[string]bool{}
	for _, name := range q.Types.Scope().Names() {
		if v, ok := q.Types.Scope().Lookup(name).(*types.Var); ok && v.Exported() && syntax.IsError(v.Type()) {
			base[filepath.Base(fset.Position(v.Pos()).Filename)] = true
		}
	}
	var list []string
	for _, name := range q.GoFiles {
		if base[filepath.Base(name)] {
			list = append(list, name)
		}
	}
	return list
}

func declaredErrors(pkg *types.Package, files []*ast.File) []Sentinel {
	var list []Sentinel
	for _, f := range files {
		for _, d := range f.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if i >= len(spec.Values) {
						break
					}
					v, ok := pkg.Scope().Lookup(name.Name).(*types.Var)
					msg := sentinelText(spec.Values[i])
					if ok && len(msg) > 2 && syntax.IsError(v.Type()) {
						list = append(list, Sentinel{v, msg})
					}
				}
			}
		}
	}
	return list
}

// sentinelText returns the string in errors.New("…") or fmt.Errorf("…"), or "".
func sentinelText(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if text := types.ExprString(sel); !ok || lit.Kind != token.STRING || text != "errors.New" && text != "fmt.Errorf" {
		return ""
	}
	msg, err := strconv.Unquote(lit.Value)
	if err != nil || types.ExprString(sel) == "fmt.Errorf" && strings.Contains(msg, "%") {
		return ""
	}
	return msg
}
