package order

import (
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// A form is the integer pos - neg + constant, of two nodes and a constant. The node zero stands for
// an absent operand.
type form struct {
	pos, neg int32 // the nodes with a positive and a negative sign; zero if there is none
	constant interval.Number
}

func (f form) negated() form { return form{f.neg, f.pos, f.constant.Neg()} }

// plus returns f + g, if it is a form.
func (f form) plus(g form) (form, bool) {
	if f.pos == g.neg {
		f.pos, g.neg = zero, zero
	}
	if f.neg == g.pos {
		f.neg, g.pos = zero, zero
	}
	if f.pos != zero && g.pos != zero || f.neg != zero && g.neg != zero {
		return form{}, false
	}
	return form{f.pos | g.pos, f.neg | g.neg, f.constant.Add(g.constant)}, true
}

// form returns an integer or a boolean as a form. ok is false if it is not one, or if fitToSort does
// not know how it wraps.
func (s *Solver) form(expr *term.Term) (form, bool) {
	if !expr.Sort.IsInteger() && expr.Sort.Kind != term.Bool {
		return form{}, false
	}
	switch expr.Op {
	case term.Const:
		return form{constant: interval.NumberOf(expr.Bits, expr.Sort.Kind == term.Int)}, true
	case term.Slot:
		n, ok := s.node(expr)
		return form{pos: n}, ok
	case term.Add, term.Sub:
		sum, ok := s.form(expr.Args[0])
		if !ok {
			return form{}, false
		}
		g, ok := s.form(expr.Args[1])
		if !ok {
			return form{}, false
		}
		if expr.Op == term.Sub {
			g = g.negated()
		}
		if sum, ok = sum.plus(g); !ok {
			return form{}, false
		}
		return s.fitToSort(sum, expr.Sort)
	case term.Neg, term.Com:
		f, ok := s.form(expr.Args[0])
		if !ok {
			return form{}, false
		}
		f = f.negated()
		if expr.Op == term.Com {
			f.constant = f.constant.Sub(interval.Int(1))
		}
		return s.fitToSort(f, expr.Sort)
	case term.Convert:
		if f, ok := s.form(expr.Args[0]); ok {
			return s.fitToSort(f, expr.Sort)
		}
	case term.Ite:
		return s.iteForm(expr)
	}
	return form{}, false
}

// iteForm returns the form of an if-then-else between two consecutive constants, the way Go
// programs convert a bool to a number.
func (s *Solver) iteForm(t *term.Term) (form, bool) {
	x, y := t.Args[1], t.Args[2]
	if t.Args[0].Op != term.Slot || !x.IsConst() || !y.IsConst() || !t.Sort.IsInteger() {
		return form{}, false
	}
	sum, ok := s.form(t.Args[0])
	signed := t.Sort.Kind == term.Int
	from, to := interval.NumberOf(y.Bits, signed), interval.NumberOf(x.Bits, signed)
	switch to.Sub(from) {
	case interval.Int(1):
	case interval.Int(-1):
		sum = sum.negated()
	default:
		return form{}, false
	}
	sum.constant = from
	return sum, ok
}

// fitToSort returns sum wrapped into a sort if bounds show how often it wraps. Otherwise it wraps sum
// so that as many as possible of its values are in the sort, and adds the assumption that its value
// is one of these. ok is false if these are fewer than about half of the values.
func (s *Solver) fitToSort(sum form, sort term.Sort) (form, bool) {
	limits := interval.Limits(sort)
	lo, hi := limits.Lo, limits.Hi
	size := hi.Sub(lo).Add(interval.Int(1))
	low, high := s.sortRange(sum)
	if distance, ok := wrapShift(low, high, lo, hi, size); ok {
		sum.constant = sum.constant.Add(distance)
		return sum, true
	}
	p, n := &s.nodes[sum.pos], &s.nodes[sum.neg]
	low, high = p.lo.value.Sub(n.hi.value).Add(sum.constant), p.hi.value.Sub(n.lo.value).Add(sum.constant)
	by, ok := wrapShift(low, high, lo, hi, size)
	low, high = low.Add(by), high.Add(by)
	sum.constant = sum.constant.Add(by)
	if ok {
		for _, l := range [4]limit{p.lo, p.hi, n.lo, n.hi} {
			if l.owner != noOwner {
				s.reasons = append(s.reasons, l.owner)
			}
		}
		return sum, true
	}
	common := interval.Least(hi, high).Sub(interval.Greatest(lo, low)).Add(interval.Int(1))
	if common.Add(common).Less(high.Sub(low)) {
		return form{}, false // the assumption is likely to be false
	}
	s.assumptions = append(s.assumptions, atom{x: sum.pos, y: sum.neg, constant: hi.Sub(sum.constant)}, atom{x: sum.neg, y: sum.pos, constant: sum.constant.Sub(lo)})
	return sum, true
}

// wrapShift returns the multiple of size, of 0, size and -size, that moves most numbers of
// low..high into lo..hi. ok reports whether it moves all of them.
func wrapShift(low, high, lo, hi, size interval.Number) (distance interval.Number, ok bool) {
	best := interval.Min
	for _, shift := range [3]interval.Number{{}, size, size.Neg()} {
		l, m := low.Add(shift), high.Add(shift)
		if !l.Less(lo) && !hi.Less(m) {
			return shift, true
		}
		if common := interval.Least(hi, m).Sub(interval.Greatest(lo, l)); best.Less(common) {
			best, distance = common, shift
		}
	}
	return distance, false
}

// sortRange returns the range of a form according to the sorts of its slots.
func (s *Solver) sortRange(f form) (low, high interval.Number) {
	low, high = f.constant, f.constant
	if f.pos != zero {
		limits := interval.Limits(s.nodes[f.pos].sort)
		low, high = low.Add(limits.Lo), high.Add(limits.Hi)
	}
	if f.neg != zero {
		limits := interval.Limits(s.nodes[f.neg].sort)
		low, high = low.Sub(limits.Hi), high.Sub(limits.Lo)
	}
	return low, high
}
