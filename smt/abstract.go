package smt

import (
	"context"

	"nearmiss/term"
)

// abstract puts slots for what next knows nothing about.
type abstract struct {
	next    Solver
	clauses []*term.Term
	opaque  []bool // by clause: something was replaced
	count   int    // of these
	mapped  map[*term.Term]abstracted
	slots   map[*term.Term]*term.Term // what stands for a term
	terms   []*term.Term              // by slot: what it stands for
	eval    *term.Evaluator
	failed  bool // a term was undefined
	shrunk  int
}

type abstracted struct {
	t      *term.Term
	opaque bool
}

// Abstract returns a solver that has every product, quotient, sum of floats
// and the like for a value of its own, of which nothing is known but that
// equal terms have equal values. What contradicts itself then does so in any
// case; a model says nothing. So comparisons of computed keys are decided as
// those of slots are.
func Abstract(next Solver) Solver {
	a := &abstract{next: next, eval: term.NewEvaluator(nil)}
	a.reset()
	return a
}

func (a *abstract) reset() {
	a.mapped = make(map[*term.Term]abstracted)
	a.slots = make(map[*term.Term]*term.Term)
	a.terms = a.terms[:0]
}

func (a *abstract) Push(clause *term.Term) {
	if b := clause.Builder(); len(a.clauses) == 0 && b.Shrunk() != a.shrunk {
		a.shrunk = b.Shrunk()
		a.reset()
	}
	m := a.of(clause)
	if m.opaque {
		a.count++
	}
	a.clauses = append(a.clauses, clause)
	a.opaque = append(a.opaque, m.opaque)
	a.next.Push(m.t)
}

func (a *abstract) Pop(n int) {
	last := len(a.clauses) - n
	for _, o := range a.opaque[last:] {
		if o {
			a.count--
		}
	}
	a.clauses, a.opaque = a.clauses[:last], a.opaque[:last]
	a.next.Pop(n)
}

func (a *abstract) Close() error { return a.next.Close() }

func (a *abstract) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	m := a.of(extra)
	if a.count == 0 && !m.opaque {
		return Answer{} // next would be asked what it was asked before
	}
	a.under(w)
	return a.answer(a.next.Check(ctx, m.t, a.env))
}

func (a *abstract) Solve(ctx context.Context, w term.Env) Answer {
	if a.count == 0 {
		return Answer{}
	}
	a.under(w)
	return a.answer(a.next.Solve(ctx, a.env))
}

func (a *abstract) under(w term.Env) {
	a.eval.Under(w)
	a.failed = false
}

// env gives the slots the values of what they stand for.
func (a *abstract) env(slot int) (term.Value, bool) {
	v, ok := a.eval.Bits(a.terms[slot])
	a.failed = a.failed || !ok
	return term.Value{Bits: v}, ok
}

// answer takes a contradiction over, which holds whatever the terms mean.
func (a *abstract) answer(b Answer) Answer {
	if b.Verdict != Unsat || a.failed {
		return Answer{}
	}
	b.By = "abstract"
	return b
}

// of is a condition with slots for what is not compared.
func (a *abstract) of(t *term.Term) abstracted {
	m, ok := a.mapped[t]
	if !ok {
		m = a.replace(t)
		a.mapped[t] = m
	}
	return m
}

func (a *abstract) replace(t *term.Term) abstracted {
	switch t.Op {
	case term.Const:
		return abstracted{t, false}
	case term.Not, term.AndAlso, term.OrElse:
		return a.with(t, a.of)
	}
	if _, ok := t.Op.Rel(); !ok {
		return a.slot(t)
	}
	switch x, y := t.Args[0], t.Args[1]; {
	case x.Sort.Kind == term.String:
		return a.slot(t)
	case x.IsConst() || y.IsConst():
		return a.with(t, a.difference)
	}
	return a.with(t, a.operand)
}

// difference is an operand that is compared with a constant.
func (a *abstract) difference(t *term.Term) abstracted {
	if t.Op == term.Sub && t.Sort.IsInteger() {
		return a.with(t, a.operand)
	}
	return a.operand(t)
}

// operand is a slot, or one and a constant.
func (a *abstract) operand(t *term.Term) abstracted {
	switch {
	case t.IsConst():
		return abstracted{t, false}
	case !t.Sort.IsInteger():
	case t.Op == term.Add && t.Args[1].IsConst():
		return a.with(t, a.operand)
	case t.Op == term.Convert && t.Args[0].Sort.IsInteger():
		return a.with(t, a.operand)
	}
	return a.slot(t)
}

// with replaces the operands.
func (a *abstract) with(t *term.Term, of func(*term.Term) abstracted) abstracted {
	var args [2]*term.Term
	opaque := false
	for i, x := range t.Args {
		m := of(x)
		args[i], opaque = m.t, opaque || m.opaque
	}
	return abstracted{t.Builder().With(t, args[:len(t.Args)]...), opaque}
}

// slot is the slot that stands for a term.
func (a *abstract) slot(t *term.Term) abstracted {
	s := a.slots[t]
	if s == nil {
		s = t.Builder().Slot(len(a.terms), t.Sort, false)
		a.slots[t] = s
		a.terms = append(a.terms, t)
	}
	return abstracted{s, t.Op != term.Slot}
}
