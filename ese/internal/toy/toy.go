// Package toy explores paths of programs that are written as Go closures over
// a machine, so that search strategies can be tested without an executor:
//
//	palindrome := func(m *toy.Machine) {
//		for i := range m.Len() {
//			if m.Branch(0, m.Ne(m.Slot(i), m.Slot(m.Len()-1-i))) {
//				return
//			}
//		}
//	}
//	e := toy.New(palindrome, 5, order.New())
//
// All slots are 64-bit integers; each call of Branch counts a statement. It
// keeps to what symexec says of witness, chooser, precondition and conditions
// that come again. An Explorer belongs to one goroutine.
package toy

import (
	"context"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Program is a function under test. It takes the same path again for the same
// outcomes of its branches.
type Program func(m *Machine)

// Explorer explores a program at one size.
type Explorer struct {
	program Program
	slots   int
	solver  smt.Solver
	b       *term.Builder
	Fuel    uint64 // statements; 0 is no limit
}

// New returns an explorer of a program with so many slots.
func New(p Program, slots int, s smt.Solver) *Explorer {
	return &Explorer{program: p, slots: slots, solver: s, b: term.NewBuilder()}
}

// Builder makes the terms of all paths.
func (e *Explorer) Builder() *term.Builder { return e.b }

// Explore takes one path, as ese.Explorer has it.
func (e *Explorer) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	m := &Machine{e: e, ctx: ctx, chooser: c, witness: make(input.Vector, e.slots), path: &symexec.Path{}}
	for _, clause := range pre {
		m.push(clause)
	}
	defer func() { e.solver.Pop(m.pushed) }()
	if len(pre) > 0 && !m.begin() {
		return m.path, nil
	}
	m.run()
	m.path.Input = m.witness
	return m.path, nil
}

// Run takes the path of an input.
func (e *Explorer) Run(v input.Vector) *symexec.Path {
	m := &Machine{e: e, ctx: context.Background(), chooser: witness{}, witness: v, path: &symexec.Path{Input: v}}
	defer func() { e.solver.Pop(m.pushed) }()
	m.run()
	return m.path
}

// witness takes the sides of the witness.
type witness struct{}

func (witness) Choose(b *symexec.Branch) bool           { return b.Witness }
func (witness) Took(*symexec.Branch, bool, symexec.Why) {}

// Retain forgets all terms but these and the slots.
func (e *Explorer) Retain(terms ...*term.Term) {
	m := &Machine{e: e}
	for i := range e.slots {
		terms = append(terms, m.Slot(i))
	}
	e.b.Retain(terms...)
}

// Machine runs one path.
type Machine struct {
	e       *Explorer
	ctx     context.Context
	chooser symexec.Chooser
	witness input.Vector
	path    *symexec.Path
	pushed  int
	known   map[*term.Term]bool // conditions that the path has decided
}

// ended unwinds a program.
type ended symexec.End

func (m *Machine) run() {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case ended:
			m.path.End = symexec.End(r)
		default:
			panic(r)
		}
	}()
	m.e.program(m)
}

// begin finds the first witness under the precondition.
func (m *Machine) begin() bool {
	m.path.Queries++
	a := m.e.solver.Solve(m.ctx, m.env)
	switch a.Verdict {
	case smt.Sat:
		m.change(a)
		return true
	case smt.Unsat:
		m.path.End.Kind = symexec.Contradicted
	default:
		m.path.End = symexec.End{Kind: symexec.Undetermined, What: a.Reason}
	}
	return false
}

func (m *Machine) push(clause *term.Term) {
	m.e.solver.Push(clause)
	m.pushed++
}

func (m *Machine) env(slot int) (term.Value, bool) {
	return term.Value{Bits: m.witness[slot]}, true
}

func (m *Machine) change(a smt.Answer) {
	for _, c := range a.Changes {
		m.witness[c.Slot] = c.Value.Bits
	}
}

// Len is the number of slots.
func (m *Machine) Len() int { return m.e.slots }

// Builder makes terms.
func (m *Machine) Builder() *term.Builder { return m.e.b }

// Slot is an input.
func (m *Machine) Slot(i int) *term.Term { return m.e.b.Slot(i, term.Signed(64), false) }

// Int is a constant.
func (m *Machine) Int(v int) *term.Term { return m.e.b.Int(term.Signed(64), uint64(v)) }

// Compare is x r y.
func (m *Machine) Compare(r term.Rel, x, y *term.Term) *term.Term { return m.e.b.Compare(r, x, y) }

// Eq is x == y.
func (m *Machine) Eq(x, y *term.Term) *term.Term { return m.Compare(term.EQ, x, y) }

// Ne is x != y.
func (m *Machine) Ne(x, y *term.Term) *term.Term { return m.Compare(term.NE, x, y) }

// Lt is x < y.
func (m *Machine) Lt(x, y *term.Term) *term.Term { return m.Compare(term.LT, x, y) }

// Le is x <= y.
func (m *Machine) Le(x, y *term.Term) *term.Term { return m.Compare(term.LE, x, y) }

// Cost counts statements.
func (m *Machine) Cost(n uint64) {
	m.path.Cost.Statements += n
	if m.e.Fuel > 0 && m.path.Cost.Statements > m.e.Fuel {
		m.end(symexec.OutOfFuel, "")
	}
}

// Panic ends the path as a panic does.
func (m *Machine) Panic(what string) { m.end(symexec.Panicked, what) }

func (m *Machine) end(k symexec.EndKind, what string) { panic(ended{Kind: k, What: what}) }

// Outside says what the path hangs on beside the input.
func (m *Machine) Outside(what string) { m.path.Outside = what }

// Concrete is the value of t under the witness, which it has from here on.
func (m *Machine) Concrete(t *term.Term) int {
	v, _ := term.Eval(t, m.env)
	is := m.Eq(t, m.Int(int(v.Bits)))
	if _, known := m.known[is]; !known && !t.IsConst() {
		m.hold(is)
		m.path.Concrete++
	}
	return int(v.Bits)
}

// hold adds a clause to the path condition.
func (m *Machine) hold(clause *term.Term) {
	m.path.Condition = append(m.path.Condition, clause)
	m.push(clause)
	if m.known == nil {
		m.known = make(map[*term.Term]bool)
	}
	m.known[clause], m.known[m.e.b.Not(clause)] = true, false
}

// Branch counts a statement and chooses a side of a condition.
func (m *Machine) Branch(site int, cond *term.Term) bool {
	m.Cost(1)
	m.path.Cost.Branches++
	if m.ctx.Err() != nil {
		m.end(symexec.Stopped, m.ctx.Err().Error())
	}
	if cond.IsConst() {
		return cond.Bits != 0
	}
	v, _ := term.Eval(cond, m.env)
	b := symexec.Branch{Site: symexec.Site{Cond: site}, Cond: cond, Witness: v.Bits != 0, Depth: len(m.path.Decisions)}
	side, why := b.Witness, symexec.Wanted
	_, known := m.known[cond]
	if m.chooser.Choose(&b) != side {
		if known {
			why = symexec.Infeasible
		} else {
			side, why = m.other(&b)
		}
	}
	d := symexec.Decision{Site: b.Site, Side: side, Why: why, Clause: m.clause(cond, side)}
	m.path.Decisions = append(m.path.Decisions, d)
	if !known {
		m.hold(d.Clause)
	}
	m.chooser.Took(&b, side, why)
	if q, ok := m.chooser.(symexec.Quitter); ok && q.Quit() {
		m.end(symexec.Abandoned, "")
	}
	return side
}

func (m *Machine) clause(cond *term.Term, side bool) *term.Term {
	if side {
		return cond
	}
	return m.e.b.Not(cond)
}

// other asks for the side that the witness does not take.
func (m *Machine) other(b *symexec.Branch) (bool, symexec.Why) {
	m.path.Queries++
	a := m.e.solver.Check(m.ctx, m.clause(b.Cond, !b.Witness), m.env)
	switch a.Verdict {
	case smt.Sat:
		m.change(a)
		return !b.Witness, symexec.Wanted
	case smt.Unsat:
		return b.Witness, symexec.Infeasible
	}
	return b.Witness, symexec.Undecided
}
