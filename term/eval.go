package term

import "nearmiss/internal/probe"

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

func (e *evaluator) scalar(t *Term) (uint64, bool) {
	r := e.eval(t)
	return r.Bits, r.ok
}

func (e *evaluator) value(t *Term) (Value, bool) {
	r := e.eval(t)
	return r.Value, r.ok
}

func valueOf(v uint64) result       { return result{Value{Bits: v}, true} }
func truth(v bool) result           { return valueOf(boolBits(v)) }
func word(v uint64, ok bool) result { return result{Value{Bits: v}, ok} }
func (r result) holds() bool        { return r.Bits != 0 }

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
		return valueOf(uint64(length(x.Value, t.Args[0].Sort)))
	case Neg, Com, Convert, ToBits, FromBits, Sqrt, Exp, Log, Floor:
		return word(scalar1(t.Op, t.Args[0].Sort, t.Sort, x.Bits))
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
	case Concat:
		return result{Value{Str: x.Str + y.Str}, true}
	}
	return word(scalar2(t.Op, t.Sort, t.Args[1].Sort, x.Bits, y.Bits))
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
		return valueOf(uint64(v.Str[i]))
	}
	return valueOf(v.Elems[i])
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

// relation is the exact distance of x r y.
func relation(r Rel, s Sort, x, y Value) uint64 {
	if s.Kind == String {
		return probe.DistS(probe.Rel(r), x.Str, y.Str)
	}
	return relationOfWords(r, s, x.Bits, y.Bits)
}
