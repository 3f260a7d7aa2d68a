package term

import "strings"

// naive computes t in the simplest way. The second result is false if t is undefined.
func naive(t *Term, env Env) (Value, bool) {
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
		return word(evalUnary(t.Op, t.Args[0].Sort, t.Sort, x.Bits))
	}
	y := e.eval(t.Args[1])
	if !y.ok {
		return result{}
	}
	if r, ok := t.Op.Rel(); ok {
		return truth(related(r, t.Args[0].Sort, x.Value, y.Value))
	}
	switch t.Op {
	case Index:
		return word(index(x.Value, t.Args[0].Sort, y.Bits, t.Args[1].Sort))
	case Substr:
		z := e.eval(t.Args[2])
		if !z.ok {
			return result{}
		}
		v, ok := substr(x.Value, t, y.Bits, z.Bits)
		return result{v, ok}
	case Concat:
		return result{Value{Str: x.Str + y.Str}, true}
	}
	return word(evalBinary(t.Op, t.Sort, t.Args[1].Sort, x.Bits, y.Bits))
}

// related reports whether x r y.
func related(r Rel, s Sort, x, y Value) bool {
	if s.Kind == String {
		c := strings.Compare(x.Str, y.Str)
		return [...]bool{EQ: c == 0, NE: c != 0, LT: c < 0, LE: c <= 0, GT: c > 0, GE: c >= 0}[r]
	}
	return relationOfWords(r, s, x.Bits, y.Bits) == 0
}
