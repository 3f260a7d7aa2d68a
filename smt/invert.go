package smt

import (
	"math"
	"math/bits"

	"nearmiss/term"
)

// inverseMove returns a slot and a word for it that is likely to make a failing clause hold. It
// propagates the wanted value backwards through the operators.
func (s *LocalSearch) inverseMove(clause int32) (slot int32, w uint64, ok bool) {
	return s.invertCondition(s.clauses[clause].term, true)
}

// invertCondition returns a slot and a word that are likely to make a condition true or false.
func (s *LocalSearch) invertCondition(expr *term.Term, to bool) (int32, uint64, bool) {
	switch expr.Op {
	case term.Slot:
		return s.invert(expr, bitOf(to))
	case term.Not:
		return s.invertCondition(expr.Args[0], !to)
	case term.AndAlso, term.OrElse:
		return s.invertCondition(expr.Args[s.wrongOperand(expr, to)], to)
	case term.Ite:
		return s.invertIte(expr, bitOf(to))
	}
	rel, ok := expr.Op.Rel()
	if !ok {
		return 0, 0, false
	}
	side := s.pickOperand(expr)
	if side < 0 {
		return 0, 0, false
	}
	if !to {
		rel = rel.Negate()
		if expr.Args[0].Sort.Kind == term.Float && s.rng.IntN(16) == 0 { // every order relation with NaN is false
			return s.invert(expr.Args[side], math.Float64bits(math.NaN()))
		}
	}
	other, ok := s.eval.Bits(expr.Args[1-side])
	if !ok {
		return 0, 0, false
	}
	if side == 1 {
		rel = rel.Mirror()
	}
	return s.invert(expr.Args[side], s.satisfying(expr.Args[side].Sort, rel, other))
}

// bitOf returns the word of a boolean, 0 or 1.
func bitOf(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// wrongOperand chooses an operand of a connective whose value has to change for the connective to
// get the value to.
func (s *LocalSearch) wrongOperand(t *term.Term, to bool) int {
	first, ok := s.eval.Bits(t.Args[0])
	if !ok || (t.Op == term.AndAlso) == to && first != bitOf(to) {
		return 0
	}
	if (t.Op == term.AndAlso) == to {
		return 1
	}
	return s.rng.IntN(2)
}

// satisfying returns a word x with x r y, if there is one; usually the nearest.
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
		return moveBy(sort, y, n, false)
	case term.GT:
		return moveBy(sort, y, n, true)
	case term.NE:
		return moveBy(sort, y, n, s.rng.IntN(2) == 0)
	case term.LE:
		return moveBy(sort, y, n-1, false)
	case term.GE:
		return moveBy(sort, y, n-1, true)
	}
	return y
}

// pickOperand chooses an operand that depends on slots at random, or returns -1.
func (s *LocalSearch) pickOperand(t *term.Term) int {
	var dependent [3]int // indices of the operands that depend on slots
	n := 0
	for i, a := range t.Args {
		if !a.Ground() {
			dependent[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return dependent[s.rng.IntN(n)]
}

// invert returns a slot and a word that are likely to give expr the value word.
func (s *LocalSearch) invert(expr *term.Term, word uint64) (int32, uint64, bool) {
	for {
		switch {
		case expr.Op == term.Slot:
			return int32(expr.Bits), word, true
		case expr.Sort.Kind == term.Bool:
			return s.invertCondition(expr, word != 0)
		case expr.Op == term.Ite:
			return s.invertIte(expr, word)
		}
		i := s.pickOperand(expr)
		if i < 0 {
			return 0, 0, false
		}
		if len(expr.Args) == 1 {
			now, _ := s.eval.Bits(expr.Args[0])
			word = inverseUnary(expr, word, s.freeBits(now))
		} else {
			now, _ := s.eval.Bits(expr.Args[i])
			other, ok := s.eval.Bits(expr.Args[1-i])
			if !ok {
				return 0, 0, false
			}
			if word, ok = inverseBinary(expr, i, word, other, s.freeBits(now)); !ok {
				return 0, 0, false
			}
		}
		expr = expr.Args[i]
	}
}

// freeBits returns the source of the bits that an inverse may choose: the current value or
// random bits.
func (s *LocalSearch) freeBits(now uint64) uint64 {
	if s.rng.IntN(2) == 0 {
		return now
	}
	return s.rng.Uint64()
}

// invertIte gives the selected operand of an if-then-else the value, or selects the other
// operand.
func (s *LocalSearch) invertIte(t *term.Term, w uint64) (int32, uint64, bool) {
	c, ok := s.eval.Bits(t.Args[0])
	if !ok {
		return 0, 0, false
	}
	index := 2 - int(c)
	if x := t.Args[index]; !x.Ground() && s.rng.IntN(2) == 0 {
		return s.invert(x, w)
	}
	return s.invertCondition(t.Args[0], c == 0)
}

// inverseUnary returns an x with op x = word. Free bits come from now.
func inverseUnary(expr *term.Term, word, now uint64) uint64 {
	x := expr.Args[0].Sort
	switch expr.Op {
	case term.Neg:
		if x.Kind == term.Float {
			return math.Float64bits(-math.Float64frombits(word))
		}
		return x.Wrap(-word)
	case term.Com:
		return x.Wrap(^word)
	case term.ToBits:
		return term.FloatOfBits(x, word)
	case term.FromBits:
		return term.BitsOfFloat(expr.Sort, word)
	case term.Sqrt:
		return math.Float64bits(math.Float64frombits(word) * math.Float64frombits(word))
	case term.Exp:
		return math.Float64bits(math.Log(math.Float64frombits(word)))
	case term.Log:
		return math.Float64bits(math.Exp(math.Float64frombits(word)))
	case term.Floor: // keep the fraction
		f := math.Float64frombits(now)
		if f -= math.Floor(f); f != f {
			f = 0
		}
		return math.Float64bits(math.Float64frombits(word) + f)
	}
	return unconverted(x, expr.Sort, word, now)
}

// unconverted returns an x of sort from that converts to word.
func unconverted(from, to term.Sort, word, now uint64) uint64 {
	switch {
	case from.Kind == term.Float && to.Kind == term.Float:
		return rounded(from, math.Float64frombits(word))
	case from.Kind == term.Float && to.Kind == term.Int:
		return rounded(from, float64(int64(word)))
	case from.Kind == term.Float:
		return rounded(from, float64(word))
	case to.Kind == term.Float:
		return integer(from, math.Float64frombits(word))
	case to.Bits < from.Bits: // keep the bits that the conversion drops
		low := uint64(1)<<to.Bits - 1
		return from.Wrap(now&^low | word&low)
	}
	return from.Wrap(word)
}

// rounded returns the word of the float of a sort that is nearest to f.
func rounded(s term.Sort, f float64) uint64 {
	if s.Bits == 32 {
		f = float64(float32(f))
	}
	return math.Float64bits(f)
}

// integer returns the integer of a sort that is nearest to number.
func integer(sort term.Sort, number float64) uint64 {
	top := math.Ldexp(1, int(sort.Bits))
	low := 0.0
	if sort.Kind == term.Int {
		top, low = top/2, -top/2
	}
	switch {
	case number != number:
		return 0
	case number <= low && sort.Kind == term.Uint:
		return 0
	case number <= low:
		return sort.Wrap(1 << (sort.Bits - 1))
	case number >= top && sort.Kind == term.Int:
		return 1<<(sort.Bits-1) - 1
	case number >= top:
		return sort.Wrap(^uint64(0))
	case sort.Kind == term.Int:
		return uint64(int64(number))
	}
	return uint64(number)
}

// inverseBinary returns an x such that expr = word if operand i is x and the other operand is y.
// Free bits come from now.
func inverseBinary(expr *term.Term, i int, word, y, now uint64) (uint64, bool) {
	sort := expr.Args[i].Sort
	if expr.Sort.Kind == term.Float {
		return rounded(sort, inverseFloat(expr.Op, i, math.Float64frombits(word), math.Float64frombits(y))), true
	}
	switch expr.Op {
	case term.Add:
		word -= y
	case term.Sub:
		if i == 1 {
			return sort.Wrap(y - word), true
		}
		word += y
	case term.Xor:
		word ^= y
	case term.And:
		word = now&^y | word&y
	case term.Or:
		word = now&y | word&^y
	case term.AndNot:
		if i == 1 {
			return sort.Wrap(y &^ word), true
		}
		word = now&y | word&^y
	default:
		return inverseProduct(expr, i, word, y, now)
	}
	return sort.Wrap(word), true
}

func inverseFloat(op term.Op, i int, wanted, y float64) float64 {
	switch {
	case op == term.Add:
		return wanted - y
	case op == term.Sub && i == 0:
		return wanted + y
	case op == term.Sub:
		return y - wanted
	case op == term.Mul:
		return wanted / y
	case op == term.Pow && i == 0:
		return math.Pow(wanted, 1/y)
	case op == term.Pow:
		return math.Log(wanted) / math.Log(y)
	case i == 0:
		return wanted * y
	}
	return y / wanted
}

// inverseProduct is inverseBinary for the operators that lose bits.
func inverseProduct(expr *term.Term, i int, word, y, now uint64) (uint64, bool) {
	sort := expr.Args[i].Sort
	switch {
	case expr.Op == term.Mul && y != 0:
		return sort.Wrap(factor(expr.Sort, word, y)), true
	case expr.Op == term.Div && i == 0 && y != 0:
		return sort.Wrap(word*y + remainder(sort, sort.Wrap(now), y)), true
	case expr.Op == term.Div && word != 0:
		return sort.Wrap(quotient(sort, y, word)), true
	case expr.Op == term.Rem && i == 0 && y != 0:
		return sort.Wrap(quotient(sort, sort.Wrap(now), y)*y + word), true
	case expr.Op == term.Shl && i == 0 && y < 64:
		return sort.Wrap(word>>y | now&^(^uint64(0)>>y)), true
	case expr.Op == term.Shr && i == 0 && y < 64:
		return sort.Wrap(word<<y | now&(1<<y-1)), true
	}
	return 0, false
}

// quotient returns x / y, wrapped.
func quotient(s term.Sort, x, y uint64) uint64 {
	if s.Kind == term.Int {
		return uint64(int64(x) / int64(y))
	}
	return x / y
}

// remainder returns x % y.
func remainder(s term.Sort, x, y uint64) uint64 {
	if s.Kind == term.Int {
		return uint64(int64(x) % int64(y))
	}
	return x % y
}

// factor returns an x with x*y = word: the quotient if y divides word, else by the inverse of the odd
// part of y modulo a power of two. If there is no such x, it returns the quotient.
func factor(s term.Sort, word, y uint64) uint64 {
	q := quotient(s, word, y)
	if s.Wrap(q*y) == word {
		return q
	}
	z := bits.TrailingZeros64(y)
	if bits.TrailingZeros64(word) < z {
		return q
	}
	odd := y >> z
	inv := odd // each of five Newton steps doubles the correct bits, from 3
	for range 5 {
		inv *= 2 - odd*inv
	}
	return (word >> z) * inv
}
