package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/internal/syntax"
)

// A breakIndex maps each break to the statement that it leaves.
type breakIndex struct {
	target map[*ast.BranchStmt]ast.Stmt // the statement that each break leaves
	broken map[ast.Stmt]bool            // the statements that some break leaves
}

// labelledStmts returns the statements below n with labels, by label.
func (w *writer) labelledStmts(n ast.Node) map[types.Object]ast.Stmt {
	m := map[types.Object]ast.Stmt{}
	ast.Inspect(n, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			m[w.info.Defs[l.Label]] = l.Stmt
		}
		return true
	})
	return m
}

// breaks returns the index of all breaks below n.
func (w *writer) breaks(n ast.Node) *breakIndex {
	x := &breakIndex{map[*ast.BranchStmt]ast.Stmt{}, map[ast.Stmt]bool{}}
	ast.PreorderStack(n, nil, func(n ast.Node, stack []ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.BREAK {
			t := w.breakTarget(b, stack)
			x.target[b] = t
			x.broken[t] = true
		}
		return true
	})
	return x
}

func (w *writer) breakTarget(b *ast.BranchStmt, stack []ast.Node) ast.Stmt {
	if b.Label != nil {
		return w.labels[w.info.Uses[b.Label]]
	}
	for i := len(stack) - 1; i >= 0; i-- {
		switch s := stack[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return s.(ast.Stmt)
		}
	}
	return nil
}

// rangeStmt inserts a probe for one more element at the start of the body, and a
// probe for the end of the elements after the loop.
func (w *writer) rangeStmt(stmt *ast.RangeStmt, breaks *breakIndex) {
	cond := w.index.loop[stmt]
	if cond == nil || cond.Const != nil {
		return
	}
	f := w.falseBranch(cond)
	w.edits.Open(w.offset(stmt.Body.Lbrace)+1, fmt.Sprintf("%s(%d); ", w.probe("Taken"), f+1))
	end := w.offset(stmt.Body.Rbrace) + 1
	switch {
	case !breaks.broken[stmt]:
		w.edits.Close(end, fmt.Sprintf("; %s(%d)", w.probe("Taken"), f))
	case w.rangesOverFunc(stmt):
		w.unprobed(cond, "a break leaves the loop through the iterator function, so its end is not told from a break")
	default:
		w.edits.Close(end, fmt.Sprintf("; %s(%d)", w.probe("Ended"), f))
	}
}

// rangesOverFunc reports whether s ranges over an iterator function.
func (w *writer) rangesOverFunc(s *ast.RangeStmt) bool {
	t := w.info.TypeOf(s.X)
	if syntax.IsTypeParam(t) {
		return true
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// branchStmt inserts a probe before a break out of a range loop and before a
// fallthrough. The inserted probe makes the probe after the loop, or at the start of
// the next clause, record nothing.
func (w *writer) branchStmt(b *ast.BranchStmt, breaks *breakIndex) {
	switch b.Tok {
	case token.BREAK:
		s, ok := breaks.target[b].(*ast.RangeStmt)
		if ok && w.index.loop[s] != nil && !w.rangesOverFunc(s) {
			w.edits.Open(w.offset(b.Pos()), w.probe("Broke")+"(); ")
		}
	case token.FALLTHROUGH:
		if w.markedFalls[b] {
			w.edits.Open(w.offset(b.Pos()), w.probe("Fall")+"(); ")
		}
	}
}
