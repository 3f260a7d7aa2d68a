package syntax

import (
	"go/ast"
	"go/token"
	"strconv"
)

// Strings lists the values of the string literals in a node.
func Strings(n ast.Node) (list []string) {
	for n := range ast.Preorder(n) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				list = append(list, text)
			}
		}
	}
	return list
}
