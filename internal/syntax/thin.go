package syntax

import (
	"go/ast"
	"go/token"
	"strconv"
)

// mostData is the number of elements up to which Thin keeps a list or map.
const mostData = 8

// Thin shortens the lists and maps of a file whose elements are made of literals alone, such as tables of
// characters: a list keeps its last element at its index, so that its length stays, and a map its first one.
// Types, and which functions can be reached, stay.
func Thin(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CompositeLit)
		if !ok || len(c.Elts) <= mostData || !allData(c.Elts) {
			return true
		}
		_, keyed := c.Elts[0].(*ast.KeyValueExpr)
		switch c.Type.(type) {
		case *ast.MapType:
			c.Elts = c.Elts[:1]
		case *ast.ArrayType:
			if !keyed {
				last := c.Elts[len(c.Elts)-1]
				index := &ast.BasicLit{ValuePos: last.Pos(), Kind: token.INT, Value: strconv.Itoa(len(c.Elts) - 1)}
				c.Elts = []ast.Expr{&ast.KeyValueExpr{Key: index, Colon: last.Pos(), Value: last}}
			}
		}
		return true
	})
}

// allData reports whether all elements are made of literals, and, if one has a key, all have.
func allData(elements []ast.Expr) bool {
	_, keyed := elements[0].(*ast.KeyValueExpr)
	for _, e := range elements {
		pair, ok := e.(*ast.KeyValueExpr)
		if ok != keyed || ok && !isData(pair.Value) {
			return false
		}
		if ok {
			if _, field := pair.Key.(*ast.Ident); !field && !isData(pair.Key) {
				return false
			}
		} else if !isData(e) {
			return false
		}
	}
	return true
}

// isData reports whether an expression is made of literals.
func isData(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.UnaryExpr:
		return isData(e.X)
	case *ast.ParenExpr:
		return isData(e.X)
	case *ast.CompositeLit:
		return len(e.Elts) == 0 || allData(e.Elts)
	}
	return false
}
