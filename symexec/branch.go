package symexec

import (
	"math"

	"nearmiss/smt"
	"nearmiss/term"
)

// decide chooses a side of an if in code that was not rewritten.
func (m *machine) decide(f *frame, x cell) (side, ok bool) {
	t, isTerm := x.r.(*term.Term)
	if !isTerm {
		return false, m.rejectUnusable(x)
	}
	return m.branch(m.siteOf(f), m.asSort(t, term.BoolSort), true)
}

// siteOf returns the site of the current instruction of f.
func (m *machine) siteOf(f *frame) Site { return Site{Cond: -1, At: f.instructionNumber()} }

// currentSite returns the site of the current instruction.
func (m *machine) currentSite() Site { return m.siteOf(m.current.top()) }

// branch chooses a side of a condition. If the path has already decided the condition and quiet is
// set, it returns that side without a decision: an if of rewritten code tests the condition that its
// probe has just decided. While the outcome is encoded, it returns the side of the witness.
func (m *machine) branch(site Site, cond *term.Term, quiet bool) (side, ok bool) {
	if cond.IsConst() {
		return cond.Bits != 0, true
	}
	if m.reporting {
		return m.witness.holds(cond), true
	}
	decided, known := m.decided(cond)
	if known && quiet {
		return decided, true
	}
	if m.chooser == nil {
		return false, m.stopAt(Unsupported, "a symbolic condition before the begin of the function")
	}
	b := &m.branchBuf
	*b = Branch{Site: site, Cond: cond, Witness: m.witness.holds(cond), Depth: len(m.path.Decisions), Cost: m.path.Cost}
	if known {
		b.Witness = decided // a stale witness may take the other side
	}
	side = b.Witness
	why := Wanted
	m.foreignCode = inChooser
	want := m.chooser.Choose(b)
	if m.foreignCode = noForeignCode; want != side {
		if known {
			why = Infeasible
		} else if m.unchecked {
			side, m.stale = want, true
		} else if why, ok = m.checkSide(m.sideOf(cond, want)); !ok {
			return false, false
		} else if why == Wanted {
			side = want
		}
	}
	clause := m.sideOf(cond, side)
	if m.running {
		m.path.Cost.Decisions++
	}
	m.path.Decisions = append(m.path.Decisions, Decision{site, side, why, clause, len(m.path.Condition), known, m.current.top().callsHash})
	if !known {
		m.assert(clause)
	}
	m.foreignCode = inChooser
	m.chooser.Took(b, side, why)
	m.foreignCode = noForeignCode
	if q, ok := m.chooser.(Quitter); ok && q.Quit() {
		return false, m.stopAt(Abandoned, "")
	}
	return side, true
}

func (m *machine) sideOf(cond *term.Term, side bool) *term.Term {
	if side {
		return cond
	}
	return m.negate(cond)
}

// checkSide asks the solver whether a clause is feasible, and updates the witness if so.
func (m *machine) checkSide(clause *term.Term) (why SideReason, ok bool) {
	if m.solver == nil {
		return Undecided, true
	}
	m.path.Queries++
	m.foreignCode = solving
	a := m.solver.Check(m.ctx, clause, m.witness.env)
	m.foreignCode = noForeignCode
	if m.ctx.Err() != nil { // each query may be short and their sum long
		return Undecided, m.stopAt(Stopped, m.ctx.Err().Error())
	}
	switch a.Verdict {
	case smt.Sat:
		m.witness.change(a.Changes)
		if !m.witness.holds(clause) {
			m.foreignCode = solving
			panic("symexec: BUG: the model of " + a.Solver + " contradicts " + clause.String())
		}
		return Wanted, true
	case smt.Unsat:
		return Infeasible, true
	}
	return Undecided, true
}

// assert adds a clause to the path condition. The witness satisfies the clause, unless m.stale is
// set. While the outcome is encoded, assert does nothing.
func (m *machine) assert(clause *term.Term) {
	if m.reporting {
		return
	}
	m.decidedSides[clause] = true
	m.decidedSides[m.negate(clause)] = false
	if len(m.extents) > 0 {
		m.recordBounds(clause)
	}
	m.path.Condition = append(m.path.Condition, clause)
	if m.solver != nil && !m.unchecked {
		m.foreignCode = solving
		m.solver.Push(clause)
		m.foreignCode = noForeignCode
		m.numPushed++
	}
}

// decidePanic decides whether an instruction panics under the condition bad. With Options.Fork the
// panic is a side of a branch. Without Fork a clause rules the panic out, unless it is inevitable.
func (m *machine) decidePanic(bad *term.Term) (panics, ok bool) {
	if bad.IsConst() {
		return bad.Bits != 0, true
	}
	if m.opts.Fork || m.reporting {
		return m.branch(m.currentSite(), bad, true)
	}
	if side, known := m.decided(bad); known {
		return side, true
	}
	good := m.negate(bad)
	if m.unchecked {
		m.stale = m.stale || !m.witness.holds(good)
	} else if !m.witness.holds(good) {
		why, ok := m.checkSide(good)
		if !ok {
			return false, false
		}
		if why != Wanted {
			m.assert(bad)
			return true, true
		}
	}
	m.assert(good)
	return false, true
}

// concretize returns the value of a scalar under the witness and fixes it by a clause. A scalar that
// depends on lengths only is settled by branches instead (see settleLengths).
func (m *machine) concretize(k kind, c cell) (uint64, bool) {
	if c.r == nil {
		return c.n, true
	}
	expr, ok := c.r.(*term.Term)
	if !ok {
		return 0, m.rejectUnusable(c)
	}
	expr = m.asSort(expr, kindSorts[k])
	if expr.IsConst() {
		return expr.Bits, true
	}
	if bits, done, ok := m.settleLengths(expr); done || !ok {
		return bits, ok
	}
	if !m.refreshWitness() {
		return 0, false
	}
	bits, defined := m.witness.eval.Bits(expr)
	if !defined {
		return 0, m.stopAt(Unsupported, "a value that the Go language does not define: "+expr.String())
	}
	clause := m.builder.Compare(term.EQ, expr, m.constTerm(k, bits))
	if k.float() {
		clause = m.builder.Compare(term.EQ, m.builder.ToBits(expr), m.builder.Int(term.Unsigned(int(expr.Sort.Bits)), floatBits(k, bits)))
	}
	if clause.IsConst() || m.reporting {
		return bits, true
	}
	if _, known := m.decidedSides[clause]; !known {
		m.assert(clause)
		m.path.Concrete++
	}
	return bits, true
}

// floatBits returns the result of ToBits for a float given as the bits of a float64.
func floatBits(k kind, bits uint64) uint64 {
	if k == kFloat32 {
		return uint64(math.Float32bits(float32(math.Float64frombits(bits))))
	}
	return bits
}

// settleNumber settles a symbolic number that the path bounds to 0..limit: by branches with
// Options.Fork, otherwise by making it concrete.
func (m *machine) settleNumber(k kind, c cell, limit uint64) (uint64, bool) {
	expr, ok := c.r.(*term.Term)
	if !ok || !m.opts.Fork {
		return m.concretize(k, c)
	}
	expr = m.asSort(expr, kindSorts[k])
	if bits, done, ok := m.settleLengths(expr); done || !ok {
		return bits, ok
	}
	if _, defined := m.witness.eval.Bits(expr); !defined {
		return m.concretize(k, c)
	}
	const step = 15
	return m.searchNumber(expr, min(limit, k.maxInt()), step)
}

// searchNumber settles t, a number in 0..limit, by branches that are the same for all inputs that
// reach them. It compares t with growing bounds, from step on, until t is not above a bound; then it
// bisects. A small step tries small numbers first.
func (m *machine) searchNumber(t *term.Term, limit, step uint64) (uint64, bool) {
	site, low := m.currentSite(), uint64(0)
	for low < limit {
		middle := min(low+(limit-low)/2, 2*low+step)
		below, ok := m.branch(site, m.builder.Compare(term.LE, t, m.builder.Int(t.Sort, middle)), true)
		if !ok {
			return 0, false
		}
		if below {
			limit = middle
		} else {
			low = middle + 1
		}
	}
	return low, true
}

// reinterpret returns expr as a value of another sort with the same bits.
func (m *machine) reinterpret(expr *term.Term, sort term.Sort) *term.Term {
	switch {
	case expr.Sort.Kind == term.Bool:
		return m.builder.If(expr, m.builder.Int(sort, 1), m.builder.Int(sort, 0))
	case sort.Kind == term.Bool:
		return m.builder.Compare(term.NE, expr, m.builder.Int(expr.Sort, 0))
	case expr.Sort.Kind == term.Float && sort.Kind == term.Float:
		return m.builder.Convert(expr, sort)
	case expr.Sort.Kind == term.Float:
		return m.builder.Convert(m.builder.ToBits(expr), sort)
	case sort.Kind == term.Float:
		return m.builder.FromBits(m.builder.Convert(expr, term.Unsigned(int(sort.Bits))))
	}
	return m.builder.Convert(expr, sort)
}
