package smt

import (
	"math"
	"math/bits"

	"nearmiss/term"
)

// want returns a slot and a word for it with which a failing clause is likely
// to hold: what the clause wants, taken backwards through the operators.
func (s *LocalSearch) want(clause int32) (slot int32, w uint64, ok bool) {
	return s.outcome(s.clauses[clause].t, true)
}

// outcome makes a condition true or false.
func (s *LocalSearch) outcome(t *term.Term, to bool) (int32, uint64, bool) {
	switch t.Op {
	case term.Slot:
		return s.reach(t, bitOf(to))
	case term.Not:
		return s.outcome(t.Args[0], !to)
	case term.AndAlso, term.OrElse:
		return s.outcome(t.Args[s.operand(t, to)], to)
	case term.Ite:
		return s.choice(t, bitOf(to))
	}
	r, ok := t.Op.Rel()
	if !ok {
		return 0, 0, false
	}
	side := s.pick(t)
	if side < 0 {
		return 0, 0, false
	}
	if !to {
		r = r.Negate()
		if t.Args[0].Sort.Kind == term.Float && s.rng.IntN(16) == 0 { // of which no order holds
			return s.reach(t.Args[side], math.Float64bits(math.NaN()))
		}
	}
	other, ok := s.eval.Bits(t.Args[1-side])
	if !ok {
		return 0, 0, false
	}
	if side == 1 {
		r = r.Mirror()
	}
	return s.reach(t.Args[side], s.satisfying(t.Args[side].Sort, r, other))
}

func bitOf(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// operand chooses one of a connective that stands in the way.
func (s *LocalSearch) operand(t *term.Term, to bool) int {
	first, ok := s.eval.Bits(t.Args[0])
	if !ok || (t.Op == term.AndAlso) == to && first != bitOf(to) {
		return 0
	}
	if (t.Op == term.AndAlso) == to {
		return 1
	}
	return s.rng.IntN(2)
}

// satisfying is a word x with x r y, if there is one: the nearest as a rule.
func (s *LocalSearch) satisfying(sort term.Sort, r term.Rel, y uint64) uint64 {
	n := uint64(1)
	if s.rng.IntN(4) == 0 {
		n = s.rng.Uint64() >> s.rng.IntN(64)
	}
	if sort.Kind == term.Bool {
		return y ^ bitOf(r == term.NE)
	}
	switch r {
	case term.LT:
		return shift(sort, y, n, false)
	case term.GT:
		return shift(sort, y, n, true)
	case term.NE:
		return shift(sort, y, n, s.rng.IntN(2) == 0)
	case term.LE:
		return shift(sort, y, n-1, false)
	case term.GE:
		return shift(sort, y, n-1, true)
	}
	return y
}

// pick chooses an operand that depends on slots, -1 if none does.
func (s *LocalSearch) pick(t *term.Term) int {
	var has [3]int
	n := 0
	for i, a := range t.Args {
		if !a.Ground() {
			has[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return has[s.rng.IntN(n)]
}

// reach gives t the value w by one slot.
func (s *LocalSearch) reach(t *term.Term, w uint64) (int32, uint64, bool) {
	for {
		switch {
		case t.Op == term.Slot:
			return int32(t.Bits), w, true
		case t.Sort.Kind == term.Bool:
			return s.outcome(t, w != 0)
		case t.Op == term.Ite:
			return s.choice(t, w)
		}
		i := s.pick(t)
		if i < 0 {
			return 0, 0, false
		}
		if len(t.Args) == 1 {
			now, _ := s.eval.Bits(t.Args[0])
			w = inverse1(t, w, s.spare(now))
		} else {
			now, _ := s.eval.Bits(t.Args[i])
			other, ok := s.eval.Bits(t.Args[1-i])
			if !ok {
				return 0, 0, false
			}
			if w, ok = inverse2(t, i, w, other, s.spare(now)); !ok {
				return 0, 0, false
			}
		}
		t = t.Args[i]
	}
}

// spare is what an inverse takes the bits from that do not matter to it: what
// is there now, or anything.
func (s *LocalSearch) spare(now uint64) uint64 {
	if s.rng.IntN(2) == 0 {
		return now
	}
	return s.rng.Uint64()
}

// choice gives the chosen operand the value, or chooses the other one.
func (s *LocalSearch) choice(t *term.Term, w uint64) (int32, uint64, bool) {
	c, ok := s.eval.Bits(t.Args[0])
	if !ok {
		return 0, 0, false
	}
	at := 2 - int(c)
	if x := t.Args[at]; !x.Ground() && s.rng.IntN(2) == 0 {
		return s.reach(x, w)
	}
	return s.outcome(t.Args[0], c == 0)
}

// inverse1 is an x with op x = w; bits that do not matter are those of now.
func inverse1(t *term.Term, w, now uint64) uint64 {
	x := t.Args[0].Sort
	switch t.Op {
	case term.Neg:
		if x.Kind == term.Float {
			return math.Float64bits(-math.Float64frombits(w))
		}
		return x.Wrap(-w)
	case term.Com:
		return x.Wrap(^w)
	case term.ToBits:
		return term.FloatOfBits(x, w)
	case term.FromBits:
		return term.BitsOfFloat(t.Sort, w)
	case term.Sqrt:
		return math.Float64bits(math.Float64frombits(w) * math.Float64frombits(w))
	case term.Exp:
		return math.Float64bits(math.Log(math.Float64frombits(w)))
	case term.Log:
		return math.Float64bits(math.Exp(math.Float64frombits(w)))
	case term.Floor: // what is behind the point stays
		f := math.Float64frombits(now)
		if f -= math.Floor(f); f != f {
			f = 0
		}
		return math.Float64bits(math.Float64frombits(w) + f)
	}
	return unconverted(x, t.Sort, w, now)
}

// unconverted is an x of sort from that converts to w.
func unconverted(from, to term.Sort, w, now uint64) uint64 {
	switch {
	case from.Kind == term.Float && to.Kind == term.Float:
		return rounded(from, math.Float64frombits(w))
	case from.Kind == term.Float && to.Kind == term.Int:
		return rounded(from, float64(int64(w)))
	case from.Kind == term.Float:
		return rounded(from, float64(w))
	case to.Kind == term.Float:
		return integer(from, math.Float64frombits(w))
	case to.Bits < from.Bits: // the bits that are cut off stay
		low := uint64(1)<<to.Bits - 1
		return from.Wrap(now&^low | w&low)
	}
	return from.Wrap(w)
}

func rounded(s term.Sort, f float64) uint64 {
	if s.Bits == 32 {
		f = float64(float32(f))
	}
	return math.Float64bits(f)
}

// integer is the integer of a sort that is nearest to f.
func integer(s term.Sort, f float64) uint64 {
	top := math.Ldexp(1, int(s.Bits))
	low := 0.0
	if s.Kind == term.Int {
		top, low = top/2, -top/2
	}
	switch {
	case f != f:
		return 0
	case f <= low && s.Kind == term.Uint:
		return 0
	case f <= low:
		return s.Wrap(1 << (s.Bits - 1))
	case f >= top && s.Kind == term.Int:
		return 1<<(s.Bits-1) - 1
	case f >= top:
		return s.Wrap(^uint64(0))
	case s.Kind == term.Int:
		return uint64(int64(f))
	}
	return uint64(f)
}

// inverse2 is an x such that t is w if operand i is x and the other one is y;
// what does not matter is as in now.
func inverse2(t *term.Term, i int, w, y, now uint64) (uint64, bool) {
	s := t.Args[i].Sort
	if t.Sort.Kind == term.Float {
		return rounded(s, inverseFloat(t.Op, i, math.Float64frombits(w), math.Float64frombits(y))), true
	}
	switch t.Op {
	case term.Add:
		w -= y
	case term.Sub:
		if i == 1 {
			return s.Wrap(y - w), true
		}
		w += y
	case term.Xor:
		w ^= y
	case term.And:
		w = now&^y | w&y
	case term.Or:
		w = now&y | w&^y
	case term.AndNot:
		if i == 1 {
			return s.Wrap(y &^ w), true
		}
		w = now&y | w&^y
	default:
		return inverseProduct(t, i, w, y, now)
	}
	return s.Wrap(w), true
}

func inverseFloat(op term.Op, i int, w, y float64) float64 {
	switch {
	case op == term.Add:
		return w - y
	case op == term.Sub && i == 0:
		return w + y
	case op == term.Sub:
		return y - w
	case op == term.Mul:
		return w / y
	case op == term.Pow && i == 0:
		return math.Pow(w, 1/y)
	case op == term.Pow:
		return math.Log(w) / math.Log(y)
	case i == 0:
		return w * y
	}
	return y / w
}

// inverseProduct is inverse2 of the operators that lose bits.
func inverseProduct(t *term.Term, i int, w, y, now uint64) (uint64, bool) {
	s := t.Args[i].Sort
	switch {
	case t.Op == term.Mul && y != 0:
		return s.Wrap(factor(t.Sort, w, y)), true
	case t.Op == term.Div && i == 0 && y != 0:
		return s.Wrap(w*y + remainder(s, s.Wrap(now), y)), true
	case t.Op == term.Div && w != 0:
		return s.Wrap(quotient(s, y, w)), true
	case t.Op == term.Rem && i == 0 && y != 0:
		return s.Wrap(quotient(s, s.Wrap(now), y)*y + w), true
	case t.Op == term.Shl && i == 0 && y < 64:
		return s.Wrap(w>>y | now&^(^uint64(0)>>y)), true
	case t.Op == term.Shr && i == 0 && y < 64:
		return s.Wrap(w<<y | now&(1<<y-1)), true
	}
	return 0, false
}

// quotient is x / y, wrapped.
func quotient(s term.Sort, x, y uint64) uint64 {
	if s.Kind == term.Int {
		return uint64(int64(x) / int64(y))
	}
	return x / y
}

// remainder is x % y.
func remainder(s term.Sort, x, y uint64) uint64 {
	if s.Kind == term.Int {
		return uint64(int64(x) % int64(y))
	}
	return x % y
}

// factor is an x with x*y = w: exactly if y divides w, else by the inverse of
// the odd part of y, else the nearest below.
func factor(s term.Sort, w, y uint64) uint64 {
	q := quotient(s, w, y)
	if s.Wrap(q*y) == w {
		return q
	}
	z := bits.TrailingZeros64(y)
	if bits.TrailingZeros64(w) < z {
		return q
	}
	odd := y >> z
	inv := odd // five steps of Newton's method double the correct bits from 3
	for range 5 {
		inv *= 2 - odd*inv
	}
	return (w >> z) * inv
}
