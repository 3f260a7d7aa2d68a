package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
)

// blockKind says what a block statement is.
type blockKind uint8

const (
	plainBody  blockKind = iota
	loopBody             // each round costs one more, for the head of the loop
	clauseList           // holds clauses, not statements
)

func (w *writer) block(b *ast.BlockStmt, kind blockKind) {
	if kind != clauseList {
		w.list(b.List, b.Lbrace+1, kind)
	}
}

// list counts the statements of a list, a call for each stretch of it that is
// always run as a whole. start is where the first call goes.
func (w *writer) list(stmts []ast.Stmt, start token.Pos, kind blockKind) {
	n := 0
	at := start
	if kind == loopBody {
		n = 1
	}
	flush := func() {
		if n > 0 {
			w.edits.open(w.off(at), fmt.Sprintf("%s(%d); ", w.probe("Cost"), n))
		}
		n, at = 0, token.NoPos
	}
	for _, s := range stmts {
		if _, ok := s.(*ast.EmptyStmt); ok {
			continue
		}
		if at == token.NoPos {
			at = s.Pos()
		}
		if l, ok := s.(*ast.LabeledStmt); ok {
			flush()
			w.label(l)
			continue
		}
		n++
		if splits(s) {
			flush()
		}
	}
	flush()
}

// label counts a labelled statement: behind the label, where a goto comes by,
// unless the label must stay with its loop, switch or select; there the
// bodies count.
func (w *writer) label(l *ast.LabeledStmt) {
	switch s := l.Stmt.(type) {
	case *ast.LabeledStmt:
		w.label(s)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
	default:
		w.edits.open(w.off(l.Colon)+1, fmt.Sprintf(" %s(1); ", w.probe("Cost")))
	}
}

// splits reports whether what follows s need not run as often as s.
func splits(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt,
		*ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}
