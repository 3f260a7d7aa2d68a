package keep

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// call returns the call that the subtest of a row makes: the computations of its statements, without
// comparisons, with the cells of the row in place of the table's fields.
func (r *row) call() string {
	var parts []string
	r.computed(r.body.List, &parts)
	return strings.Join(parts, "\n")
}

// computed appends the texts of the computations of statements.
func (r *row) computed(list []ast.Stmt, parts *[]string) {
	add := func(n ast.Node) {
		if text := r.table.file.tokensBut(n, r.cellOf, zeros); text != "" {
			*parts = append(*parts, text)
		}
	}
	for _, s := range list {
		switch s := s.(type) {
		case *ast.IfStmt:
			if s.Init != nil {
				r.computed([]ast.Stmt{s.Init}, parts)
			}
			if reports(s.Body) {
				r.computed(s.Body.List, parts)
				continue
			}
			add(s.Body)
		case *ast.AssignStmt:
			for i, e := range s.Rhs {
				if len(s.Lhs) != len(s.Rhs) || !isWanted(s.Lhs[i]) {
					add(e)
				}
			}
		case *ast.DeclStmt:
			if !declaresWanted(s) {
				add(s)
			}
		case *ast.ExprStmt:
			if !reports(s) {
				add(s.X)
			}
		default:
			add(s)
		}
	}
}

// isWanted reports whether an expression is the variable of a wanted value, by its name.
func isWanted(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && strings.HasPrefix(id.Name, "want")
}

func declaresWanted(s *ast.DeclStmt) bool {
	decl, ok := s.Decl.(*ast.GenDecl)
	return ok && slices.ContainsFunc(decl.Specs, func(spec ast.Spec) bool {
		v, ok := spec.(*ast.ValueSpec)
		return ok && len(v.Names) == 1 && isWanted(v.Names[0])
	})
}

// reports reports whether a statement calls Errorf or Fatalf.
func reports(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Errorf", "Fatalf", "Error", "Fatal"}, sel.Sel.Name) {
			return true
		}
	}
	return false
}

// cellOf returns the text of the cell that an expression stands for: tt.n. A cell that is left
// out is zero.
func (r *row) cellOf(n ast.Node) (string, bool) {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	v, ok := sel.X.(*ast.Ident)
	if !ok || v.Name != r.table.row {
		return "", false
	}
	if r.lit == nil {
		return "", false
	}
	if c := cell(r.lit, sel.Sel.Name); c != nil {
		return r.table.file.tokensBut(c, nil, zeros), true
	}
	return zero, true
}

// zero stands for every zero literal: a row may leave out a zero cell.
const zero = "0"

// zeros returns zero for a zero literal, and other tokens as they are.
func zeros(token string) string {
	if token == `""` || token == "nil" || token == "false" {
		return zero
	}
	return token
}

// tokens returns the text of a node, without comments and with single blanks between tokens.
func (f *file) tokens(n ast.Node) string {
	return f.tokensBut(n, nil, func(token string) string { return token })
}

// tokensBut is tokens with another text for the nodes for which replaced returns true, and with
// every other token changed by normal.
func (f *file) tokensBut(n ast.Node, replaced func(ast.Node) (string, bool), normal func(string) string) string {
	type cut struct {
		from, to int
		text     string
	}
	var cuts []cut
	if replaced != nil {
		ast.Inspect(n, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			text, ok := replaced(n)
			if ok {
				cuts = append(cuts, cut{f.offset(n.Pos()), f.offset(n.End()), text})
			}
			return !ok
		})
	}
	var words []string
	at := f.offset(n.Pos())
	for _, c := range cuts {
		words = append(words, scan(f.text[at:c.from], normal)...)
		words = append(words, c.text)
		at = c.to
	}
	return strings.Join(append(words, scan(f.text[at:f.offset(n.End())], normal)...), " ")
}

// scan splits a text into tokens, changed by normal. A comma before a closing bracket or brace is
// left out: it depends on line ends.
func scan(text []byte, normal func(string) string) (words []string) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(text)), text, nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return words
		case tok == token.SEMICOLON && lit == "\n":
			lit = ""
		case tok == token.RPAREN || tok == token.RBRACE || tok == token.RBRACK:
			if len(words) > 0 && words[len(words)-1] == "," {
				words = words[:len(words)-1]
			}
			lit = tok.String()
		case lit == "":
			lit = tok.String()
		}
		if lit != "" {
			words = append(words, normal(lit))
		}
	}
}
