package fitness

import (
	"nearmiss/internal/probe"
	"nearmiss/term"
)

// distance returns the number of the cost of a clause, and adds the instructions that compute the
// cost if necessary. final selects the normalized distance. The cases are those of term.Distance.
func (c *compiler) distance(cl clause, final bool) uint16 {
	k := costKey{cl, final}
	if d, ok := c.costs[k]; ok {
		return d
	}
	var in probe.Instr
	switch cl.term.Op {
	case term.Not:
		d := c.distance(clause{cl.term.Args[0], !cl.wantTrue}, final)
		c.costs[k] = d
		return d
	case term.AndAlso, term.OrElse:
		in = c.joinInstr(cl)
	default:
		in = c.atomInstr(cl)
	}
	if final {
		in.Flags |= probe.Final
	}
	if cl.term.Partial {
		in.Flags |= probe.Partial
	}
	in.D = uint16(c.p.Clauses)
	c.overflow = c.overflow || c.p.Clauses >= maxOperands-1
	c.p.Clauses++
	c.p.Code = append(c.p.Code, in)
	c.costs[k] = in.D
	return in.D
}

func (c *compiler) joinInstr(cl clause) probe.Instr {
	x := c.distance(clause{cl.term.Args[0], cl.wantTrue}, false)
	y := c.distance(clause{cl.term.Args[1], cl.wantTrue}, false)
	in := probe.Instr{Op: probe.CodeDistJoin, A: x, B: y}
	if (cl.term.Op == term.AndAlso) == cl.wantTrue {
		in.Flags |= probe.All
	}
	return in
}

func (c *compiler) atomInstr(cl clause) probe.Instr {
	rel, ok := cl.term.Op.Rel()
	if !ok || cl.term.Args[0].Sort.Kind == term.Bool {
		r := c.value(cl.term)
		in := probe.Instr{Op: probe.CodeDistFalse, A: r, B: r, C: r}
		if cl.wantTrue {
			in.Op = probe.CodeDistTrue
		}
		return in
	}
	s := cl.term.Args[0].Sort
	x, y := c.value(cl.term.Args[0]), c.value(cl.term.Args[1])
	isNot := !cl.wantTrue && s.Kind == term.Float && rel > term.NE
	if !cl.wantTrue && !isNot {
		rel = rel.Negate()
	}
	return probe.Instr{Op: distanceCode(s, isNot), A: x, B: y, C: uint16(rel)}
}

// distanceCode returns the opcode of the relations of a sort. negated selects the opcode of a float
// order that must not hold.
func distanceCode(s term.Sort, negated bool) probe.Code {
	switch {
	case s.Kind == term.Int:
		return probe.CodeDistI
	case s.Kind == term.Uint:
		return probe.CodeDistU
	case s.Kind == term.String:
		return probe.CodeDistS
	case s.Kind != term.Float:
		panic("fitness: BUG: relation of " + s.String())
	case negated:
		return probe.CodeDistNotF
	}
	return probe.CodeDistF
}
