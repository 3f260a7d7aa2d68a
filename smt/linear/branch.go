package linear

import (
	"context"

	"nearmiss/smt"
	"nearmiss/smt/interval"
)

// deepest is how often a search branches on the way to a solution.
const deepest = 400

// widest is how many variables a tableau may have.
const widest = 1000

// batch is how many lines that fail become rows at once.
const batch = 8

// search looks for integers within all bounds. Where there are none the core
// says why.
func (q *question) search(ctx context.Context, depth int) smt.Verdict {
	for {
		core, ok := q.mend()
		switch {
		case !ok && q.over:
			return q.giveUp("a fraction is too large")
		case !ok || len(q.vars) > widest || depth > deepest:
			return q.giveUp("out of steps")
		case core != nil:
			q.core = core
			return smt.Unsat
		case ctx.Err() != nil:
			return q.giveUp("time is up")
		}
		if x := q.broken1(); x >= 0 {
			return q.branch(ctx, depth, x, q.vars[x].value.floor(), 1)
		}
		more, apart, fine := q.failing()
		switch {
		case !fine:
			return q.giveUp("a number is too large")
		case apart >= 0:
			return q.branch(ctx, depth, apart, q.vars[apart].value.n-1, 2)
		case !more:
			return smt.Sat
		}
	}
}

func (q *question) giveUp(reason string) smt.Verdict {
	q.reason = reason
	return smt.Unknown
}

// broken1 is an atom that is no integer, -1 if there is none.
func (q *question) broken1() int {
	for i := range q.vars {
		if x := &q.vars[i]; x.value.d != 1 && len(q.lines[x.line].parts) == 1 {
			return i
		}
	}
	return -1
}

// branch searches where a variable is at most v, and where it is at least
// v + gap; nearer to the witness first.
func (q *question) branch(ctx context.Context, depth, x int, v, gap int64) smt.Verdict {
	lo, hi := q.vars[x].lo, q.vars[x].hi
	var core []int32
	up := q.start(x) > v
	for range 2 {
		y := &q.vars[x]
		if up {
			y.lo = bound{v + gap, true, nobody}
		} else {
			y.hi = bound{v, true, nobody}
		}
		verdict := smt.Unsat
		if y.lo.set && y.hi.set && y.hi.v < y.lo.v {
			q.core = []int32{y.lo.why, y.hi.why}
		} else {
			if y.column {
				q.inside(x)
			}
			verdict = q.search(ctx, depth+1)
		}
		q.vars[x].lo, q.vars[x].hi = lo, hi
		if verdict != smt.Unsat {
			return verdict
		}
		core = append(core, q.core...)
		up = !up
	}
	if gap == 2 {
		core = append(core, q.excludes(x, v+1))
	}
	q.core = core
	return smt.Unsat
}

// excludes is the source of a line's not having a value.
func (q *question) excludes(x int, v int64) int32 {
	for _, o := range q.of(q.vars[x].line).out {
		if o.v == v {
			return o.why
		}
	}
	panic("linear: BUG: nothing excludes the value")
}

// start is the value of a variable in the witness.
func (q *question) start(x int) int64 {
	v := int64(0)
	for _, p := range q.lines[q.vars[x].line].parts {
		v += p.k * q.begun[p.atom]
	}
	return v
}

// failing makes variables of lines that are beyond their bounds. more says that
// there are some; apart is a variable, if no line is, that has a value which
// is excluded. fine is false if a number is too large.
func (q *question) failing() (more bool, apart int, fine bool) {
	apart = -1
	n := 0
	for _, l := range q.active {
		st := q.of(l)
		v, ok := q.sum(l)
		if !ok {
			return false, -1, false
		}
		switch {
		case st.at >= 0: // within its bounds
		case st.lo.set && v.Less(interval.Int(st.lo.v)), st.hi.set && interval.Int(st.hi.v).Less(v):
			if _, ok := q.enter(l); !ok {
				return false, -1, false
			}
			if n++; n == batch {
				return true, -1, true
			}
			continue
		}
		for _, o := range st.out {
			if apart >= 0 || n > 0 || v != interval.Int(o.v) {
				continue
			}
			at, ok := q.enter(l)
			if !ok {
				return false, -1, false
			}
			if apart = at; !q.settled(at, o.v) {
				return true, -1, true
			}
		}
	}
	if n > 0 {
		return true, -1, true
	}
	return false, apart, true
}

// settled reports whether a variable still has a value after it was entered.
func (q *question) settled(x int, v int64) bool { return q.vars[x].value == whole(v) }

// sum is the value of a line now.
func (q *question) sum(l int32) (interval.Number, bool) {
	var v interval.Number
	parts := q.lines[l].parts
	q.left -= len(parts)
	for _, p := range parts {
		a, ok := q.now(p.atom)
		if !ok || size(p.k) >= 1<<60 {
			return v, false
		}
		v = v.Add(interval.Int(a).Mul(interval.Int(p.k)))
	}
	return v, true
}

// now is the value of an atom, an integer.
func (q *question) now(a int32) (int64, bool) {
	if at := q.of(q.atoms[a].line).at; at >= 0 {
		return q.vars[at].value.n, true
	}
	return q.value(a)
}

// enter makes a variable of a line.
func (q *question) enter(l int32) (int, bool) {
	st := q.of(l)
	if st.at >= 0 {
		return int(st.at), true
	}
	parts := q.lines[l].parts
	x := variable{line: l, lo: st.lo, hi: st.hi}
	if len(parts) == 1 {
		v, ok := q.value(parts[0].atom)
		if !ok {
			return 0, false
		}
		x.value = whole(v)
		st.at = int32(q.addColumn(x))
		return int(st.at), true
	}
	of, factors := make([]int, len(parts)), make([]int64, len(parts))
	for i, p := range parts {
		at, ok := q.enter(q.atoms[p.atom].line)
		if !ok {
			return 0, false
		}
		of[i], factors[i] = at, p.k
	}
	st = q.of(l)
	st.at = int32(q.addRow(x, of, factors))
	return int(st.at), true
}
