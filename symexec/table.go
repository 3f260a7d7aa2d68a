package symexec

import (
	"slices"

	"nearmiss/term"
)

// maxTableRuns is the largest number of runs of elements that a symbolic index may read without
// being settled.
const maxTableRuns = 16

// A tableRun is a range of a table whose elements are equal or consecutive numbers, such as the
// values of digits or letters.
type tableRun struct {
	from, to int  // from:to are the indices of the elements
	up       bool // the elements are consecutive numbers, else equal
}

// runsOf splits a table into runs. ok is false if there are too many runs or an element is not
// concrete.
func runsOf(elem kind, cells []cell) (runs []tableRun, ok bool) {
	for j := range cells {
		if cells[j].r != nil {
			return nil, false
		}
		if n := len(runs); n > 0 {
			r := &runs[n-1]
			same, next := cells[j].n == cells[j-1].n, elem.integer() && cells[j].n == cells[j-1].n+1
			if r.from == r.to && (same || next) || same && !r.up || next && r.up {
				r.to, r.up = j, next
				continue
			}
			if n == maxTableRuns {
				return nil, false
			}
		}
		runs = append(runs, tableRun{from: j, to: j})
	}
	return runs, len(runs) > 0
}

// tableTerm reads the element of cells, scalars of kind elem, at the symbolic index i, which is in
// range. The result is a term that chooses between runs. Tables of character classes and digit values
// have few runs. done is false if the table has too many runs, if an element is not concrete, or if
// the kind of the index cannot represent the ends of all runs.
func (m *machine) tableTerm(index, elem kind, i cell, cells []cell) (v cell, done bool) {
	expr, ok := i.r.(*term.Term)
	if !ok || !elem.scalar() {
		return cell{}, false
	}
	runs, ok := runsOf(elem, cells)
	if !ok {
		return cell{}, false
	}
	expr = m.asSort(expr, kindSorts[index])
	value := func(r tableRun) *term.Term {
		first := cells[r.from].n
		if !r.up {
			return m.constTerm(elem, first)
		}
		return m.builder.Binary(term.Add, m.converted(expr, elem), m.constTerm(elem, first-uint64(r.from)))
	}
	out := value(runs[len(runs)-1])
	for _, r := range slices.Backward(runs[:len(runs)-1]) {
		end := uint64(r.to)
		if expr.Sort.Wrap(end) != end {
			return cell{}, false // the index type cannot reach this run
		}
		out = m.builder.If(m.builder.Compare(term.LE, expr, m.builder.Int(expr.Sort, end)), value(r), out)
	}
	return cellOf(out), true
}

// branchInRange branches on whether a symbolic index into n elements is in range.
func (m *machine) branchInRange(k kind, i cell, n uint64) (in, ok bool) {
	at, ok := m.toInt(k, i)
	t, isTerm := at.r.(*term.Term)
	if !isTerm || n == 0 {
		return false, ok
	}
	bad, ok := m.decidePanic(m.outOfBounds(t, n-1))
	return ok && !bad, ok
}

// readTable reads one of n elements at a symbolic index if tableTerm can. Otherwise done is
// false and the index is not settled.
func (m *machine) readTable(index kind, elem *rtype, i cell, base cell, n uint64) (v cell, done, ok bool) {
	if _, symbolic := i.r.(*term.Term); !symbolic || elem == nil || elem.size != 1 {
		return cell{}, false, true
	}
	o, isObject := base.r.(*object)
	if !isObject || base.n+n > uint64(len(o.cells)) {
		return cell{}, false, true
	}
	return m.readTableCells(index, elem.kind, i, o.cells[base.n:base.n+n])
}

func (m *machine) readTableCells(index, elem kind, i cell, cells []cell) (v cell, done, ok bool) {
	if in, ok := m.branchInRange(index, i, uint64(len(cells))); !ok || !in {
		return cell{}, false, ok
	}
	v, done = m.tableTerm(index, elem, i, cells)
	return v, done, true
}

// readArrayTable calls readTable for an array or a pointer to an array.
func (m *machine) readArrayTable(r []cell, in *instr, t *rtype) (v cell, done, ok bool) {
	if in.op == opIndex {
		return m.readTableCells(in.k, t.elem.kind, r[in.b], r[in.a:int(in.a)+t.length])
	}
	return m.readTable(in.k, t.elem, r[in.b], r[in.a], uint64(t.length))
}
