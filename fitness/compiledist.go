package fitness

import (
	"nearmiss/internal/probe"
	"nearmiss/term"
)

// distance returns the cost of a clause, computing it if need be. The cases
// are those of term.Distance.
func (c *compiler) distance(cl clause, final bool) uint16 {
	k := costKey{cl, final}
	if d, ok := c.costs[k]; ok {
		return d
	}
	var in probe.Instr
	switch cl.term.Op {
	case term.Not:
		d := c.distance(clause{cl.term.Args[0], !cl.want}, final)
		c.costs[k] = d
		return d
	case term.AndAlso, term.OrElse:
		in = c.join(cl)
	default:
		in = c.atomic(cl)
	}
	if final {
		in.Flags |= probe.Final
	}
	if cl.term.Partial {
		in.Flags |= probe.Partial
	}
	in.D = uint16(c.p.Clauses)
	c.full = c.full || c.p.Clauses >= most-1
	c.p.Clauses++
	c.p.Code = append(c.p.Code, in)
	c.costs[k] = in.D
	return in.D
}

func (c *compiler) join(cl clause) probe.Instr {
	x := c.distance(clause{cl.term.Args[0], cl.want}, false)
	y := c.distance(clause{cl.term.Args[1], cl.want}, false)
	in := probe.Instr{Op: probe.CodeDistJoin, A: x, B: y}
	if (cl.term.Op == term.AndAlso) == cl.want {
		in.Flags |= probe.All
	}
	return in
}

func (c *compiler) atomic(cl clause) probe.Instr {
	rel, ok := cl.term.Op.Rel()
	if !ok || cl.term.Args[0].Sort.Kind == term.Bool {
		r := c.value(cl.term)
		in := probe.Instr{Op: probe.CodeDistFalse, A: r, B: r, C: r}
		if cl.want {
			in.Op = probe.CodeDistTrue
		}
		return in
	}
	s := cl.term.Args[0].Sort
	x, y := c.value(cl.term.Args[0]), c.value(cl.term.Args[1])
	isNot := !cl.want && s.Kind == term.Float && rel > term.NE
	if !cl.want && !isNot {
		rel = rel.Negate()
	}
	if rel >= term.GT {
		rel = rel.Mirror()
		x, y = y, x
	}
	return probe.Instr{Op: distanceCode(rel, s, isNot), A: x, B: y, C: x}
}

// distanceCode is the code of EQ, NE, LT or LE of a sort; negated is that of
// an order of floats that must not hold.
func distanceCode(rel term.Rel, s term.Sort, negated bool) probe.Code {
	var codes [4]probe.Code // EQ, NE, LT, LE
	switch s.Kind {
	case term.Int:
		codes = [4]probe.Code{probe.CodeDistEqI, probe.CodeDistNeI, probe.CodeDistLtI, probe.CodeDistLeI}
	case term.Uint:
		codes = [4]probe.Code{probe.CodeDistEqU, probe.CodeDistNeI, probe.CodeDistLtU, probe.CodeDistLeU}
	case term.Float:
		codes = [4]probe.Code{probe.CodeDistEqF, probe.CodeDistNeF, probe.CodeDistLtF, probe.CodeDistLeF}
		if negated {
			codes[term.LT], codes[term.LE] = probe.CodeDistNotLtF, probe.CodeDistNotLeF
		}
	case term.String:
		codes = [4]probe.Code{probe.CodeDistEqS, probe.CodeDistNeS, probe.CodeDistLtS, probe.CodeDistLeS}
	default:
		panic("fitness: BUG: relation of " + s.String())
	}
	return codes[rel]
}
