package fitness

import (
	"go/ast"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/term"
)

// rangeLoop describes a range loop: the locs of its operand and of its index.
type rangeLoop struct {
	stmt     *ast.RangeStmt
	subject  int // loc of the elements, or of the number of iterations; -1 if unknown
	counter  int
	length   *value // number of iterations, computed from the subject
	elements valueType
	indexed  bool // elements can be read
	counted  bool // the subject is the number of iterations
	sure     bool // all indices follow from the first; otherwise only the first index is known
}

// loop describes a range loop; nil for loops over functions and channels.
func (w *lowering) loop(s *ast.RangeStmt) *rangeLoop {
	t := w.info.TypeOf(s.X)
	if t == nil {
		return nil
	}
	l := &rangeLoop{stmt: s, counter: w.locs.counterOf(s), sure: true}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		d, ok := describe(t)
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
		l.sure = false
		l.over(w, d)
	case *types.Slice, *types.Array:
		d, _ := describe(t)
		l.over(w, d)
		l.indexed = d.elem != types.Invalid
	case *types.Pointer, *types.Map:
		l.subject, l.counted = w.locs.subjectOf(s, term.Signed(64)), true
		l.length = w.readLoc(l.subject)
		_, isMap := u.(*types.Map)
		l.sure = !isMap
	default:
		return nil
	}
	return l
}

func (l *rangeLoop) over(w *lowering, d valueType) {
	l.elements = d
	l.subject = w.locs.subjectOf(l.stmt, d.sort)
	l.length = newValue(length, w.readLoc(l.subject))
}

// enter returns the assignments at the start of the loop.
func (w *lowering) enter(l *rangeLoop) draft {
	subject := w.expr(l.stmt.X)
	if l.counted {
		subject = w.lengthOf(l.stmt.X)
	}
	subject = w.typed(subject, w.locs.all[l.subject].sort)
	before := w.constant(w.terms.Int(w.locs.all[l.counter].sort, ^uint64(0)))
	return draft{dst: []int{l.subject, l.counter}, src: []*value{subject, before}}
}

// following returns the index of the next iteration.
func (w *lowering) following(l *rangeLoop) *value {
	at := w.readLoc(l.counter)
	if !l.sure {
		return newValue(first, at)
	}
	v := newValue(binary, at, w.constant(w.terms.Int(at.sort, 1)))
	v.op = term.Add
	return v
}

// more lowers the condition of a range loop: there is another iteration.
func (w *lowering) more(s *ast.RangeStmt) *value {
	l := w.loop(s)
	if l == nil {
		return nil
	}
	v := newValue(compare, w.following(l), l.length)
	v.rel = term.LT
	return v
}

// turn returns the assignments of key and value at the start of the body.
func (w *lowering) turn(l *rangeLoop, a *ast.AssignStmt) []write {
	at := w.readLoc(l.counter)
	if w.isMapRange(l.stmt) {
		at = nil
	}
	writes := w.writeTo(a.Lhs[0], source{val: at})
	if len(a.Lhs) < 2 {
		return writes
	}
	var element *value
	if l.indexed {
		element = newValue(index, w.readLoc(l.subject), w.readLoc(l.counter))
		if l.elements.class == Slice {
			element.content = w.locs.contentOf(l.elements.elem)
			element.uses = element.uses.clone().with(element.content)
		}
	}
	return append(writes, w.writeTo(a.Lhs[1], source{val: element})...)
}

func (w *lowering) isMapRange(s *ast.RangeStmt) bool {
	_, ok := w.info.TypeOf(s.X).Underlying().(*types.Map)
	return ok
}

func rangeStmt(c *cfg.Cond) *ast.RangeStmt { return c.Stmt.(*ast.RangeStmt) }
