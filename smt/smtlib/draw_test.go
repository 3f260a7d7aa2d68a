package smtlib

import (
	"math"
	"math/rand/v2"

	"nearmiss/term"
)

// world has slots of every sort, and values for them.
type world struct {
	rng    *rand.Rand
	b      *term.Builder
	sorts  []term.Sort
	values []term.Value
}

var (
	integerSorts = []term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(16), term.Unsigned(16), term.Signed(32), term.Unsigned(32), term.Signed(64), term.Unsigned(64)}
	floatSorts   = []term.Sort{term.Floating(32), term.Floating(64)}
)

// newWorld has two slots of each of some sorts.
func newWorld(rng *rand.Rand, sorts ...term.Sort) *world {
	w := &world{rng: rng, b: term.NewBuilder()}
	for _, s := range sorts {
		for range 2 {
			w.sorts = append(w.sorts, s)
			w.values = append(w.values, w.value(s))
		}
	}
	return w
}

func (w *world) env(slot int) (term.Value, bool) { return w.values[slot], true }

func (w *world) holds(t *term.Term) bool {
	v, ok := term.Eval(t, w.env)
	return ok && v.Bits != 0
}

func (w *world) value(s term.Sort) term.Value {
	switch s.Kind {
	case term.Bool:
		return term.Value{Bits: w.rng.Uint64() & 1}
	case term.String:
		return term.Value{Str: w.str()}
	case term.Float:
		c := w.b.Float(s, w.float())
		if w.rng.IntN(8) == 0 { // any bits
			c = w.b.FromBits(w.b.Int(term.Unsigned(int(s.Bits)), w.rng.Uint64()|uint64(w.rng.IntN(2))*0x7ff0000000000000))
		}
		return term.Value{Bits: c.Bits}
	}
	v := uint64(w.rng.IntN(10))
	switch w.rng.IntN(4) {
	case 0:
		v = -v
	case 1:
		v = w.rng.Uint64() >> w.rng.IntN(64)
	case 2:
		v = 1<<w.rng.IntN(64) - uint64(w.rng.IntN(3))
	}
	return term.Value{Bits: s.Wrap(v)}
}

func (w *world) float() float64 {
	odd := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 31, 1 << 63, -1 << 63, 1 << 24, 0.1}
	switch w.rng.IntN(3) {
	case 0:
		return odd[w.rng.IntN(len(odd))]
	case 1:
		return float64(w.rng.IntN(21)-10) / 2
	}
	return (w.rng.Float64() - 0.5) * math.Ldexp(1, w.rng.IntN(70))
}

func (w *world) str() string {
	b := make([]byte, w.rng.IntN(4))
	for i := range b {
		b[i] = "ab\"\\u{\x00\xff"[w.rng.IntN(8)]
	}
	return string(b)
}

// constant is a constant of a sort.
func (w *world) constant(s term.Sort) *term.Term {
	v := w.value(s)
	switch s.Kind {
	case term.Bool:
		return w.b.Bool(v.Bits != 0)
	case term.String:
		return w.b.Str(v.Str)
	case term.Float:
		return w.b.Float(s, math.Float64frombits(v.Bits))
	}
	return w.b.Int(s, v.Bits)
}

func pick[T any](w *world, list ...T) T { return list[w.rng.IntN(len(list))] }

// term draws a term of a sort that has slots or that can be computed from such a sort.
func (w *world) term(s term.Sort, depth int) *term.Term {
	var slots []*term.Term
	for i, t := range w.sorts {
		if t == s {
			slots = append(slots, w.b.Slot(i, s, false))
		}
	}
	switch {
	case depth <= 0 && len(slots) > 0 && w.rng.IntN(4) > 0:
		return pick(w, slots...)
	case depth <= 0:
		return w.constant(s)
	case w.rng.IntN(8) == 0:
		return w.b.If(w.clause(depth-1), w.term(s, depth-1), w.term(s, depth-1))
	}
	switch s.Kind {
	case term.Bool:
		return w.clause(depth)
	case term.Float:
		return w.floating(s, depth)
	case term.String:
		if w.rng.IntN(2) == 0 {
			return w.b.Substr(w.term(s, depth-1), w.term(term.Signed(64), 0), w.term(pick(w, integerSorts...), 0))
		}
		return w.b.Concat(w.term(s, depth-1), w.term(s, depth-1))
	}
	return w.integer(s, depth)
}

func (w *world) has(k term.Kind) bool {
	for _, s := range w.sorts {
		if s.Kind == k {
			return true
		}
	}
	return false
}

func (w *world) floating(s term.Sort, depth int) *term.Term {
	switch w.rng.IntN(8) {
	case 0:
		return w.b.Unary(term.Neg, w.term(s, depth-1))
	case 1:
		return w.b.Convert(w.term(pick(w, append(floatSorts, integerSorts...)...), depth-1), s)
	case 2:
		return w.b.FromBits(w.term(term.Unsigned(int(s.Bits)), depth-1))
	}
	return w.b.Binary(pick(w, term.Add, term.Sub, term.Mul, term.Div), w.term(s, depth-1), w.term(s, depth-1))
}

func (w *world) integer(s term.Sort, depth int) *term.Term {
	switch w.rng.IntN(12) {
	case 0, 1:
		return w.b.Convert(w.term(pick(w, integerSorts...), depth-1), s)
	case 2:
		return w.b.Unary(pick(w, term.Neg, term.Com), w.term(s, depth-1))
	case 3:
		return w.b.Binary(pick(w, term.Shl, term.Shr), w.term(s, depth-1), w.term(pick(w, integerSorts...), depth-1))
	case 4:
		if w.has(term.Float) {
			f := pick(w, floatSorts...)
			if s.Kind == term.Uint && int(s.Bits) == int(f.Bits) && w.rng.IntN(2) == 0 {
				return w.b.ToBits(w.term(f, 0))
			}
			return w.b.Convert(w.term(f, depth-1), s)
		}
	case 5, 6:
		if w.has(term.String) {
			if s == term.Signed(64) {
				return w.b.Len(w.term(term.StringSort, depth-1))
			}
			if s == term.Unsigned(8) {
				return w.b.Index(w.term(term.StringSort, depth-1), w.term(pick(w, integerSorts...), 0))
			}
		}
	case 7: // by a constant
		return w.b.Binary(pick(w, term.Div, term.Rem, term.Mul, term.Shl, term.Shr, term.And), w.term(s, depth-1), w.constant(s))
	}
	op := pick(w, term.Add, term.Sub, term.Mul, term.Div, term.Rem, term.And, term.Or, term.Xor, term.AndNot, term.Add, term.Sub)
	return w.b.Binary(op, w.term(s, depth-1), w.term(s, depth-1))
}

// clause draws a condition.
func (w *world) clause(depth int) *term.Term {
	switch w.rng.IntN(8) {
	case 0:
		return w.b.Not(w.clause(depth - 1))
	case 1:
		if depth > 0 {
			return w.b.Both(w.clause(depth-1), w.clause(depth-1))
		}
	case 2:
		if depth > 0 {
			return w.b.Either(w.clause(depth-1), w.clause(depth-1))
		}
	}
	s := pick(w, w.sorts...)
	if s.Kind == term.Bool {
		return w.b.Compare(pick(w, term.EQ, term.NE), w.term(s, depth-1), w.term(s, depth-1))
	}
	return w.b.Compare(term.Rel(w.rng.IntN(6)), w.term(s, depth), w.term(s, depth-1))
}

// pinned returns clauses that fix each slot to its value.
func (w *world) pinned() []*term.Term {
	var all []*term.Term
	for i, s := range w.sorts {
		slot, v := w.b.Slot(i, s, false), w.values[i]
		var c *term.Term
		switch s.Kind {
		case term.Bool:
			c = w.b.Bool(v.Bits != 0)
		case term.String:
			c = w.b.Str(v.Str)
		case term.Float:
			f := math.Float64frombits(v.Bits)
			c = w.b.Float(s, f)
			if f != f || f == 0 {
				bits, _ := term.Eval(w.b.ToBits(slot), w.env)
				slot, c = w.b.ToBits(slot), w.b.Int(term.Unsigned(int(s.Bits)), bits.Bits)
			}
		default:
			c = w.b.Int(s, v.Bits)
		}
		all = append(all, w.b.Compare(term.EQ, slot, c))
	}
	return all
}
