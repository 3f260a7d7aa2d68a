package testgen

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// mentions are the identifiers in a text of declarations.
type mentions struct {
	all      map[string]bool
	free     []string // what the text uses and does not declare: names of imports, and of other declarations
	selected []string // what stands behind a dot: names of methods, among others
}

// mentions returns the identifiers in a text. It parses each text once.
func (f *file) mentions(text string) *mentions {
	if m := f.mentioned[text]; m != nil {
		return m
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0)
	if err != nil {
		panic("testgen: BUG: " + err.Error())
	}
	m := &mentions{all: map[string]bool{}}
	for _, id := range parsed.Unresolved {
		m.free = append(m.free, id.Name)
	}
	for n := range ast.Preorder(parsed) {
		switch n := n.(type) {
		case *ast.Ident:
			m.all[n.Name] = true
		case *ast.SelectorExpr:
			m.selected = append(m.selected, n.Sel.Name)
		}
	}
	if f.mentioned == nil {
		f.mentioned = map[string]*mentions{}
	}
	f.mentioned[text] = m
	return m
}
