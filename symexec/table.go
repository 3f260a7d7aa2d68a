package symexec

import (
	"slices"

	"nearmiss/term"
)

// tableRuns is how many runs of elements are read by a symbolic index without
// settling it.
const tableRuns = 16

// A run is a part of a table whose elements are equal, or numbers that go up
// by one: what digits and letters stand for.
type tableRun struct {
	from, to int
	up       bool
}

// runsOf splits a table; ok is false if that makes too many parts, or if not
// all elements are concrete.
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
			if n == tableRuns {
				return nil, false
			}
		}
		runs = append(runs, tableRun{from: j, to: j})
	}
	return runs, len(runs) > 0
}

// table reads a concrete scalar at a symbolic index that is in range, as a term
// that chooses between runs: classes of characters, values of digits and their
// like. done is false if the elements are not of that kind.
func (m *machine) table(index, elem kind, i cell, cells []cell) (v cell, done bool) {
	t, ok := i.r.(*term.Term)
	if !ok || !elem.scalar() {
		return cell{}, false
	}
	runs, ok := runsOf(elem, cells)
	if !ok {
		return cell{}, false
	}
	t = m.sorted(t, kindSorts[index])
	value := func(r tableRun) *term.Term {
		first := cells[r.from].n
		if !r.up {
			return m.constTerm(elem, first)
		}
		return m.b.Binary(term.Add, m.converted(t, elem), m.constTerm(elem, first-uint64(r.from)))
	}
	out := value(runs[len(runs)-1])
	for _, r := range slices.Backward(runs[:len(runs)-1]) {
		end := uint64(r.to)
		if t.Sort.Wrap(end) != end {
			return cell{}, false // beyond what the index can be
		}
		out = m.b.If(m.b.Compare(term.LE, t, m.b.Int(t.Sort, end)), value(r), out)
	}
	return cellOf(out), true
}

// inRange chooses whether a symbolic index into n elements is in range.
func (m *machine) inRange(k kind, i cell, n uint64) (in, ok bool) {
	at, ok := m.wide(k, i)
	t, isTerm := at.r.(*term.Term)
	if !isTerm || n == 0 {
		return false, ok
	}
	bad, ok := m.fault(m.outside(t, n-1))
	return ok && !bad, ok
}

// lookUp reads one of n elements at a symbolic index, if table can. Otherwise
// it leaves the index as it is.
func (m *machine) lookUp(index kind, elem *rtype, i cell, base cell, n uint64) (v cell, done, ok bool) {
	if _, symbolic := i.r.(*term.Term); !symbolic || elem == nil || elem.size != 1 {
		return cell{}, false, true
	}
	o, isObject := base.r.(*object)
	if !isObject || base.n+n > uint64(len(o.cells)) {
		return cell{}, false, true
	}
	return m.lookUpIn(index, elem.kind, i, o.cells[base.n:base.n+n])
}

func (m *machine) lookUpIn(index, elem kind, i cell, cells []cell) (v cell, done, ok bool) {
	if in, ok := m.inRange(index, i, uint64(len(cells))); !ok || !in {
		return cell{}, false, ok
	}
	v, done = m.table(index, elem, i, cells)
	return v, done, true
}

// lookUpArray is lookUp in an array, or behind a pointer to one.
func (m *machine) lookUpArray(r []cell, in *instr, t *rtype) (v cell, done, ok bool) {
	if in.op == opIndex {
		return m.lookUpIn(in.k, t.elem.kind, r[in.b], r[in.a:int(in.a)+t.length])
	}
	return m.lookUp(in.k, t.elem, r[in.b], r[in.a], uint64(t.length))
}
