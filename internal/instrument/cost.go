package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
)

// blockKind is the role of a block statement.
type blockKind uint8

const (
	plainBody  blockKind = iota
	loopBody             // each iteration costs one more, for the head of the loop
	clauseList           // body of a switch or select, which holds clauses
)

func (w *writer) countBlock(b *ast.BlockStmt, kind blockKind) {
	if kind != clauseList {
		w.countList(b.List, b.Lbrace+1, kind)
	}
}

// countList inserts a call that counts statements before each stretch of the
// list that always runs as a whole. start is the position for the first call.
func (w *writer) countList(stmts []ast.Stmt, start token.Pos, kind blockKind) {
	count := 0
	pos := start
	if kind == loopBody {
		count = 1
	}
	flush := func() {
		if count > 0 {
			w.edits.Open(w.offset(pos), fmt.Sprintf("%s(%d); ", w.probe("Cost"), count))
		}
		count, pos = 0, token.NoPos
	}
	for _, stmt := range stmts {
		if _, ok := stmt.(*ast.EmptyStmt); ok {
			continue
		}
		if pos == token.NoPos {
			pos = stmt.Pos()
		}
		if l, ok := stmt.(*ast.LabeledStmt); ok {
			flush()
			w.countLabelled(l)
			continue
		}
		count++
		if endsStretch(stmt) {
			flush()
		}
	}
	flush()
}

// countLabelled inserts a call that counts a labelled statement. The call is after
// the label, so that it also runs after a goto. Loops, switches and selects must
// stay right after their label, and are counted in their bodies only.
func (w *writer) countLabelled(l *ast.LabeledStmt) {
	switch s := l.Stmt.(type) {
	case *ast.LabeledStmt:
		w.countLabelled(s)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
	default:
		w.edits.Open(w.offset(l.Colon)+1, fmt.Sprintf(" %s(1); ", w.probe("Cost")))
	}
}

// endsStretch reports whether the statements after s may run less often than s.
func endsStretch(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt,
		*ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}
