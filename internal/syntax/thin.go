package syntax

import (
	"go/ast"
	"go/token"
	"strconv"
)

// Thin shortens the lists and maps of a file whose elements are made of literals alone, such as tables of
// characters: a list keeps the element with the highest index, so that its length stays, and a map its first
// one. Types, and which functions can be reached, stay.
func Thin(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CompositeLit)
		if !ok || len(c.Elts) < 2 || !allData(c.Elts) {
			return true
		}
		switch c.Type.(type) {
		case *ast.MapType:
			c.Elts = c.Elts[:1]
		case *ast.ArrayType:
			c.Elts = highest(c.Elts)
		}
		return true
	})
}

// highest returns the element of a list with the highest index, at its index, or the whole list if some
// index is no decimal or hexadecimal number.
func highest(list []ast.Expr) []ast.Expr {
	last, most := list[len(list)-1], int64(len(list)-1)
	if _, keyed := last.(*ast.KeyValueExpr); !keyed {
		index := &ast.BasicLit{ValuePos: last.Pos(), Kind: token.INT, Value: strconv.FormatInt(most, 10)}
		return []ast.Expr{&ast.KeyValueExpr{Key: index, Colon: last.Pos(), Value: last}}
	}
	most = -1
	for _, e := range list {
		key, ok := e.(*ast.KeyValueExpr).Key.(*ast.BasicLit)
		if !ok || key.Kind != token.INT {
			return list
		}
		n, err := strconv.ParseInt(key.Value, 0, 64)
		if err != nil {
			return list
		}
		if n > most {
			last, most = e, n
		}
	}
	return []ast.Expr{last}
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
