package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// This file runs programs that are written as Go closures over a machine, so that search
// strategies can be tested without an executor:
//
//	palindrome := func(m *ToyMachine) {
//		for i := range m.Len() {
//			if m.Branch(0, m.Ne(m.Slot(i), m.Slot(m.Len()-1-i))) {
//				return
//			}
//		}
//	}
//	e := NewToy(palindrome, 5, order.New())
//
// All slots are 64-bit integers. Each call of Branch counts a statement. The toy explorer treats
// the witness, the chooser, the precondition and repeated conditions like package symexec.

// ToyProgram is a function under test. It takes the same path again for the same
// outcomes of its branches.
type ToyProgram func(m *ToyMachine)

// ToyExplorer explores a program at one size.
type ToyExplorer struct {
	program ToyProgram
	slots   int
	solver  smt.Solver
	b       *term.Builder
	Fuel    uint64 // statements; 0 is no limit
}

// NewToy returns an explorer of a program with so many slots.
func NewToy(p ToyProgram, slots int, s smt.Solver) *ToyExplorer {
	return &ToyExplorer{program: p, slots: slots, solver: s, b: term.NewBuilder()}
}

// Builder makes the terms of all paths.
func (e *ToyExplorer) Builder() *term.Builder { return e.b }

// Explore implements ese.Explorer.
func (e *ToyExplorer) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	m := &ToyMachine{e: e, ctx: ctx, chooser: c, witness: make(input.Vector, e.slots), path: &symexec.Path{}}
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
func (e *ToyExplorer) Run(v input.Vector) *symexec.Path {
	m := &ToyMachine{e: e, ctx: context.Background(), chooser: witness{}, witness: v, path: &symexec.Path{Input: v}}
	defer func() { e.solver.Pop(m.pushed) }()
	m.run()
	return m.path
}

// witness takes the sides of the witness.
type witness struct{}

func (witness) Choose(b *symexec.Branch) bool                  { return b.Witness }
func (witness) Took(*symexec.Branch, bool, symexec.SideReason) {}

// Retain forgets all terms except the given terms and the slots.
func (e *ToyExplorer) Retain(terms ...*term.Term) {
	m := &ToyMachine{e: e}
	for i := range e.slots {
		terms = append(terms, m.Slot(i))
	}
	e.b.Retain(terms...)
}

// ToyMachine runs one path.
type ToyMachine struct {
	e       *ToyExplorer
	ctx     context.Context
	chooser symexec.Chooser
	witness input.Vector
	path    *symexec.Path
	pushed  int
	known   map[*term.Term]bool // conditions that the path has decided
}

// ended unwinds a program.
type ended symexec.End

func (m *ToyMachine) run() {
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
func (m *ToyMachine) begin() bool {
	m.path.Queries++
	a := m.e.solver.Solve(m.ctx, m.env)
	switch a.Verdict {
	case smt.Sat:
		m.change(a)
		return true
	case smt.Unsat:
		m.path.End.Kind = symexec.Contradicted
	default:
		m.path.End = symexec.End{Kind: symexec.Undetermined, Detail: a.Reason}
	}
	return false
}

func (m *ToyMachine) push(clause *term.Term) {
	m.e.solver.Push(clause)
	m.pushed++
}

func (m *ToyMachine) env(slot int) (term.Value, bool) {
	return term.Value{Bits: m.witness[slot]}, true
}

func (m *ToyMachine) change(a smt.Answer) {
	for _, c := range a.Changes {
		m.witness[c.Slot] = c.Value.Bits
	}
}

// Len is the number of slots.
func (m *ToyMachine) Len() int { return m.e.slots }

// Builder makes terms.
func (m *ToyMachine) Builder() *term.Builder { return m.e.b }

// Slot is an input.
func (m *ToyMachine) Slot(i int) *term.Term { return m.e.b.Slot(i, term.Signed(64), false) }

// Int is a constant.
func (m *ToyMachine) Int(v int) *term.Term { return m.e.b.Int(term.Signed(64), uint64(v)) }

// Compare is x r y.
func (m *ToyMachine) Compare(r term.Rel, x, y *term.Term) *term.Term { return m.e.b.Compare(r, x, y) }

// Eq is x == y.
func (m *ToyMachine) Eq(x, y *term.Term) *term.Term { return m.Compare(term.EQ, x, y) }

// Ne is x != y.
func (m *ToyMachine) Ne(x, y *term.Term) *term.Term { return m.Compare(term.NE, x, y) }

// Lt is x < y.
func (m *ToyMachine) Lt(x, y *term.Term) *term.Term { return m.Compare(term.LT, x, y) }

// Le is x <= y.
func (m *ToyMachine) Le(x, y *term.Term) *term.Term { return m.Compare(term.LE, x, y) }

// Cost counts statements.
func (m *ToyMachine) Cost(n uint64) {
	m.path.Cost.Statements += n
	if m.e.Fuel > 0 && m.path.Cost.Statements > m.e.Fuel {
		m.end(symexec.OutOfFuel, "")
	}
}

// Panic ends the path as a panic does.
func (m *ToyMachine) Panic(what string) { m.end(symexec.Panicked, what) }

func (m *ToyMachine) end(k symexec.EndKind, what string) { panic(ended{Kind: k, Detail: what}) }

// Outside names a dependence of the path on something other than the input.
func (m *ToyMachine) Outside(what string) { m.path.Outside = what }

// Concrete returns the value of t under the witness, and fixes t to that value on the path.
func (m *ToyMachine) Concrete(t *term.Term) int {
	v, _ := term.Eval(t, m.env)
	is := m.Eq(t, m.Int(int(v.Bits)))
	if _, known := m.known[is]; !known && !t.IsConst() {
		m.hold(is)
		m.path.Concrete++
	}
	return int(v.Bits)
}

// hold adds a clause to the path condition.
func (m *ToyMachine) hold(clause *term.Term) {
	m.path.Condition = append(m.path.Condition, clause)
	m.push(clause)
	if m.known == nil {
		m.known = make(map[*term.Term]bool)
	}
	m.known[clause], m.known[m.e.b.Not(clause)] = true, false
}

// Branch counts a statement and chooses a side of a condition.
func (m *ToyMachine) Branch(site int, cond *term.Term) bool {
	m.Cost(1)
	m.path.Cost.Branches++
	if m.ctx.Err() != nil {
		m.end(symexec.Stopped, m.ctx.Err().Error())
	}
	if cond.IsConst() {
		return cond.Bits != 0
	}
	v, _ := term.Eval(cond, m.env)
	b := symexec.Branch{Site: symexec.Site{Cond: site}, Cond: cond, Witness: v.Bits != 0, Depth: len(m.path.Decisions), Cost: m.path.Cost}
	m.path.Cost.Decisions++
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

func (m *ToyMachine) clause(cond *term.Term, side bool) *term.Term {
	if side {
		return cond
	}
	return m.e.b.Not(cond)
}

// other asks the solver for an input that takes the side that the witness does not take.
func (m *ToyMachine) other(b *symexec.Branch) (bool, symexec.SideReason) {
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
