package main

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// packages are those of the standard library in which functions are looked for: they work on
// texts and lists, and on nothing outside their arguments.
var packages = []string{"bytes", "html", "mime", "net/url", "path", "path/filepath", "sort", "strconv", "strings", "unicode/utf16", "unicode/utf8"}

// standard lists the exported functions of these packages that have one parameter, a string or a
// slice of basic types, and a loop in their body, by name; of those with one name, as in
// bytes and strings, the first by package. Those that decode one rune of a text are left out. Of
// these the first ten are measured that the executor can run at size 4 and in which something
// depends on the input.
func standard() (list []subject, err error) {
	for _, path := range packages {
		dir, err := build.Import(path, "", 0)
		if err != nil {
			return nil, err
		}
		for _, name := range dir.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && suits(d) && !strings.HasPrefix(d.Name.Name, "Decode") {
					list = append(list, subject{fn: path + "." + d.Name.Name, name: d.Name.Name, group: "standard library", cost: "statements"})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b subject) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.fn, b.fn)) })
	list = slices.CompactFunc(list, func(a, b subject) bool { return a.name == b.name })
	for i := range list {
		list[i].name = list[i].fn
	}
	return list, nil
}

// suits reports whether a function is one of those that standard looks for.
func suits(d *ast.FuncDecl) bool {
	params := d.Type.Params.List
	if !d.Name.IsExported() || d.Recv != nil || d.Type.TypeParams != nil || d.Body == nil || len(params) != 1 || len(params[0].Names) > 1 {
		return false
	}
	switch t := params[0].Type.(type) {
	case *ast.Ident:
		if t.Name != "string" {
			return false
		}
	case *ast.ArrayType:
		if elem, ok := t.Elt.(*ast.Ident); !ok || t.Len != nil || ast.IsExported(elem.Name) {
			return false
		}
	default:
		return false
	}
	loops := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = true
		}
		return !loops
	})
	return loops
}
