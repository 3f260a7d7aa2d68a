package report

import (
	"bytes"
	"go/ast"
	"go/token"
)

// Divide finds the blocks of a file in the order of its syntax. name is what
// profiles call the file, src what it was parsed from.
func Divide(fset *token.FileSet, file *ast.File, name string, src []byte) *File {
	tf := fset.File(file.FileStart)
	d := &divider{
		file: &File{Name: name, Path: tf.Name(), src: src, tf: tf, cgo: importsC(file)}, tf: tf,
		behind: map[*ast.BlockStmt]token.Pos{}, empty: map[*ast.BlockStmt]bool{},
		seen: map[[4]int]bool{},
	}
	ast.Inspect(file, d.node)
	return d.file
}

func importsC(f *ast.File) bool {
	for _, im := range f.Imports {
		if im.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

type divider struct {
	file   *File
	tf     *token.File
	behind map[*ast.BlockStmt]token.Pos // else blocks, which begin behind the word else
	empty  map[*ast.BlockStmt]bool      // bodies of switches and selects without a clause
	seen   map[[4]int]bool              // places of blocks
}

// node looks at one node, before it is looked at what is inside.
func (d *divider) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Body != nil && n.Name.Name != "_"
	case *ast.IfStmt:
		d.elsePart(n)
	case *ast.SwitchStmt:
		d.empty[n.Body] = len(n.Body.List) == 0
	case *ast.TypeSwitchStmt:
		d.empty[n.Body] = len(n.Body.List) == 0
	case *ast.SelectStmt:
		d.empty[n.Body] = len(n.Body.List) == 0
	case *ast.CaseClause:
		d.clause(n.Colon, n.End(), n.Body)
	case *ast.CommClause:
		d.clause(n.Colon, n.End(), n.Body)
	case *ast.BlockStmt:
		if d.empty[n] || hasClauses(n) {
			return true
		}
		at := place{start: n.Lbrace, mark: n.Lbrace + 1}
		if from := d.behind[n]; from.IsValid() {
			at.start = from
		}
		at.bare = at.start + 1
		d.list(at, n.Rbrace+1, n.List, true)
	}
	return true
}

func (d *divider) clause(colon, end token.Pos, body []ast.Stmt) {
	d.list(place{start: colon + 1, mark: colon + 1, bare: colon + 1}, end, body, false)
}

// elsePart lets what follows an else begin behind that word. An if there is a
// block by itself, so that its condition counts only where it is evaluated.
func (d *divider) elsePart(n *ast.IfStmt) {
	if n.Else == nil {
		return
	}
	from := d.wordAfter(n.Body.End(), "else")
	switch e := n.Else.(type) {
	case *ast.BlockStmt:
		d.behind[e] = from
	default:
		d.list(place{start: from, mark: from, opens: true}, e.End(), []ast.Stmt{e}, true)
		d.file.closes = append(d.file.closes, d.tf.Offset(e.End()))
	}
}

// wordAfter returns the end of the first word behind pos, which only space
// and comments part from it.
func (d *divider) wordAfter(pos token.Pos, word string) token.Pos {
	at := d.tf.Offset(pos)
	for {
		rest := d.file.src[at:]
		skip := 1
		switch {
		case bytes.HasPrefix(rest, []byte(word)):
			return d.tf.Pos(at + len(word))
		case bytes.HasPrefix(rest, []byte("//")):
			skip = bytes.IndexByte(rest, '\n') + 1
		case bytes.HasPrefix(rest, []byte("/*")):
			skip = bytes.Index(rest, []byte("*/")) + 2
		case len(rest) == 0:
			panic("profile: BUG: no " + word + " in " + d.file.Path)
		}
		at += skip
	}
}

func hasClauses(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[0].(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// place is where a block begins.
type place struct {
	start token.Pos
	bare  token.Pos // the start if the statement list is empty
	mark  token.Pos // where the mark goes
	opens bool
}

// list divides a statement list. closing says that the last block reaches to
// the end of the list's own brace, if the list is one block.
func (d *divider) list(at place, end token.Pos, stmts []ast.Stmt, closing bool) {
	if len(stmts) == 0 {
		at.start = at.bare
		d.add(at, end, 0)
		return
	}
	stmts = unlabelled(stmts)
	first := 0
	for i, s := range stmts {
		last := i+1 == len(stmts)
		split := leaves(s)
		if !split && !last {
			continue
		}
		to := border(s)
		if closing = closing && !split; closing {
			to = end
		}
		if at.start != to {
			d.add(at, to, i+1-first)
		}
		if !last {
			first = i + 1
			at = place{start: stmts[first].Pos(), mark: stmts[first].Pos()}
		}
	}
}

// unlabelled parts labels from simple statements: a jump to the label begins
// a block between the two. A label that stands alone has no statement.
func unlabelled(stmts []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range stmts {
		for {
			l, ok := s.(*ast.LabeledStmt)
			if !ok || isLoopOrSwitch(l.Stmt) {
				break
			}
			out = append(out, &ast.LabeledStmt{Label: l.Label, Colon: l.Colon})
			s = l.Stmt
		}
		out = append(out, s)
	}
	return out
}

func isLoopOrSwitch(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// leaves reports whether control may go elsewhere within or behind s. (A
// return does too; nothing but a label can follow it.)
func leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt, *ast.BranchStmt, *ast.IfStmt, *ast.LabeledStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" && len(call.Args) == 1 {
				return true
			}
		}
	}
	return isLoopOrSwitch(s) || literal(s).IsValid()
}

// border is where a block that ends with s ends: before the body of s, or of
// the first function literal before that.
func border(s ast.Stmt) token.Pos {
	var parts []ast.Node
	var body *ast.BlockStmt
	switch s := s.(type) {
	case *ast.BlockStmt:
		return s.Lbrace
	case *ast.LabeledStmt:
		if s.Stmt == nil {
			return s.Pos()
		}
		return border(s.Stmt)
	case *ast.IfStmt:
		parts, body = []ast.Node{s.Init, s.Cond}, s.Body
	case *ast.ForStmt:
		parts, body = []ast.Node{s.Init, s.Cond, s.Post}, s.Body
	case *ast.RangeStmt:
		parts, body = []ast.Node{s.X}, s.Body
	case *ast.SwitchStmt:
		parts, body = []ast.Node{s.Init, s.Tag}, s.Body
	case *ast.TypeSwitchStmt:
		parts, body = []ast.Node{s.Init}, s.Body
	case *ast.SelectStmt:
		body = s.Body
	default:
		if at := literal(s); at.IsValid() {
			return at
		}
		return s.End()
	}
	for _, p := range parts {
		if at := literal(p); at.IsValid() {
			return at
		}
	}
	return body.Lbrace
}

// literal returns the brace of the first function literal in n.
func literal(n ast.Node) (brace token.Pos) {
	if n == nil {
		return token.NoPos
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if l, ok := n.(*ast.FuncLit); ok && !brace.IsValid() {
			brace = l.Body.Lbrace
		}
		return !brace.IsValid()
	})
	return brace
}

// add adds a block. Line directives count, and of two blocks that they put
// into one place the second is made longer.
func (d *divider) add(at place, end token.Pos, statements int) {
	from, to := d.tf.Position(at.start), d.tf.Position(end)
	key := [4]int{from.Line, from.Column, to.Line, to.Column}
	for d.seen[key] {
		key[3]++
	}
	d.seen[key] = true
	d.file.Blocks = append(d.file.Blocks, Block{
		StartLine: key[0], StartCol: key[1], EndLine: key[2], EndCol: key[3],
		Statements: statements, at: d.tf.Offset(at.mark), opens: at.opens,
	})
}
