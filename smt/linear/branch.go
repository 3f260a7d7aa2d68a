package linear

import (
	"context"
	"math"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/interval"
)

// deepest is how often a search may branch on the way to a solution.
const deepest = 1000

// widest is how many variables a tableau may have.
const widest = 1000

// batch is how many lines that fail become rows at once.
const batch = 8

// search looks for integers within all bounds.
func (q *question) search(ctx context.Context, depth int) smt.Verdict {
	for {
		feasible := q.repair()
		switch {
		case q.over:
			return q.giveUp("a number is too large")
		case q.left <= 0 || len(q.vars) > widest || depth > deepest:
			return q.giveUp("out of steps")
		case !feasible:
			return smt.Unsat
		case ctx.Err() != nil:
			return q.giveUp("time is up")
		}
		if x := q.fraction(); x >= 0 {
			return q.branch(ctx, depth, x, q.vars[x].value.floor(), 1)
		}
		apart, more := q.failing()
		switch {
		case apart >= 0:
			x := q.enter(apart)
			return q.branch(ctx, depth, x, q.vars[x].value.n-1, 2)
		case !more:
			return smt.Sat
		}
	}
}

func (q *question) giveUp(reason string) smt.Verdict {
	q.reason = reason
	return smt.Unknown
}

// fraction is an atom that is no integer, -1 if there is none.
func (q *question) fraction() int {
	return slices.IndexFunc(q.vars, func(x variable) bool {
		_, alone := q.lines[x.line].atom()
		return alone && x.value.d != 1
	})
}

// branch searches where a variable is at most v, and where it is at least
// v + gap; nearer to the witness first.
func (q *question) branch(ctx context.Context, depth, x int, v, gap int64) smt.Verdict {
	least, most := whole(v+gap), whole(v)
	up := interval.Int(v).Less(q.start(x))
	for range 2 {
		y := &q.vars[x]
		lo, hi := y.lo, y.hi
		if up {
			y.lo = &least
		} else {
			y.hi = &most
		}
		verdict := smt.Unsat
		if y.lo == nil || y.hi == nil || y.lo.cmp(*y.hi) <= 0 {
			q.clamp(x)
			verdict = q.search(ctx, depth+1)
		}
		q.vars[x].lo, q.vars[x].hi = lo, hi
		if verdict != smt.Unsat {
			return verdict
		}
		up = !up
	}
	return smt.Unsat
}

// start is the value of a variable in the witness.
func (q *question) start(x int) (v interval.Number) {
	for _, p := range q.lines[q.vars[x].line].parts {
		v = v.Add(q.value(p.Atom).Mul(interval.Int(p.Factor)))
	}
	return v
}

// failing makes variables of lines that are beyond their bounds, and reports whether there
// were some. If there are none, apart is a line that has a value which is excluded; else -1.
func (q *question) failing() (apart int32, more bool) {
	apart = -1
	n := 0
	for _, l := range q.active {
		st, v := q.of(l), q.sum(l)
		switch {
		case v.Less(st.lo) || st.hi.Less(v):
			q.enter(l)
			if n++; n == batch {
				return -1, true
			}
		case apart < 0 && slices.Contains(st.out, v):
			apart = l
		}
	}
	if n > 0 {
		return -1, true
	}
	return apart, false
}

// sum is the value of a line now, where all atoms are integers.
func (q *question) sum(l int32) (v interval.Number) {
	parts := q.lines[l].parts
	q.left -= len(parts)
	for _, p := range parts {
		now := q.value(p.Atom)
		if at := q.of(q.lineOfAtom(p.Atom)).at; at >= 0 {
			now = q.vars[at].number()
		}
		v = v.Add(now.Mul(interval.Int(p.Factor)))
	}
	return v
}

// limit is a number as a bound; nil if it is none of a signed word.
func limit(n interval.Number) *ratio {
	v := whole(int64(n.Bits()))
	if interval.Int(v.n) != n || v.n == math.MinInt64 {
		return nil
	}
	return &v
}

// enter makes a variable of a line.
func (q *question) enter(l int32) int {
	st := q.of(l)
	if st.at >= 0 {
		return st.at
	}
	x := variable{line: l, lo: limit(st.lo), hi: limit(st.hi)}
	if t, ok := q.lines[l].atom(); ok {
		if v := limit(q.value(t)); v != nil {
			x.value = *v
		} else {
			x.value, q.over = whole(0), true
		}
		st.at = q.addColumn(x)
		return st.at
	}
	parts := q.lines[l].parts
	of, factors := make([]int, len(parts)), make([]int64, len(parts))
	for i, p := range parts {
		of[i], factors[i] = q.enter(q.lineOfAtom(p.Atom)), p.Factor
	}
	at := q.addRow(x, of, factors)
	q.of(l).at = at
	return at
}
