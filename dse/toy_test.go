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

// A toy runs programs that are written as Go closures over a machine, so
// that strategies of package dse can be tested without an executor:
//
//	max := func(m *toyMachine) {
//		if m.Branch(0, term.LT, m.Slot(0), m.Slot(1)) {
//			…
//		}
//	}
//	p := newToy(max, 2)
//
// Slots are 64-bit integers. The branches of condition i are 2i (it does not
// hold) and 2i+1; each condition is a possible target. A toyProgram belongs to one
// goroutine.
//
// It implements dse.Program.
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
		m.near[i].Away = math.Inf(1)
		if way := p.Guards[int(t>>1)]; len(way) > 0 {
			m.near[i].Away = float64(len(way)) // none was evaluated
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
	a := p.solver.Check(ctx, extra, env(start))
	if a.Verdict != smt.Sat {
		return a, nil, nil
	}
	return a, change(start, a), nil
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
	m.covered = append(m.covered, uint32(2*cond+index(side)))
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
		n.Away = min(n.Away, left)
	}
}

// toward is the relation that holds on a side.
func toward(rel term.Rel, side bool) term.Rel {
	if !side {
		return rel.Negate()
	}
	return rel
}

func index(side bool) int {
	if side {
		return 1
	}
	return 0
}

// A toyList is what a slot is the length of: the slots behind it, as many as there
// is room for.
type toyList struct {
	Len, Room int
}

var _ dse.Inputs = (*toyProgram)(nil)

// Under implements dse.Inputs.
func (p *toyProgram) Under(in input.Vector) func(clause *term.Term) bool {
	return func(clause *term.Term) bool {
		v, _ := term.Eval(clause, env(in))
		return v.Bits != 0
	}
}

// Place implements dse.Inputs. Lists have the numbers of toyProgram.Lists, from 1.
func (p *toyProgram) Place(slot int) dse.Place {
	for i, l := range p.Lists {
		if slot == l.Len {
			return dse.Place{List: i + 1, Length: true}
		}
		if at := slot - l.Len - 1; at >= 0 && at < l.Room {
			return dse.Place{List: i + 1, Index: at}
		}
	}
	return dse.Place{}
}

// Wants implements dse.Inputs.
func (p *toyProgram) Wants(clause *term.Term) (list, elements int) {
	list, elements, _ = p.longer(clause)
	return list, elements
}

// Grow implements dse.Inputs.
func (p *toyProgram) Grow(clause *term.Term, by int) *term.Term {
	list, least, word := p.longer(clause)
	if list == 0 {
		return nil
	}
	return p.b.Compare(term.EQ, word, p.b.Int(word.Sort, uint64(min(least+by, p.Lists[list-1].Room))))
}

// longer takes a clause apart that asks for elements.
func (p *toyProgram) longer(clause *term.Term) (list, elements int, word *term.Term) {
	rel, ok := clause.Op.Rel()
	if !ok {
		return 0, 0, nil
	}
	x, y := clause.Args[0], clause.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() {
		return 0, 0, nil
	}
	least := int(y.Bits)
	switch rel {
	case term.GT, term.NE:
		least++
	case term.GE:
	default:
		return 0, 0, nil
	}
	if at := p.Place(int(x.Bits)); at.Length && least <= p.Lists[at.List-1].Room {
		return at.List, least, x
	}
	return 0, 0, nil
}

// Elements implements dse.Inputs.
func (p *toyProgram) Elements(in input.Vector, list int) []uint64 {
	l := p.Lists[list-1]
	return in[l.Len+1 : l.Len+1+length(in, l)]
}

// Splice implements dse.Inputs.
func (p *toyProgram) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
	l := p.Lists[list-1]
	e := slices.Concat(p.Elements(in, list)[:from], with, p.Elements(in, list)[to:])
	if len(e) > l.Room {
		return nil
	}
	out := slices.Clone(in)
	clear(out[l.Len+1 : l.Len+1+l.Room])
	copy(out[l.Len+1:], e)
	out[l.Len] = uint64(len(e))
	return out
}

// ListsOf implements dse.Inputs.
func (p *toyProgram) ListsOf(v input.Vector) (all []dse.List) {
	for i, l := range p.Lists {
		all = append(all, dse.List{Len: length(v, l), Class: uint64(i)})
	}
	return all
}

// Replace implements dse.Inputs.
func (p *toyProgram) Replace(v input.Vector, list, from, to int, b dse.Block) input.Vector {
	return p.Splice(v, list+1, from, to, p.Elements(b.Of, b.List+1)[b.From:b.To]...)
}

func length(v input.Vector, l toyList) int { return max(0, min(int(v[l.Len]), l.Room)) }

// Word compares elements of a list with a text: no decision, as the number of
// elements is what it is. It counts as condition cond.
func (m *toyMachine) Word(cond, list, from, to int, text string) bool {
	l := m.p.Lists[list-1]
	holds := to-from == len(text)
	word := make([]uint64, len(text))
	key := m.context*31 + uint64(cond)
	for i := range word {
		word[i] = uint64(text[i])
		key = key*131 + word[i]
		if holds {
			v, _ := m.env(l.Len + 1 + from + i)
			holds = v.Bits == word[i]
		}
	}
	m.covered = append(m.covered, uint32(2*cond+index(holds)))
	m.happened(cond, holds)
	m.reading.Compared = append(m.reading.Compared, dse.Compared{
		List: list, At: from, Len: to - from, Key: key, Holds: holds, From: from, To: to, Word: word,
	})
	return holds
}

// happened is an event.
func (m *toyMachine) happened(cond int, side bool) {
	if e := m.context*31 + uint64(2*cond+index(side)); !m.p.events[e] {
		m.p.events[e], m.reading.News = true, true
	}
}
