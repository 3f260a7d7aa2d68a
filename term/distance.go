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
	d := distancer{evaluator{env: env, memo: make(map[*Term]result)}}
	return d.distance(t, outcome)
}

type distancer struct{ evaluator }

func flat(holds bool) Dist {
	if holds {
		return Dist{}
	}
	return Dist{1, 1}
}

func (d *distancer) distance(t *Term, outcome bool) (Dist, bool) {
	switch t.Op {
	case Not:
		return d.distance(t.Args[0], !outcome)
	case AndAlso, OrElse:
		return d.connective(t, outcome)
	}
	rel, ok := t.Op.Rel()
	if !ok {
		v := d.eval(t)
		return flat(v.holds() == outcome), v.ok
	}
	x, y := d.eval(t.Args[0]), d.eval(t.Args[1])
	if !x.ok || !y.ok {
		return Dist{}, false
	}
	s := t.Args[0].Sort
	if !outcome && s.Kind == Float && rel > probe.NE && relation(rel, s, x.Value, y.Value) != 0 {
		return Dist{}, true // an order fails with NaN, whatever the negated relation says
	}
	if !outcome {
		rel = rel.Negate()
	}
	exact := relation(rel, s, x.Value, y.Value)
	if s.Kind == Float && rel != probe.NE {
		return Dist{exact, probe.PublishedF(exact)}, true
	}
	return Dist{exact, probe.PublishedI(exact)}, true
}

// connective handles && and ||: all means that both operands must have the
// outcome, and the sum is due.
func (d *distancer) connective(t *Term, outcome bool) (Dist, bool) {
	all := (t.Op == AndAlso) == outcome
	x, ok := d.distance(t.Args[0], outcome)
	if !ok {
		return Dist{}, false
	}
	y, ok := d.distance(t.Args[1], outcome)
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
