package symexec

import (
	"nearmiss/internal/probe"
	"nearmiss/term"
)

// tableRuns is how many runs of equal elements are read by a symbolic index
// without settling it.
const tableRuns = 16

// table reads a concrete scalar at a symbolic index that is in range, as a term
// that chooses between the runs of equal elements: classes of characters and
// their like. done is false if the elements are not of that kind.
func (m *machine) table(index, elem kind, i cell, cells []cell) (v cell, done bool) {
	t, ok := i.r.(*term.Term)
	if !ok || !elem.scalar() || len(cells) == 0 {
		return cell{}, false
	}
	var ends [tableRuns]int // of runs, the last element
	runs := 0
	for j := range cells {
		switch {
		case cells[j].r != nil:
			return cell{}, false
		case j > 0 && cells[j].n == cells[j-1].n:
			ends[runs-1] = j
		case runs == tableRuns:
			return cell{}, false
		default:
			ends[runs] = j
			runs++
		}
	}
	t = m.sorted(t, kindSorts[index])
	out := m.constTerm(elem, cells[len(cells)-1].n)
	for j := runs - 2; j >= 0; j-- {
		end := uint64(ends[j])
		if t.Sort.Wrap(end) != end {
			return cell{}, false // beyond what the index can be
		}
		out = m.b.If(m.b.Compare(probe.LE, t, m.b.Int(t.Sort, end)), m.constTerm(elem, cells[end].n), out)
	}
	return cellOf(out), true
}

// inRange chooses whether a symbolic index into n elements is in range.
func (m *machine) inRange(k kind, i cell, n uint64) (in, ok bool) {
	t, isTerm := i.r.(*term.Term)
	if !isTerm || n == 0 {
		return false, true
	}
	bad, ok := m.fault(m.outside(m.sorted(t, kindSorts[k]), n-1))
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
