package bitvec

import (
	"context"
	"reflect"
	"slices"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"nearmiss/smt/interval"
)

// engine is one SAT solver with the circuits of the clauses that it was asked
// about, under bounds of the path.
type engine struct {
	*encoder
	sat   *gini.Gini
	vars  []z.Lit // of a node; 0: not yet in the solver
	done  []bool  // nodes whose clauses are in the solver
	roots map[*clause]root
}

// root is what became of a clause.
type root struct {
	lit    lit
	reason string // why there is no lit
}

func newEngine(box interval.Box) *engine {
	return &engine{encoder: newEncoder(box), sat: gini.New(), roots: make(map[*clause]root)}
}

// crowded reports whether the engine has many circuits beside those of the path.
func (e *engine) crowded(path []*clause) bool {
	used, others := make(map[int]bool), 0
	for _, c := range path {
		used[e.roots[c].lit.node()] = true
	}
	for _, r := range e.roots { // a clause and its negation have one circuit
		if !used[r.lit.node()] && !r.lit.constant() {
			others++
		}
	}
	return others > max(8, len(path)/4)
}

// clause is the literal of c.
func (e *engine) clause(c *clause) (lit, string) {
	r, ok := e.roots[c]
	if !ok {
		r.lit, r.reason = e.encoder.clause(c.t)
		e.roots[c] = r
	}
	return r.lit, r.reason
}

// lit is the solver's literal for l, which is no constant.
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

func (e *engine) say(lits ...lit) {
	for _, l := range lits {
		e.sat.Add(e.lit(l))
	}
	e.sat.Add(0)
}

// cone lists what the roots depend on and the solver does not have yet,
// operands first.
func (e *engine) cone(roots ...lit) []int {
	e.vars = append(e.vars, make([]z.Lit, len(e.nodes)-len(e.vars))...)
	e.done = append(e.done, make([]bool, len(e.nodes)-len(e.done))...)
	var cone []int
	for _, l := range roots {
		cone = append(cone, l.node())
	}
	var order []int
	for len(cone) > 0 {
		n := cone[len(cone)-1]
		cone = cone[:len(cone)-1]
		if n == 0 || e.done[n] {
			continue
		}
		e.done[n] = true
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

// operands are those of a gate, where a conjunction swallows conjunctions
// that nothing else uses.
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
		if !l.negated() && e.nodes[m].gate == and && e.uses[m] < 2 && !e.done[m] {
			lits = e.conjuncts(lits, m)
		} else {
			lits = append(lits, l)
		}
	}
	return lits
}

// emit adds the clauses of a node.
func (e *engine) emit(n int) {
	g, o := e.nodes[n], lit(n)<<1
	a, b, c := g.a, g.b, g.c
	switch g.gate {
	case input:
		e.lit(o)
	case and:
		e.conjunction(o, e.conjuncts(nil, n))
	case xor:
		e.say(o.not(), a, b)
		e.say(o.not(), a.not(), b.not())
		e.say(o, a.not(), b)
		e.say(o, a, b.not())
	case parity:
		for i := range lit(8) {
			x, y, z := i&1, i>>1&1, i>>2
			e.say(o^1^x^y^z, a^x, b^y, c^z)
		}
	case majority:
		for _, p := range [3][2]lit{{a, b}, {a, c}, {b, c}} {
			e.say(o.not(), p[0], p[1])
			e.say(o, p[0].not(), p[1].not())
		}
	case mux:
		e.say(a.not(), b.not(), o)
		e.say(a.not(), b, o.not())
		e.say(a, c.not(), o)
		e.say(a, c, o.not())
		e.say(b.not(), c.not(), o)
		e.say(b, c, o.not())
	}
	for _, l := range e.lemmas[n] {
		e.say(l)
	}
	if at, ok := e.circuit.adder[n]; ok {
		e.tie(e.adders[at])
	}
}

func (e *engine) conjunction(o lit, lits []lit) {
	for _, l := range lits {
		e.say(o.not(), l)
	}
	e.sat.Add(e.lit(o))
	for _, l := range lits {
		e.sat.Add(e.lit(l.not()))
	}
	e.sat.Add(0)
}

// tie adds what follows from both outputs of a full adder: if they are
// equal, so are the inputs.
func (e *engine) tie(a adder) {
	if !e.done[a.sum.node()] || !e.done[a.carry.node()] {
		return
	}
	for _, l := range [3]lit{a.a, a.b, a.c} {
		e.say(a.sum.not(), a.carry.not(), l)
		e.say(a.sum, a.carry, l.not())
	}
}

// steps is how often the solver has propagated an assignment so far. The
// solver has no limit that is counted and keeps the counter to itself; it is
// only read, while the solver stands still.
func (e *engine) steps() int64 {
	return reflect.ValueOf(e.sat).Elem().FieldByName("xo").Elem().FieldByName("Trail").Elem().FieldByName("Props").Int()
}

type verdict int

const (
	unsat   verdict = -1
	sat     verdict = 1
	stopped verdict = 2 // the context ended
	tooMuch verdict = 3 // more steps than allowed
)

// solve asks whether the assumptions can hold together, within limit steps.
// After a verdict that is neither sat nor unsat the engine is of no use any
// more. Whether the limit is kept does not depend on when the solver is
// looked at: what took longer is not an answer, even if there is one.
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
				return tooMuch
			}
			return stopped
		case !paused:
			return verdict(result)
		}
		run.Unpause()
	}
}
