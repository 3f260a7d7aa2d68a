package object

import (
	"go/ast"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// unread returns a function that reports whether a field is read neither by the method nor by code
// that it may call in the package: plain data omits the values of unread fields. Fields of other
// packages count as read.
func unread(g *cfg.Package, method *types.Func) func(t *input.Type, field string) bool {
	mentions, read := syntax.NewMentions(g.Info, g.Files), map[*types.Var]bool{}
	reached := map[types.Object]bool{}
	for _, o := range syntax.Reach(func(o types.Object) []types.Object { return append(mentions.Of(o), mentions.Methods(o)...) }, types.Object(method)) {
		reached[o] = true
	}
	for _, f := range g.Funcs {
		if reached[f.Obj] {
			ast.Inspect(f.Decl, func(n ast.Node) bool {
				fieldsRead(g.Info, n, read)
				return true
			})
		}
	}
	return func(t *input.Type, field string) bool {
		of, ok := t.Origin.(types.Type)
		if !ok {
			return false
		}
		str, ok := of.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for v := range str.Fields() {
			if v.Name() == field {
				return v.Pkg() == g.Types && !read[v.Origin()]
			}
		}
		return false
	}
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
		sel := info.Selections[n]
		if sel == nil {
			return
		}
		t := sel.Recv()
		for _, i := range sel.Index()[:len(sel.Index())-1] {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			str, ok := t.Underlying().(*types.Struct)
			if !ok {
				return
			}
			read[str.Field(i).Origin()] = true
			t = str.Field(i).Type()
		}
	}
}
