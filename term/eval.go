package term

import (
	"math"

	"nearmiss/internal/probe"
)

// Value is what a term evaluates to.
type Value struct {
	Bits  uint64   // as Term.Bits
	Str   string   // of a String
	Elems []uint64 // of an Array, each as Bits
	Nil   bool     // of an Array: a nil slice
}

// Env gives the values of slots; false means that the slot is undefined.
type Env func(slot int) (Value, bool)

// Eval computes t. The second result is false if t is undefined.
func Eval(t *Term, env Env) (Value, bool) {
	e := evaluator{env: env, memo: make(map[*Term]result)}
	r := e.eval(t)
	return r.Value, r.ok
}

type result struct {
	Value
	ok bool
}

type evaluator struct {
	env  Env
	memo map[*Term]result
}

func (e *evaluator) eval(t *Term) result {
	switch t.Op {
	case Const:
		return result{Value{Bits: t.Bits, Str: t.Str}, true}
	case Slot:
		v, ok := e.env(int(t.Bits))
		return result{v, ok}
	}
	r, ok := e.memo[t]
	if !ok {
		r = e.apply(t)
		e.memo[t] = r
	}
	return r
}

func bits(v uint64) result   { return result{Value{Bits: v}, true} }
func truth(v bool) result    { return bits(boolBits(v)) }
func (r result) holds() bool { return r.Bits != 0 }

func (e *evaluator) apply(t *Term) result {
	x := e.eval(t.Args[0])
	if !x.ok {
		return result{}
	}
	switch t.Op {
	case AndAlso:
		if !x.holds() {
			return x
		}
		return e.eval(t.Args[1])
	case OrElse:
		if x.holds() {
			return x
		}
		return e.eval(t.Args[1])
	case Ite:
		if x.holds() {
			return e.eval(t.Args[1])
		}
		return e.eval(t.Args[2])
	case Not:
		return truth(!x.holds())
	case IsNil:
		return truth(x.Nil)
	case Len:
		return bits(uint64(length(x.Value, t.Args[0].Sort)))
	case Neg, Com:
		return unary(t, x)
	case Convert:
		return convert(x.Bits, t.Args[0].Sort, t.Sort)
	}
	y := e.eval(t.Args[1])
	if !y.ok {
		return result{}
	}
	if r, ok := t.Op.Rel(); ok {
		return truth(relation(r, t.Args[0].Sort, x.Value, y.Value) == 0)
	}
	switch t.Op {
	case Index:
		return index(x.Value, t.Args[0].Sort, y.Bits, t.Args[1].Sort)
	case Substr:
		z := e.eval(t.Args[2])
		if !z.ok {
			return result{}
		}
		return substr(x.Value, t, y.Bits, z.Bits)
	}
	if t.Sort.Kind == Float {
		return floating(t, x.Bits, y.Bits)
	}
	return integer(t, x.Bits, y.Bits)
}

func length(v Value, s Sort) int {
	if s.Kind == String {
		return len(v.Str)
	}
	return len(v.Elems)
}

// inRange reports whether the integer i of sort s is between 0 and n.
func inRange(i uint64, s Sort, n int) bool {
	return (s.Kind == Uint || int64(i) >= 0) && i <= uint64(n)
}

func index(v Value, s Sort, i uint64, is Sort) result {
	n := length(v, s)
	if n == 0 || !inRange(i, is, n-1) {
		return result{}
	}
	if s.Kind == String {
		return bits(uint64(v.Str[i]))
	}
	return bits(v.Elems[i])
}

func substr(v Value, t *Term, lo, hi uint64) result {
	s := t.Args[0].Sort
	if !inRange(hi, t.Args[2].Sort, length(v, s)) || !inRange(lo, t.Args[1].Sort, int(hi)) {
		return result{}
	}
	if s.Kind == String {
		return result{Value{Str: v.Str[lo:hi]}, true}
	}
	return result{Value{Elems: v.Elems[lo:hi], Nil: v.Nil}, true}
}

func unary(t *Term, x result) result {
	if t.Sort.Kind == Float {
		return bits(math.Float64bits(-math.Float64frombits(x.Bits)))
	}
	if t.Op == Neg {
		return bits(t.Sort.Wrap(-x.Bits))
	}
	return bits(t.Sort.Wrap(^x.Bits))
}

func floating(t *Term, a, b uint64) result {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	switch t.Op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case Div:
		x /= y
	default:
		panic("term: BUG: " + t.Op.String() + " of floats")
	}
	return bits(math.Float64bits(roundFloat(t.Sort, x)))
}

func integer(t *Term, x, y uint64) result {
	s := t.Sort
	switch t.Op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case And:
		x &= y
	case Or:
		x |= y
	case Xor:
		x ^= y
	case AndNot:
		x &^= y
	case Div, Rem:
		return divide(t, x, y)
	case Shl, Shr:
		return shift(t, x, y)
	default:
		panic("term: BUG: " + t.Op.String() + " of integers")
	}
	return bits(s.Wrap(x))
}

func divide(t *Term, x, y uint64) result {
	if y == 0 {
		return result{}
	}
	signed, quotient := t.Sort.Kind == Int, t.Op == Div
	switch {
	case signed && quotient:
		x = uint64(int64(x) / int64(y))
	case signed:
		x = uint64(int64(x) % int64(y))
	case quotient:
		x /= y
	default:
		x %= y
	}
	return bits(t.Sort.Wrap(x))
}

func shift(t *Term, x, y uint64) result {
	if t.Args[1].Sort.Kind == Int && int64(y) < 0 {
		return result{}
	}
	switch {
	case t.Op == Shl:
		x <<= y
	case t.Sort.Kind == Int:
		x = uint64(int64(x) >> y)
	default:
		x >>= y
	}
	return bits(t.Sort.Wrap(x))
}

func convert(v uint64, from, to Sort) result {
	switch {
	case from.Kind == Float && to.Kind == Float:
		return bits(math.Float64bits(roundFloat(to, math.Float64frombits(v))))
	case from.Kind == Float:
		return truncate(math.Float64frombits(v), to)
	case to.Kind == Float && from.Kind == Int:
		if to.Bits == 32 {
			return bits(math.Float64bits(float64(float32(int64(v)))))
		}
		return bits(math.Float64bits(float64(int64(v))))
	case to.Kind == Float:
		if to.Bits == 32 {
			return bits(math.Float64bits(float64(float32(v))))
		}
		return bits(math.Float64bits(float64(v)))
	}
	return bits(to.Wrap(v))
}

// truncate converts a float to an integer, where Go says what that is.
func truncate(f float64, to Sort) result {
	f = math.Trunc(f)
	if to.Kind == Int {
		limit := math.Ldexp(1, int(to.Bits)-1)
		if !(f >= -limit && f < limit) {
			return result{}
		}
		return bits(uint64(int64(f)))
	}
	if !(f >= 0 && f < math.Ldexp(1, int(to.Bits))) {
		return result{}
	}
	return bits(uint64(f))
}

// relation is the exact distance of x r y.
func relation(r probe.Rel, s Sort, x, y Value) uint64 {
	switch s.Kind {
	case Int:
		return probe.DistI(r, int64(x.Bits), int64(y.Bits))
	case Uint:
		return probe.DistU(r, x.Bits, y.Bits)
	case Float:
		return probe.DistF(r, math.Float64frombits(x.Bits), math.Float64frombits(y.Bits))
	case String:
		return probe.DistS(r, x.Str, y.Str)
	}
	return probe.DistBool((x.Bits == y.Bits) == (r == probe.EQ))
}
