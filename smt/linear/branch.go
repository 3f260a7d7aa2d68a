package linear

import (
	"context"
	"math"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
)

// maxDepth is the largest depth of nested branches.
const maxDepth = 1000

// maxVariables is the largest number of variables of a tableau.
const maxVariables = 1000

// maxNewRows is the largest number of violated lines that become rows at once.
const maxNewRows = 8

// search looks for integers that satisfy all bounds.
func (q *query) search(ctx context.Context, depth int) smt.Verdict {
	for {
		feasible := q.repair()
		switch {
		case q.overflow:
			return q.giveUp("a number is too large")
		case q.steps <= 0 || len(q.vars) > maxVariables || depth > maxDepth:
			return q.giveUp("out of steps")
		case !feasible:
			return smt.Unsat
		case ctx.Err() != nil:
			return q.giveUp("time is up")
		}
		if x := q.fractionalAtom(); x >= 0 {
			return q.branch(ctx, depth, x, q.vars[x].value.floor(), 1)
		}
		excluded, more := q.addViolated()
		switch {
		case excluded >= 0:
			x := q.addVariable(excluded)
			return q.branch(ctx, depth, x, q.vars[x].value.num-1, 2)
		case !more:
			return smt.Sat
		}
	}
}

// giveUp records the reason why the query is not decided, and returns Unknown.
func (q *query) giveUp(reason string) smt.Verdict {
	q.reason = reason
	return smt.Unknown
}

// fractionalAtom returns an atom whose value is not an integer, or -1.
func (q *query) fractionalAtom() int {
	return slices.IndexFunc(q.vars, func(x variable) bool {
		_, alone := q.lines[x.line].atom()
		return alone && x.value.den != 1
	})
}

// branch is the branching step of branch and bound: it searches for a model with variable x at
// most v, and for one with x at least v + gap. The side with the witness comes first.
func (q *query) branch(ctx context.Context, depth, x int, v, gap int64) smt.Verdict {
	least, most := wholeRatio(v+gap), wholeRatio(v)
	up := interval.Int(v).Less(q.startValue(x))
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

// startValue returns the value of a variable in the witness.
func (q *query) startValue(x int) (v interval.Number) {
	for _, p := range q.lines[q.vars[x].line].parts {
		v = v.Add(q.value(p.Atom).Mul(interval.Int(p.Factor)))
	}
	return v
}

// addViolated makes variables of lines whose values are beyond their bounds, and reports
// whether there are any. If there are none, excluded is a line whose value a != excludes, or
// -1.
func (q *query) addViolated() (excluded int32, more bool) {
	excluded = -1
	n := 0
	for _, l := range q.activeLines {
		st, v := q.boundsOf(l), q.lineValue(l)
		switch {
		case v.Less(st.lo) || st.hi.Less(v):
			q.addVariable(l)
			if n++; n == maxNewRows {
				return -1, true
			}
		case excluded < 0 && slices.Contains(st.excluded, v):
			excluded = l
		}
	}
	if n > 0 {
		return -1, true
	}
	return excluded, false
}

// lineValue returns the current value of a line. The values of all atoms must be integers.
func (q *query) lineValue(l int32) (v interval.Number) {
	parts := q.lines[l].parts
	q.steps -= len(parts)
	for _, p := range parts {
		now := q.value(p.Atom)
		if index := q.boundsOf(q.lineOfAtom(p.Atom)).variable; index >= 0 {
			now = q.vars[index].number()
		}
		v = v.Add(now.Mul(interval.Int(p.Factor)))
	}
	return v
}

// boundOf returns a number as a bound, or nil if it does not fit a signed word.
func boundOf(n interval.Number) *ratio {
	v := wholeRatio(int64(n.Bits()))
	if interval.Int(v.num) != n || v.num == math.MinInt64 {
		return nil
	}
	return &v
}

// addVariable makes a variable of a line, unless the line has one, and returns the index of the
// variable. The atoms of a sum get variables too.
func (q *query) addVariable(lineIndex int32) int {
	st := q.boundsOf(lineIndex)
	if st.variable >= 0 {
		return st.variable
	}
	x := variable{line: lineIndex, lo: boundOf(st.lo), hi: boundOf(st.hi)}
	if t, ok := q.lines[lineIndex].atom(); ok {
		if v := boundOf(q.value(t)); v != nil {
			x.value = *v
		} else {
			x.value, q.overflow = wholeRatio(0), true
		}
		st.variable = q.addColumn(x)
		return st.variable
	}
	parts := q.lines[lineIndex].parts
	of, factors := make([]int, len(parts)), make([]int64, len(parts))
	for i, p := range parts {
		of[i], factors[i] = q.addVariable(q.lineOfAtom(p.Atom)), p.Factor
	}
	index := q.addRow(x, of, factors)
	q.boundsOf(lineIndex).variable = index
	return index
}
