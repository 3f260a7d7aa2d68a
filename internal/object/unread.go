package object

import (
	"go/ast"
	"go/types"
	"sync"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// unread returns a function that reports whether a field is read neither by the method nor by code
// that it may call in the package: plain data omits the values of unread fields. Fields of other
// packages count as read.
func unread(graph *cfg.Package, method *types.Func) func(t *input.Type, field string) bool {
	read := sync.OnceValue(func() map[*types.Var]bool { return fieldsReadBy(graph, method) }) // on first use: a state without interfaces, functions and channels needs no answer
	return func(t *input.Type, field string) bool {
		of, ok := t.Origin.(types.Type)
		if !ok {
			return false
		}
		str, ok := of.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		v := syntax.Field(str, field)
		return v != nil && v.Pkg() == graph.Types && !read()[v.Origin()]
	}
}

// fieldsReadBy returns the fields read by the method and by code that it may call in the package.
func fieldsReadBy(g *cfg.Package, method *types.Func) map[*types.Var]bool {
	reached, read := syntax.NewMentions(g.Info, g.Files).Reachable(method), map[*types.Var]bool{}
	for _, f := range g.Funcs {
		if reached[f.Obj] {
			for n := range ast.Preorder(f.Decl) {
				fieldsRead(g.Info, n, read)
			}
		}
	}
	return read
}

// fieldsRead adds the fields that a node mentions, including fields between an embedded struct and
// a promoted field or method.
func fieldsRead(info *types.Info, n ast.Node, read map[*types.Var]bool) {
	switch n := n.(type) {
	case *ast.Ident:
		if v, ok := info.Uses[n].(*types.Var); ok && v.IsField() {
			read[v.Origin()] = true
		}
	case *ast.SelectorExpr:
		if sel := info.Selections[n]; sel != nil {
			for _, f := range syntax.Path(sel) {
				read[f.Origin()] = true
			}
		}
	}
}
