package dse_test

import (
	"context"
	"math"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// toyProgram runs a program that is written as a Go closure over a machine, so that strategies
// can be tested without an executor:
//
//	max := func(m *toyMachine) {
//		if m.Branch(0, term.LT, m.Slot(0), m.Slot(1)) {
//			…
//		}
//	}
//	p := newToy(max, 2)
//
// Slots are 64-bit integers. The branches of condition i are 2i (it does not
// hold) and 2i+1; each condition is a possible target. It implements dse.Program.
type toyProgram struct {
	code    func(m *toyMachine)
	slots   int
	b       *term.Builder
	solver  smt.Solver
	Asked   int                                    // questions
	Refuses func(extra *term.Term) (reason string) // not "": the answer is unknown
	Guards  map[int][]toyGuard                     // the conditions that lead to a condition, outermost first
	Lists   []toyList
	events  map[uint64]bool
}

// toyGuard is a condition, and the side of it that leads on.
type toyGuard struct {
	Cond int
	Side bool
}

// newToy returns a program with so many slots.
func newToy(code func(m *toyMachine), slots int) *toyProgram {
	return &toyProgram{code: code, slots: slots, b: term.NewBuilder(), solver: embedded.New(embedded.Options{}), events: map[uint64]bool{}}
}

// Builder implements dse.Program.
func (p *toyProgram) Builder() *term.Builder { return p.b }

// Run implements dse.Program.
func (p *toyProgram) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m := &toyMachine{p: p, env: env(in), path: &symexec.Path{Input: slices.Clone(in)}, known: map[*term.Term]bool{}, near: make([]dse.Near, len(targets)), targets: targets}
	for i, t := range targets {
		m.near[i].ApproachDistance = math.Inf(1)
		if way := p.Guards[int(t>>1)]; len(way) > 0 {
			m.near[i].ApproachDistance = float64(len(way)) // none was evaluated
		}
	}
	p.code(m)
	slices.Sort(m.covered)
	m.path.Instructions = uint64(len(m.covered)) // a branch taken is one
	return &dse.Run{Path: m.path, Covered: slices.Compact(m.covered), Near: m.near, Reading: m.reading}, nil
}

// Satisfy implements dse.Program.
func (p *toyProgram) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	p.Asked++
	if p.Refuses != nil {
		if why := p.Refuses(extra); why != "" {
			return smt.Answer{Verdict: smt.Unknown, Reason: why}, nil, nil
		}
	}
	for _, c := range prefix {
		p.solver.Push(c)
	}
	defer p.solver.Pop(len(prefix))
	a := p.check(ctx, start, prefix, extra)
	if a.Verdict != smt.Sat {
		return a, nil, nil
	}
	return a, change(start, a), nil
}

// check asks for all clauses, if the start does not satisfy the prefix.
func (p *toyProgram) check(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) smt.Answer {
	for _, c := range prefix {
		if v, _ := term.Eval(c, env(start)); v.Bits == 0 {
			p.solver.Push(extra)
			defer p.solver.Pop(1)
			return p.solver.Solve(ctx, env(start))
		}
	}
	return p.solver.Check(ctx, extra, env(start))
}

func change(v input.Vector, a smt.Answer) input.Vector {
	v = slices.Clone(v)
	for _, c := range a.Changes {
		v[c.Slot] = c.Value.Bits
	}
	return v
}

func env(v input.Vector) term.Env {
	return func(slot int) (term.Value, bool) { return term.Value{Bits: v[slot]}, true }
}

// toyMachine runs a program on one input.
type toyMachine struct {
	p       *toyProgram
	env     term.Env
	path    *symexec.Path
	known   map[*term.Term]bool
	covered []uint32
	targets []uint32
	near    []dse.Near
	context uint64
	reading dse.Reading
}

// Len is the number of slots.
func (m *toyMachine) Len() int { return m.p.slots }

// Slot is an input.
func (m *toyMachine) Slot(i int) *term.Term { return m.p.b.Slot(i, term.Signed(64), false) }

// Int is a constant.
func (m *toyMachine) Int(v int64) *term.Term { return m.p.b.Int(term.Signed(64), uint64(v)) }

// Add is a sum.
func (m *toyMachine) Add(x, y *term.Term) *term.Term { return m.p.b.Binary(term.Add, x, y) }

// Call calls f from a place.
func (m *toyMachine) Call(place uint64, f func()) {
	was := m.context
	m.context = was*31 + place + 1
	f()
	m.context = was
}

// Branch decides a condition.
func (m *toyMachine) Branch(cond int, rel term.Rel, x, y *term.Term) bool {
	a, _ := term.Eval(x, m.env)
	b, _ := term.Eval(y, m.env)
	c := m.p.b.Compare(rel, x, y)
	v, _ := term.Eval(c, m.env)
	side := v.Bits != 0
	m.covered = append(m.covered, uint32(2*cond+sideIndex(side)))
	m.happened(cond, side)
	m.measure(cond, rel, int64(a.Bits), int64(b.Bits))
	if c.IsConst() {
		return side
	}
	clause := c
	if !side {
		clause = m.p.b.Not(c)
	}
	_, known := m.known[c]
	m.path.Decisions = append(m.path.Decisions, symexec.Decision{
		Site: symexec.Site{Cond: cond}, Side: side, Clause: clause, At: len(m.path.Condition), Known: known, Context: m.context,
	})
	if !known {
		m.assume(clause)
	}
	return side
}

// Value makes a number concrete.
func (m *toyMachine) Value(t *term.Term) int64 {
	v, _ := term.Eval(t, m.env)
	if c := m.p.b.Compare(term.EQ, t, m.Int(int64(v.Bits))); !c.IsConst() && !m.known[c] {
		m.assume(c)
	}
	return int64(v.Bits)
}

func (m *toyMachine) assume(clause *term.Term) {
	m.known[clause], m.known[m.p.b.Not(clause)] = true, false
	m.path.Condition = append(m.path.Condition, clause)
}

// measure takes the distances of a condition to the targets that it decides,
// by Table 1 of the paper with K = 1.
func (m *toyMachine) measure(cond int, rel term.Rel, a, b int64) {
	for i, t := range m.targets {
		if int(t>>1) != cond {
			m.stray(&m.near[i], m.p.Guards[int(t>>1)], cond, rel, a, b)
			continue
		}
		r := toward(rel, t&1 == 1)
		d := dse.Distance(symexec.Relation(r), false, probe.DistI(probe.Rel(r), a, b))
		if n := &m.near[i]; !n.Reached || d < n.Distance {
			*n = dse.Near{Reached: true, Distance: d}
		}
	}
}

// stray takes the approach level and distance of a condition that leads to a
// target into account.
func (m *toyMachine) stray(n *dse.Near, guards []toyGuard, cond int, rel term.Rel, a, b int64) {
	for level, g := range guards {
		if g.Cond != cond || n.Reached {
			continue
		}
		left := float64(len(guards) - 1 - level)
		if d := probe.DistI(probe.Rel(toward(rel, g.Side)), a, b); d > 0 {
			left += probe.Normalize(float64(d))
		}
		n.ApproachDistance = min(n.ApproachDistance, left)
	}
}

// toward is the relation that holds on a side.
func toward(rel term.Rel, side bool) term.Rel {
	if !side {
		return rel.Negate()
	}
	return rel
}

func sideIndex(side bool) int {
	if side {
		return 1
	}
	return 0
}
