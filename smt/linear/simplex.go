package linear

// variable is a line with a value. Every variable is either a column of the
// tableau or a row, which says what it is in terms of the columns.
type variable struct {
	line   int32
	lo, hi bound
	value  ratio
	column bool
	at     int // among the columns or the rows
}

// tableau is that of the variables.
type tableau struct {
	exact
	vars    []variable
	columns []int // variables
	rows    []row
	left    int // steps
}

type row struct {
	of int // variable
	k  []ratio
}

// low and high report whether a value is beyond a bound.
func (x *variable) low() bool  { return x.lo.set && x.value.cmp(whole(x.lo.v)) < 0 }
func (x *variable) high() bool { return x.hi.set && x.value.cmp(whole(x.hi.v)) > 0 }

// addColumn makes a variable that no row speaks of.
func (t *tableau) addColumn(x variable) int {
	x.column, x.at = true, len(t.columns)
	t.vars = append(t.vars, x)
	me := len(t.vars) - 1
	t.columns = append(t.columns, me)
	for i := range t.rows {
		t.rows[i].k = append(t.rows[i].k, whole(0))
	}
	t.inside(me)
	return me
}

// addRow makes a variable that is a sum of others.
func (t *tableau) addRow(x variable, of []int, factors []int64) int {
	k := make([]ratio, len(t.columns))
	for i := range k {
		k[i] = whole(0)
	}
	x.value = whole(0)
	for i, v := range of {
		y, f := &t.vars[v], whole(factors[i])
		x.value = t.add(x.value, t.mul(f, y.value))
		if y.column {
			k[y.at] = t.add(k[y.at], f)
			continue
		}
		t.left -= len(k)
		for j, c := range t.rows[y.at].k {
			if c.n != 0 {
				k[j] = t.add(k[j], t.mul(f, c))
			}
		}
	}
	x.column, x.at = false, len(t.rows)
	t.vars = append(t.vars, x)
	t.rows = append(t.rows, row{len(t.vars) - 1, k})
	return len(t.vars) - 1
}

// inside moves a column within its bounds.
func (t *tableau) inside(x int) {
	switch v := &t.vars[x]; {
	case v.low():
		t.move(x, whole(v.lo.v))
	case v.high():
		t.move(x, whole(v.hi.v))
	}
}

// move gives a column a value, and the rows theirs.
func (t *tableau) move(x int, to ratio) {
	v := &t.vars[x]
	by := t.sub(to, v.value)
	v.value = to
	t.left -= len(t.rows)
	for i := range t.rows {
		if c := t.rows[i].k[v.at]; c.n != 0 {
			y := &t.vars[t.rows[i].of]
			y.value = t.add(y.value, t.mul(c, by))
		}
	}
}

// exchange makes a column of a row, and a row of a column.
func (t *tableau) exchange(r, c int) {
	old := t.rows[r].k
	in := old[c].inverse()
	for j := range old {
		if j == c {
			old[j] = in
		} else if old[j].n != 0 {
			old[j] = t.mul(old[j], in).neg()
		}
	}
	t.left -= len(t.rows) * len(old)
	for i := range t.rows {
		k := t.rows[i].k
		if f := k[c]; i != r && f.n != 0 {
			k[c] = whole(0)
			for j := range k {
				if old[j].n != 0 {
					k[j] = t.add(k[j], t.mul(f, old[j]))
				}
			}
		}
	}
	x, y := t.rows[r].of, t.columns[c]
	t.rows[r].of, t.columns[c] = y, x
	t.vars[x].column, t.vars[x].at = true, c
	t.vars[y].column, t.vars[y].at = false, r
}

// mend moves all variables within their bounds. Where that cannot be it
// returns the sources of the bounds that contradict each other; false if
// it took too much. The least variable goes first, so that it ends (Bland).
func (t *tableau) mend() (core []int32, ok bool) {
	for t.left > 0 && !t.over {
		x := t.broken()
		if x < 0 {
			return nil, true
		}
		v := &t.vars[x]
		up := v.low()
		c := t.entering(v.at, up)
		if c < 0 {
			return t.conflict(x, up), true
		}
		to := whole(v.hi.v)
		if up {
			to = whole(v.lo.v)
		}
		k := t.rows[v.at].k[c]
		y := t.columns[c]
		by := t.mul(t.sub(to, v.value), k.inverse())
		t.move(y, t.add(t.vars[y].value, by))
		t.exchange(v.at, c)
	}
	return nil, false
}

// broken is the least variable beyond a bound, which is a row; -1 if none is.
func (t *tableau) broken() int {
	x := -1
	for i := range t.rows {
		if of := t.rows[i].of; (x < 0 || of < x) && (t.vars[of].low() || t.vars[of].high()) {
			x = of
		}
	}
	t.left -= len(t.rows)
	return x
}

// entering is the column of the least variable that can move a row up or down.
func (t *tableau) entering(r int, up bool) int {
	best := -1
	for c, k := range t.rows[r].k {
		if k.n == 0 || best >= 0 && t.columns[c] > t.columns[best] {
			continue
		}
		y := &t.vars[t.columns[c]]
		if k.n > 0 == up {
			if y.hi.set && y.value.cmp(whole(y.hi.v)) >= 0 {
				continue
			}
		} else if y.lo.set && y.value.cmp(whole(y.lo.v)) <= 0 {
			continue
		}
		best = c
	}
	t.left -= len(t.columns)
	return best
}

// conflict are the sources of the bounds that keep a row where it is.
func (t *tableau) conflict(x int, up bool) []int32 {
	v := &t.vars[x]
	core := []int32{v.hi.why}
	if up {
		core[0] = v.lo.why
	}
	for c, k := range t.rows[v.at].k {
		y := &t.vars[t.columns[c]]
		switch {
		case k.n == 0:
		case k.n > 0 == up:
			core = append(core, y.hi.why)
		default:
			core = append(core, y.lo.why)
		}
	}
	return core
}
