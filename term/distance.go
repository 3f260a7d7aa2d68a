package term

import "nearmiss/internal/probe"

// Dist is a branch distance: exact, and as published before normalization.
type Dist struct {
	Exact     uint64
	Published float64
}

// Distance is the distance of the condition t to the wanted outcome: the
// table of package probe for relations, the sum for && and the least for ||,
// with negations driven inwards. It is 0 exactly if t has that outcome. The
// second result is false if t is undefined. Where the left operand of a &&
// that should hold is false, Go does not evaluate the right one; if that is
// undefined it counts as a flat distance.
func Distance(t *Term, outcome bool, env Env) (Dist, bool) {
	return once(env).distance(t, outcome)
}

func flat(holds bool) Dist {
	if holds {
		return Dist{}
	}
	return Dist{1, 1}
}

func (e *Evaluator) distance(t *Term, outcome bool) (Dist, bool) {
	switch t.Op {
	case Not:
		return e.distance(t.Args[0], !outcome)
	case AndAlso, OrElse:
		return e.connective(t, outcome)
	}
	rel, ok := t.Op.Rel()
	if !ok {
		v, ok := e.scalar(t)
		return flat((v != 0) == outcome), ok
	}
	s := t.Args[0].Sort
	if s.Kind == String {
		return e.distanceOfStrings(rel, t, outcome)
	}
	x, xok := e.scalar(t.Args[0])
	y, yok := e.scalar(t.Args[1])
	if !xok || !yok {
		return Dist{}, false
	}
	if !outcome && s.Kind == Float && rel > NE && !holds(rel, s, x, y) {
		return Dist{}, true // an order fails with NaN, whatever the negated relation says
	}
	if !outcome {
		rel = rel.Negate()
	}
	exact := relationOfWords(rel, s, x, y)
	if s.Kind == Float && rel != NE {
		return Dist{exact, probe.PublishedF(exact)}, true
	}
	return Dist{exact, probe.PublishedI(exact)}, true
}

func (e *Evaluator) distanceOfStrings(rel Rel, t *Term, outcome bool) (Dist, bool) {
	x, xok := e.value(t.Args[0])
	y, yok := e.value(t.Args[1])
	if !xok || !yok {
		return Dist{}, false
	}
	if !outcome {
		rel = rel.Negate()
	}
	exact := probe.DistS(probe.Rel(rel), x.Str, y.Str)
	return Dist{exact, probe.PublishedI(exact)}, true
}

// connective handles && and ||: all means that both operands must have the
// outcome, and the sum is due.
func (e *Evaluator) connective(t *Term, outcome bool) (Dist, bool) {
	all := (t.Op == AndAlso) == outcome
	x, ok := e.distance(t.Args[0], outcome)
	if !ok {
		return Dist{}, false
	}
	y, ok := e.distance(t.Args[1], outcome)
	decided := x.Exact != 0 == all // Go does not evaluate the right operand
	if !ok && !decided {
		return Dist{}, false
	}
	if !ok {
		y = flat(false)
	}
	if all {
		return Dist{probe.DistAnd(x.Exact, y.Exact), x.Published + y.Published}, true
	}
	if x.Published <= y.Published {
		return x, true
	}
	return y, true
}
