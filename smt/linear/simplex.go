package linear

import "nearmiss/smt/internal/interval"

// variable is a line with a value. Every variable is either a column of the tableau, or a row:
// a linear combination of the columns.
type variable struct {
	line   int32  // index of the line in Solver.lines
	lo, hi *ratio // bounds; nil: none
	value  ratio
	column bool // the variable is a column of the tableau, else a row
	index  int  // index of its column or row
}

// tableau is a simplex tableau.
type tableau struct {
	exact
	vars    []variable
	columns []int // by column: index of its variable
	rows    []row
	steps   int // steps that the query may still take
}

type row struct {
	variable int     // index of the variable of the row
	coeffs   []ratio // by column: coefficient of the column's variable
}

// number returns the value, which is an integer.
func (x *variable) number() interval.Number { return interval.Int(x.value.num) }

// tooLow and tooHigh report whether the value violates the lower or the upper bound.
func (x *variable) tooLow() bool  { return x.lo != nil && x.value.cmp(*x.lo) < 0 }
func (x *variable) tooHigh() bool { return x.hi != nil && x.value.cmp(*x.hi) > 0 }

// addColumn adds a variable that occurs in no row.
func (t *tableau) addColumn(x variable) int {
	me := len(t.vars)
	x.column, x.index = true, len(t.columns)
	t.vars = append(t.vars, x)
	t.columns = append(t.columns, me)
	for i := range t.rows {
		t.rows[i].coeffs = append(t.rows[i].coeffs, wholeRatio(0))
	}
	t.clamp(me)
	return me
}

// addRow adds a variable that is a sum of other variables.
func (t *tableau) addRow(x variable, of []int, factors []int64) int {
	coeffs := make([]ratio, len(t.columns))
	for i := range coeffs {
		coeffs[i] = wholeRatio(0)
	}
	x.value, x.index = wholeRatio(0), len(t.rows)
	for i, v := range of {
		y, f := &t.vars[v], wholeRatio(factors[i])
		x.value = t.add(x.value, t.mul(f, y.value))
		if y.column {
			coeffs[y.index] = t.add(coeffs[y.index], f)
		} else {
			t.addMultiple(coeffs, f, t.rows[y.index].coeffs)
		}
	}
	t.vars = append(t.vars, x)
	t.rows = append(t.rows, row{len(t.vars) - 1, coeffs})
	return len(t.vars) - 1
}

// addMultiple adds f times a row to another.
func (t *tableau) addMultiple(to []ratio, f ratio, k []ratio) {
	t.steps -= len(k)
	for c, x := range k {
		if x.num != 0 {
			to[c] = t.add(to[c], t.mul(f, x))
		}
	}
}

// clamp moves a column into its bounds. It does nothing for a row.
func (t *tableau) clamp(x int) {
	switch v := &t.vars[x]; {
	case !v.column:
	case v.tooLow():
		t.move(x, *v.lo)
	case v.tooHigh():
		t.move(x, *v.hi)
	}
}

// move sets the value of a column and updates the rows.
func (t *tableau) move(x int, to ratio) {
	v := &t.vars[x]
	step := t.add(to, v.value.neg())
	v.value = to
	t.steps -= len(t.rows)
	for i := range t.rows {
		if k := t.rows[i].coeffs[v.index]; k.num != 0 {
			y := &t.vars[t.rows[i].variable]
			y.value = t.add(y.value, t.mul(k, step))
		}
	}
}

// pivot exchanges a row and a column.
func (t *tableau) pivot(r, c int) {
	x, y, coeffs := t.rows[r].variable, t.columns[c], t.rows[r].coeffs
	inverse := coeffs[c].inverse()
	coeffs[c] = wholeRatio(-1)
	for j := range coeffs {
		if coeffs[j].num != 0 {
			coeffs[j] = t.mul(coeffs[j], inverse).neg()
		}
	}
	for i := range t.rows {
		if f := t.rows[i].coeffs[c]; i != r && f.num != 0 {
			t.rows[i].coeffs[c] = wholeRatio(0)
			t.addMultiple(t.rows[i].coeffs, f, coeffs)
		}
	}
	t.rows[r].variable, t.columns[c] = y, x
	t.vars[x].column, t.vars[x].index = true, c
	t.vars[y].column, t.vars[y].index = false, r
}

// repair moves all variables into their bounds. It returns false if that is impossible or
// exceeds the limit. It selects the least variable first, which guarantees termination (Bland).
func (t *tableau) repair() bool {
	for t.steps > 0 && !t.overflow {
		x := t.violated()
		if x < 0 {
			return true
		}
		v := &t.vars[x]
		up, to := v.tooLow(), v.hi
		if up {
			to = v.lo
		}
		c := t.entering(v.index, up)
		if c < 0 {
			return false
		}
		y := t.columns[c]
		step := t.mul(t.add(*to, v.value.neg()), t.rows[v.index].coeffs[c].inverse())
		t.move(y, t.add(t.vars[y].value, step))
		t.pivot(v.index, c)
	}
	return false
}

// violated returns the least row variable that violates a bound, or -1.
func (t *tableau) violated() int {
	x := -1
	for i := range t.rows {
		if of := t.rows[i].variable; (x < 0 || of < x) && (t.vars[of].tooLow() || t.vars[of].tooHigh()) {
			x = of
		}
	}
	t.steps -= len(t.rows)
	return x
}

// entering returns the column of the least variable that can move a row up or down, or -1.
func (t *tableau) entering(r int, up bool) int {
	best := -1
	for c, k := range t.rows[r].coeffs {
		if k.num == 0 || best >= 0 && t.columns[c] > t.columns[best] {
			continue
		}
		y := &t.vars[t.columns[c]]
		end, beyond := y.lo, -1
		if k.num > 0 == up {
			end, beyond = y.hi, 1
		}
		if end == nil || y.value.cmp(*end) == -beyond {
			best = c
		}
	}
	t.steps -= len(t.columns)
	return best
}
