package testgen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Place describes one line of a suite.
type Place struct {
	Func, Case int    // indices into Suite.Funcs and its Cases; Func is -1 outside of a test, Case is -1 outside of its rows
	Asserts    bool   // an assertion reports its failure on this line
	Decl       string // the template (input.Alt.Decl) of the declaration that the line is part of, or ""
	Export     string // the key of the name that the bridge exports on the line, or ""

	slot assertionSlot // the observation behind the assertion
}

var nowhere = Place{Func: -1, Case: -1}

// line is the position of one line of a suite.
type line struct {
	file string
	n    int
}

// At returns the description of a line of a file.
func (s *Suite) At(file string, n int) Place {
	if p, ok := s.lines[line{file, n}]; ok {
		return p
	}
	return nowhere
}

// setPlaces sets the Place of every line of a node.
func (s *Suite) setPlaces(fset *token.FileSet, n ast.Node, p Place) {
	from, to := fset.Position(n.Pos()), fset.Position(n.End())
	for i := from.Line; i <= to.Line; i++ {
		s.lines[line{from.Filename, i}] = p
	}
}

// indexPlaces records the lines of the tests, of their rows and assertions, and of the declarations
// that inputs need. Assertions are in the text in the order in which they were printed.
func (s *Suite) indexPlaces(text File) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, text.Name, text.Data, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("testgen: %w", err)
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !slices.Contains(s.Tests, fn.Name.Name) {
			s.indexDecl(fset, d)
			continue
		}
		i := slices.Index(s.Tests, fn.Name.Name)
		s.setPlaces(fset, fn, Place{Func: i, Case: -1})
		calls := assertions(fn)
		for k, sl := range s.slotsByTest[fn.Name.Name] {
			at := fset.Position(calls[k].Pos())
			s.lines[line{at.Filename, at.Line}] = Place{Func: i, Case: -1, Asserts: true, slot: sl}
		}
		s.indexRows(fset, fn, i)
	}
	return nil
}

// indexRows records the lines of the rows in the table of fn, the test of s.Funcs[i].
func (s *Suite) indexRows(fset *token.FileSet, fn *ast.FuncDecl, i int) {
	for _, stmt := range fn.Body.List {
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok {
			continue
		}
		table, ok := assign.Rhs[0].(*ast.CompositeLit)
		if !ok || len(table.Elts) != len(s.Funcs[i].Cases) {
			continue
		}
		for j, row := range table.Elts {
			s.setPlaces(fset, row, Place{Func: i, Case: j})
		}
		return
	}
}

// indexDecl records the lines of d if d is a declaration that inputs need, such as a stub or one of
// its methods.
func (s *Suite) indexDecl(fset *token.FileSet, d ast.Decl) {
	name := ""
	switch d := d.(type) {
	case *ast.FuncDecl:
		name = d.Name.Name
		if d.Recv != nil && len(d.Recv.List) == 1 {
			name = strings.TrimPrefix(exprText(d.Recv.List[0].Type), "*")
		}
	case *ast.GenDecl:
		if spec, ok := d.Specs[0].(*ast.TypeSpec); ok {
			name = spec.Name.Name
		}
	}
	for _, top := range s.altDecls {
		if top.name == name {
			s.setPlaces(fset, d, Place{Func: -1, Case: -1, Decl: top.key})
		}
	}
}

// indexBridge records the lines of the exports of the bridge.
func (s *Suite) indexBridge(b *bridge) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, BridgeFile, s.bridge, parser.SkipObjectResolution)
	if err != nil {
		return // there is no bridge
	}
	keys := map[string]string{}
	for _, d := range b.decls {
		keys[d.name] = d.key
	}
	note := func(id *ast.Ident, n ast.Node) {
		s.setPlaces(fset, n, Place{Func: -1, Case: -1, Export: keys[id.Name]})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			note(n.Name, n)
			return false
		case *ast.TypeSpec:
			note(n.Name, n)
		case *ast.ValueSpec:
			note(n.Names[0], n)
		}
		return true
	})
}
