package term

import "nearmiss/internal/probe"

// Dist is a branch distance: the exact distance, and the published distance before
// normalization.
type Dist struct {
	Exact     uint64  // 0 exactly if the condition has the outcome; saturates at its largest value
	Published float64 // in the unit of the operands
}

// Distance returns the distance of the condition t to an outcome: the table of package probe
// for relations, the sum for &&, and the minimum for ||, after negations are moved inwards. It
// is 0 exactly if t has the outcome. ok is false if t is undefined. Go does not evaluate the
// right operand of && if the left one is false; if the right operand is undefined then, it
// counts as distance 1 without a gradient.
func Distance(t *Term, outcome bool, env Env) (Dist, bool) {
	return singleUse(env).distance(t, outcome)
}

func noGradient(holds bool) Dist {
	if holds {
		return Dist{}
	}
	return Dist{1, 1}
}

func (e *Evaluator) distance(expr *Term, outcome bool) (Dist, bool) {
	switch expr.Op {
	case Not:
		return e.distance(expr.Args[0], !outcome)
	case AndAlso, OrElse:
		return e.connective(expr, outcome)
	}
	rel, ok := expr.Op.Rel()
	if !ok {
		v, ok := e.scalar(expr)
		return noGradient((v != 0) == outcome), ok
	}
	sort := expr.Args[0].Sort
	if sort.Kind == String {
		return e.distanceOfStrings(rel, expr, outcome)
	}
	x, xok := e.scalar(expr.Args[0])
	y, yok := e.scalar(expr.Args[1])
	if !xok || !yok {
		return Dist{}, false
	}
	if !outcome && sort.Kind == Float && rel > NE && !holds(rel, sort, x, y) {
		return Dist{}, true // an order relation with NaN is false, although its negated relation is false too
	}
	if !outcome {
		rel = rel.Negate()
	}
	exact := relationOfWords(rel, sort, x, y)
	if sort.Kind == Float && rel != NE {
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

// connective returns the distance of && and ||. all means that both operands must have the
// outcome; the distance is then a sum.
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
		y = noGradient(false)
	}
	if all {
		return Dist{probe.DistAnd(x.Exact, y.Exact), x.Published + y.Published}, true
	}
	if x.Published <= y.Published {
		return x, true
	}
	return y, true
}
