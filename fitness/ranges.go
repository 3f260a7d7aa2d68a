package fitness

import (
	"go/ast"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/term"
)

// rangeLoop describes a range loop: the locs of its operand and of its index.
type rangeLoop struct {
	stmt             *ast.RangeStmt
	subject          int    // loc of the operand, or of its length
	counter          int    // loc of the index
	length           *value // number of iterations, computed from the subject
	elements         valueType
	elementsReadable bool // elements can be read
	subjectIsLength  bool // the subject is the length of the operand, not the operand
	allIndicesKnown  bool // all indices follow from the first; otherwise only the first index is known
}

// newRangeLoop describes a range loop; nil for loops over functions and channels.
func (w *lowering) newRangeLoop(s *ast.RangeStmt) *rangeLoop {
	t := w.info.TypeOf(s.X)
	if t == nil {
		return nil
	}
	l := &rangeLoop{stmt: s, counter: w.locs.counterOf(s), allIndicesKnown: true}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		d, ok := valueTypeOf(t)
		switch {
		case !ok:
			return nil
		case d.sort.IsInteger():
			l.subject = w.locs.subjectOf(s, d.sort)
			w.locs.all[l.counter].sort = d.sort
			l.length = w.readLoc(l.subject)
			return l
		case d.sort.Kind != term.String:
			return nil
		}
		l.allIndicesKnown = false
		l.setElements(w, d)
	case *types.Slice, *types.Array:
		d, _ := valueTypeOf(t)
		l.setElements(w, d)
		l.elementsReadable = d.elem != types.Invalid
	case *types.Pointer, *types.Map:
		l.subject, l.subjectIsLength = w.locs.subjectOf(s, term.Signed(64)), true
		l.length = w.readLoc(l.subject)
		_, isMap := u.(*types.Map)
		l.allIndicesKnown = !isMap
	default:
		return nil
	}
	return l
}

func (l *rangeLoop) setElements(w *lowering, d valueType) {
	l.elements = d
	l.subject = w.locs.subjectOf(l.stmt, d.sort)
	l.length = newValue(lengthOf, w.readLoc(l.subject))
}

// initRange returns the assignments at the start of the loop.
func (w *lowering) initRange(l *rangeLoop) effect {
	subject := w.expr(l.stmt.X)
	if l.subjectIsLength {
		subject = w.lengthOf(l.stmt.X)
	}
	subject = w.toSort(subject, w.locs.all[l.subject].sort)
	before := w.constant(w.terms.Int(w.locs.all[l.counter].sort, ^uint64(0)))
	return effect{dst: []int{l.subject, l.counter}, src: []*value{subject, before}}
}

// nextIndex returns the index of the next iteration.
func (w *lowering) nextIndex(l *rangeLoop) *value {
	counter := w.readLoc(l.counter)
	if !l.allIndicesKnown {
		return newValue(firstIndex, counter)
	}
	v := newValue(binaryOp, counter, w.constant(w.terms.Int(counter.sort, 1)))
	v.op = term.Add
	return v
}

// hasNext lowers the condition of a range loop: there is another iteration.
func (w *lowering) hasNext(s *ast.RangeStmt) *value {
	l := w.newRangeLoop(s)
	if l == nil {
		return nil
	}
	v := newValue(comparison, w.nextIndex(l), l.length)
	v.rel = term.LT
	return v
}

// assignRangeVars returns the assignments of key and value at the start of the body.
func (w *lowering) assignRangeVars(l *rangeLoop, a *ast.AssignStmt) []pathWrite {
	key := w.readLoc(l.counter)
	if w.isMapRange(l.stmt) {
		key = nil
	}
	writes := w.writeTo(a.Lhs[0], source{value: key})
	if len(a.Lhs) < 2 {
		return writes
	}
	var element *value
	if l.elementsReadable {
		element = w.element(w.readLoc(l.subject), w.readLoc(l.counter), l.elements)
	}
	return append(writes, w.writeTo(a.Lhs[1], source{value: element})...)
}

func (w *lowering) isMapRange(s *ast.RangeStmt) bool {
	_, ok := w.info.TypeOf(s.X).Underlying().(*types.Map)
	return ok
}

func rangeStmt(c *cfg.Cond) *ast.RangeStmt { return c.Stmt.(*ast.RangeStmt) }
