package bitvec

import (
	"context"
	"reflect"
	"slices"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// engine is a SAT solver with the circuits of the clauses that were queried, for fixed bounds
// of the slots.
type engine struct {
	*encoder
	sat          *gini.Gini
	vars         []z.Lit             // by node: its variable in the SAT solver; 0 if it has none
	emittedNodes []bool              // by node: the SAT solver has its clauses
	roots        map[*term.Term]root // encodings of the clauses queried so far
}

// root is the encoding of a clause.
type root struct {
	lit    lit    // literal that holds exactly if the clause holds
	reason string // reason why the clause has no literal, or ""
}

func newEngine(box interval.Box) *engine {
	return &engine{encoder: newEncoder(box), sat: gini.New(), roots: make(map[*term.Term]root)}
}

// mostlyUnused reports whether the engine has many circuits of clauses that are not on the path.
func (e *engine) mostlyUnused(path []*term.Term) bool {
	used, others := make(map[int]bool), 0
	for _, c := range path {
		used[e.roots[c].lit.node()] = true
	}
	for _, r := range e.roots { // a clause and its negation share a circuit
		if !used[r.lit.node()] && !r.lit.constant() {
			others++
		}
	}
	return others > max(8, len(path)/4)
}

// clause returns the literal of c.
func (e *engine) clause(c *term.Term) (lit, string) {
	r, ok := e.roots[c]
	if !ok {
		r.lit, r.reason = e.encoder.clause(c)
		e.roots[c] = r
	}
	return r.lit, r.reason
}

// lit returns the solver's literal for l. l is not a constant.
func (e *engine) lit(l lit) z.Lit {
	m := e.vars[l.node()]
	if m == 0 {
		m = e.sat.Lit()
		e.vars[l.node()] = m
	}
	if l.negated() {
		return m.Not()
	}
	return m
}

func (e *engine) addClause(lits ...lit) {
	for _, l := range lits {
		e.sat.Add(e.lit(l))
	}
	e.sat.Add(0)
}

// missingNodes returns the nodes that the roots depend on and that the SAT solver does not have
// yet, operands first.
func (e *engine) missingNodes(roots ...lit) []int {
	e.vars = append(e.vars, make([]z.Lit, len(e.nodes)-len(e.vars))...)
	e.emittedNodes = append(e.emittedNodes, make([]bool, len(e.nodes)-len(e.emittedNodes))...)
	var cone []int
	for _, l := range roots {
		cone = append(cone, l.node())
	}
	var order []int
	for len(cone) > 0 {
		n := cone[len(cone)-1]
		cone = cone[:len(cone)-1]
		if n == 0 || e.emittedNodes[n] {
			continue
		}
		e.emittedNodes[n] = true
		order = append(order, n)
		for _, l := range e.operands(n) {
			cone = append(cone, l.node())
		}
		for _, l := range e.lemmas[n] {
			cone = append(cone, l.node())
		}
	}
	slices.Sort(order)
	return order
}

// operands returns the operands of a gate. A conjunction includes the operands of nested
// conjunctions that no other gate uses.
func (e *engine) operands(n int) []lit {
	g := e.nodes[n]
	switch g.gate {
	case input:
		return nil
	case and:
		return e.conjuncts(nil, n)
	case xor:
		return []lit{g.a, g.b}
	}
	return []lit{g.a, g.b, g.c}
}

func (e *engine) conjuncts(lits []lit, n int) []lit {
	for _, l := range [2]lit{e.nodes[n].a, e.nodes[n].b} {
		m := l.node()
		if !l.negated() && e.nodes[m].gate == and && e.uses[m] < 2 && !e.emittedNodes[m] {
			lits = e.conjuncts(lits, m)
		} else {
			lits = append(lits, l)
		}
	}
	return lits
}

// emit adds the clauses of a node to the solver.
func (e *engine) emit(index int) {
	g, o := e.nodes[index], lit(index)<<1
	a, b, c := g.a, g.b, g.c
	switch g.gate {
	case input:
		e.lit(o)
	case and:
		e.conjunction(o, e.conjuncts(nil, index))
	case xor:
		e.addClause(o.not(), a, b)
		e.addClause(o.not(), a.not(), b.not())
		e.addClause(o, a.not(), b)
		e.addClause(o, a, b.not())
	case parity:
		for i := range lit(8) {
			x, y, z := i&1, i>>1&1, i>>2
			e.addClause(o^1^x^y^z, a^x, b^y, c^z)
		}
	case majority:
		for _, p := range [3][2]lit{{a, b}, {a, c}, {b, c}} {
			e.addClause(o.not(), p[0], p[1])
			e.addClause(o, p[0].not(), p[1].not())
		}
	case mux:
		e.addClause(a.not(), b.not(), o)
		e.addClause(a.not(), b, o.not())
		e.addClause(a, c.not(), o)
		e.addClause(a, c, o.not())
		e.addClause(b.not(), c.not(), o)
		e.addClause(b, c, o.not())
	}
	for _, l := range e.lemmas[index] {
		e.addClause(l)
	}
	if a, ok := e.adders[index]; ok {
		e.emitAdder(a)
	}
}

func (e *engine) conjunction(o lit, lits []lit) {
	for _, l := range lits {
		e.addClause(o.not(), l)
	}
	e.sat.Add(e.lit(o))
	for _, l := range lits {
		e.sat.Add(e.lit(l.not()))
	}
	e.sat.Add(0)
}

// emitAdder adds clauses that follow from both outputs of a full adder: if the outputs are
// equal, so are the inputs.
func (e *engine) emitAdder(a adder) {
	if !e.emittedNodes[a.sum.node()] || !e.emittedNodes[a.carry.node()] {
		return
	}
	for _, l := range [3]lit{a.a, a.b, a.c} {
		e.addClause(a.sum.not(), a.carry.not(), l)
		e.addClause(a.sum, a.carry, l.not())
	}
}

// steps returns the number of assignments that the SAT solver has propagated. The solver does
// not export the counter, so steps reads it by reflection while the solver is paused.
func (e *engine) steps() int64 {
	return reflect.ValueOf(e.sat).Elem().FieldByName("xo").Elem().FieldByName("Trail").Elem().FieldByName("Props").Int()
}

// A verdict is the result of the SAT solver.
type verdict int

const (
	unsat     verdict = -1
	sat       verdict = 1
	canceled  verdict = 2 // the context has ended
	overLimit verdict = 3 // the limit of steps was exceeded
)

// solve decides whether the assumptions are satisfiable together, within limit steps. After a
// verdict other than sat and unsat the engine must not be used again. A result that took more
// steps than the limit is discarded, so that the verdict does not depend on when the solver is
// paused.
func (e *engine) solve(ctx context.Context, limit int64, assume []z.Lit) verdict {
	from := e.steps()
	e.sat.Assume(assume...)
	run := e.sat.GoSolve()
	for {
		result, paused := run.Pause()
		if !paused && result == 0 {
			panic("bitvec: BUG: the solver stopped by itself")
		}
		over, ended := e.steps()-from > limit, ctx.Err() != nil
		switch {
		case over || ended:
			if paused {
				run.Unpause()
				run.Stop()
			}
			if over {
				return overLimit
			}
			return canceled
		case !paused:
			return verdict(result)
		}
		run.Unpause()
	}
}
