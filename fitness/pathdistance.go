package fitness

import (
	"math/bits"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// compiler turns the paths of a critical node into a probe.Program: one register for each distinct
// term, one cost for each distinct clause.
type compiler struct {
	p        *probe.Program
	regs     map[*term.Term]uint16
	costs    map[costKey]uint16
	overflow bool // more registers or costs than an instruction can name
}

// costKey identifies a distance: of a term to an outcome, normalized (isFinal) or not.
type costKey struct {
	clause
	isFinal bool
}

const maxOperands = 1 << 16

// compile returns the program that computes the path distance over g (step 8 of Algorithm 1). It
// returns nil if no product is feasible, or if the program would be too large.
func compile(g *pathGraph, opt Options) *probe.Program {
	if g.edges == nil {
		return nil
	}
	c := &compiler{
		p:     &probe.Program{Norm: probe.Norm(opt.Norm), Clauses: firstClause},
		regs:  make(map[*term.Term]uint16),
		costs: make(map[costKey]uint16),
	}
	clauses := c.usedClauses(g)
	c.leaves(clauses)
	number := make(map[int]uint32)
	number[costNone], number[costDropped] = probe.ClauseNone, probe.ClauseDropped
	for _, cl := range clauses {
		number[cl.cost] = uint32(c.distance(cl.clause, true))
	}
	for _, edges := range g.edges {
		c.p.First = append(c.p.First, uint32(len(c.p.Edges)))
		for _, e := range edges {
			c.p.Edges = append(c.p.Edges, probe.Edge{Clause: number[e.cost], To: uint32(e.to)})
		}
	}
	c.p.First = append(c.p.First, uint32(len(c.p.Edges)))
	c.p.Regs = max(c.p.Regs, c.p.Clauses)
	if c.overflow {
		return nil
	}
	return c.p
}

type usedClause struct {
	clause
	cost int
}

// usedClauses returns the clauses that remain on edges, in the order of the paths.
func (c *compiler) usedClauses(g *pathGraph) []usedClause {
	var out []usedClause
	seen := make([]bool, firstClause+len(g.clauses))
	for i := len(g.edges) - 1; i > 0; i-- {
		for _, e := range g.edges[i] {
			if e.cost >= firstClause && !seen[e.cost] {
				seen[e.cost] = true
				out = append(out, usedClause{g.clauses[e.cost-firstClause], e.cost})
			}
		}
	}
	return out
}

// leaves allocates the registers of constants, strings and slots, in this order.
func (c *compiler) leaves(clauses []usedClause) {
	var leaves []*term.Term
	seen := make(map[*term.Term]bool)
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if len(t.Args) == 0 {
			leaves = append(leaves, t)
		}
		for _, a := range t.Args {
			visit(a)
		}
	}
	for _, cl := range clauses {
		visit(cl.term)
		c.p.Partials = c.p.Partials || cl.term.Partial
	}
	for kind := range 3 {
		for _, t := range leaves {
			if leafKind(t) == kind {
				c.leaf(t)
			}
		}
	}
}

func leafKind(t *term.Term) int {
	switch {
	case t.Op == term.Slot:
		return 2
	case t.Sort.Kind == term.String:
		return 1
	}
	return 0
}

func (c *compiler) leaf(t *term.Term) {
	r := c.register(t)
	switch leafKind(t) {
	case 0:
		c.p.Consts = append(c.p.Consts, t.Bits)
	case 1:
		c.p.Strings = append(c.p.Strings, t.Str)
	case 2:
		c.overflow = c.overflow || t.Bits >= maxOperands
		handle := t.Sort.Kind == term.String || t.Sort.Kind == term.Array
		c.p.Loads = append(c.p.Loads, probe.Load{Slot: uint16(t.Bits), Reg: r, Handle: handle, Partial: t.Partial})
	}
}

func (c *compiler) register(t *term.Term) uint16 {
	r := c.p.Regs
	c.p.Regs++
	c.overflow = c.overflow || r >= maxOperands-1
	c.regs[t] = uint16(r)
	return uint16(r)
}

// value returns the register of a term, and computes the term if necessary.
func (c *compiler) value(t *term.Term) uint16 {
	if r, ok := c.regs[t]; ok {
		return r
	}
	var a [3]uint16
	for i, x := range t.Args {
		a[i] = c.value(x)
	}
	if len(t.Args) == 1 {
		a[1] = a[0] // the probe checks both operands for being undefined
	}
	in := probe.Instr{A: a[0], B: a[1], C: a[2]}
	if len(t.Args) < 3 {
		in.C = in.A
	}
	if t.Partial {
		in.Flags |= probe.Partial
	}
	c.operator(&in, t)
	in.D = c.register(t)
	c.p.Code = append(c.p.Code, in)
	return in.D
}

var integerCodes = map[term.Op]probe.Code{
	term.Add: probe.CodeAdd, term.Sub: probe.CodeSub, term.Mul: probe.CodeMul, term.Div: probe.CodeDiv,
	term.Rem: probe.CodeRem, term.And: probe.CodeAnd, term.Or: probe.CodeOr, term.Xor: probe.CodeXor,
	term.AndNot: probe.CodeAndNot, term.Shl: probe.CodeShl, term.Shr: probe.CodeShr,
	term.Neg: probe.CodeNeg, term.Com: probe.CodeCom,
}

var floatCodes = map[term.Op]probe.Code{
	term.Add: probe.CodeAddF, term.Sub: probe.CodeSubF, term.Mul: probe.CodeMulF,
	term.Div: probe.CodeDivF, term.Neg: probe.CodeNegF,
}

var otherCodes = map[term.Op]probe.Code{
	term.Not: probe.CodeNot, term.AndAlso: probe.CodeBoth, term.OrElse: probe.CodeEither, term.Ite: probe.CodeIf,
	term.Len: probe.CodeLen, term.Index: probe.CodeIndex, term.IsNil: probe.CodeIsNil, term.Substr: probe.CodeSubstr,
}

// operator sets opcode, flags and shift.
func (c *compiler) operator(in *probe.Instr, t *term.Term) {
	x := t.Args[0].Sort
	if rel, ok := t.Op.Rel(); ok {
		c.relation(in, rel, x)
		return
	}
	switch t.Op {
	case term.Convert:
		c.convert(in, x, t.Sort)
		return
	case term.Index, term.Substr:
		in.Shift = elementShift(x.ElemSort())
		if t.Op == term.Index && t.Args[1].Sort.Kind == term.Int {
			in.Flags |= probe.Narrow
		}
	case term.Shl, term.Shr:
		if t.Args[1].Sort.Kind == term.Int {
			in.Flags |= probe.Narrow
		}
	}
	if code, ok := otherCodes[t.Op]; ok {
		in.Op = code
		return
	}
	if t.Sort.Kind == term.Float {
		in.Op = floatCodes[t.Op]
		in.Flags |= narrowFlag(t.Sort)
		return
	}
	in.Op = integerCodes[t.Op]
	in.Flags |= signedFlag(t.Sort)
	in.Shift = 64 - t.Sort.Bits
}

func signedFlag(s term.Sort) probe.Flag {
	if s.Kind == term.Int {
		return probe.Signed
	}
	return 0
}

func narrowFlag(s term.Sort) probe.Flag {
	if s.Bits == 32 {
		return probe.Narrow
	}
	return 0
}

// elementShift returns the memory layout of elements of a sort.
func elementShift(s term.Sort) uint8 {
	if s.Kind == term.Bool {
		return probe.ElemUint
	}
	size := uint8(bits.TrailingZeros8(s.Bits / 8))
	switch s.Kind {
	case term.Int:
		return probe.ElemInt | size
	case term.Float:
		return probe.ElemFloat | size
	}
	return probe.ElemUint | size
}

func (c *compiler) convert(in *probe.Instr, from, to term.Sort) {
	switch {
	case from.Kind == term.Float && to.Kind == term.Float:
		in.Op, in.Flags = probe.CodeFToF, in.Flags|narrowFlag(to)
	case from.Kind == term.Float:
		in.Op, in.Flags, in.Shift = probe.CodeFToInt, in.Flags|signedFlag(to), 64-to.Bits
	case to.Kind == term.Float && from.Kind == term.Int:
		in.Op, in.Flags = probe.CodeIntToF, in.Flags|narrowFlag(to)
	case to.Kind == term.Float:
		in.Op, in.Flags = probe.CodeUintToF, in.Flags|narrowFlag(to)
	default:
		in.Op, in.Flags, in.Shift = probe.CodeWrap, in.Flags|signedFlag(to), 64-to.Bits
	}
}

// relation sets the opcode that computes the truth of a relation.
func (c *compiler) relation(in *probe.Instr, rel term.Rel, s term.Sort) {
	in.C = uint16(rel)
	switch s.Kind {
	case term.Int:
		in.Op = probe.CodeRelI
	case term.Float:
		in.Op = probe.CodeRelF
	case term.String:
		in.Op = probe.CodeRelS
	default:
		in.Op = probe.CodeRelU
	}
}
