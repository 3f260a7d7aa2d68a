package term

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// pair is one random term, built with and without simplification.
type pair struct{ simple, raw *Term }

// gen draws pairs over a fixed set of slots.
type gen struct {
	t *rapid.T
	b *Builder
}

// raw makes an operation without simplification.
func (b *Builder) raw(op Op, s Sort, own bool, args ...*Term) *Term {
	n := node{op: op, sort: s, ownPartial: own, numArgs: len(args)}
	copy(n.args[:], args)
	return b.intern(&n)
}

var intSorts = []Sort{Signed(8), Signed(32), Signed(64), Unsigned(8), Unsigned(64)}
var floatSorts = []Sort{Floating(32), Floating(64)}

// slotSorts lists the sorts of slots. The slot of a sort has twice its index in the list; slots
// with odd numbers may be undefined.
var slotSorts = append(append([]Sort{BoolSort, StringSort, ArrayOf(Signed(32)), ArrayOf(Unsigned(8))}, intSorts...), floatSorts...)

func (g gen) choose(name string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, name) }

func (g gen) leaf(s Sort) pair {
	i := slices.Index(slotSorts, s)
	if c := g.choose("leaf", 4); c < 2 && i >= 0 {
		t := g.b.Slot(2*i+c, s, c == 1)
		return pair{t, t}
	}
	var t *Term
	switch s.Kind {
	case Bool:
		t = g.b.Bool(rapid.Bool().Draw(g.t, "bool"))
	case Int, Uint:
		t = g.b.Int(s, g.number())
	case Float:
		t = g.b.Float(s, g.float())
	case String:
		t = g.b.Str(rapid.StringMatching("[ab]{0,3}").Draw(g.t, "str"))
	default:
		t = g.b.Slot(2*i, s, false)
	}
	return pair{t, t}
}

func (g gen) number() uint64 {
	if rapid.Bool().Draw(g.t, "small") {
		return uint64(rapid.IntRange(-2, 3).Draw(g.t, "n"))
	}
	return rapid.Uint64().Draw(g.t, "n")
}

func (g gen) float() float64 {
	return rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), 1e19})).Draw(g.t, "f")
}

func (g gen) sort() Sort {
	all := append(append([]Sort{BoolSort, StringSort}, intSorts...), floatSorts...)
	return all[g.choose("sort", len(all))]
}

func (g gen) term(s Sort, depth int) pair {
	if depth == 0 {
		return g.leaf(s)
	}
	switch s.Kind {
	case Bool:
		return g.boolean(depth - 1)
	case Int, Uint:
		return g.integer(s, depth-1)
	case Float:
		return g.floating(s, depth-1)
	}
	if s.Kind == String || s.Kind == Array {
		if s.Kind == String && g.choose("concat", 3) == 0 {
			x, y := g.term(s, depth-1), g.term(s, depth-1)
			return pair{g.b.Concat(x.simple, y.simple), g.b.raw(Concat, s, false, x.raw, y.raw)}
		}
		if g.choose("substr", 2) == 0 {
			x, lo, hi := g.leaf(s), g.term(Signed(64), depth-1), g.term(Signed(64), depth-1)
			return pair{g.b.Substr(x.simple, lo.simple, hi.simple), g.b.raw(Substr, s, true, x.raw, lo.raw, hi.raw)}
		}
	}
	return g.leaf(s)
}

func (g gen) boolean(depth int) pair {
	switch g.choose("bool op", 6) {
	case 0:
		x := g.term(BoolSort, depth)
		return pair{g.b.Not(x.simple), g.b.raw(Not, BoolSort, false, x.raw)}
	case 1:
		x, y := g.term(BoolSort, depth), g.term(BoolSort, depth)
		return pair{g.b.Both(x.simple, y.simple), g.b.raw(AndAlso, BoolSort, false, x.raw, y.raw)}
	case 2:
		x, y := g.term(BoolSort, depth), g.term(BoolSort, depth)
		return pair{g.b.Either(x.simple, y.simple), g.b.raw(OrElse, BoolSort, false, x.raw, y.raw)}
	case 3:
		x := g.leaf(slotSorts[2+g.choose("array", 2)])
		return pair{g.b.IsNil(x.simple), g.b.raw(IsNil, BoolSort, false, x.raw)}
	case 4:
		return g.ite(BoolSort, depth)
	}
	s := g.sort()
	r := []Rel{EQ, NE, LT, LE, GT, GE}[g.choose("rel", 6)]
	if s.Kind == Bool {
		r &= 1
	}
	x, y := g.term(s, depth), g.term(s, depth)
	if g.choose("same", 5) == 0 {
		y = x
	}
	return pair{g.b.Compare(r, x.simple, y.simple), g.b.raw(RelOp(r), BoolSort, false, x.raw, y.raw)}
}

func (g gen) ite(s Sort, depth int) pair {
	c, x, y := g.term(BoolSort, depth), g.term(s, depth), g.term(s, depth)
	return pair{g.b.If(c.simple, x.simple, y.simple), g.b.raw(Ite, s, false, c.raw, x.raw, y.raw)}
}

func (g gen) integer(s Sort, depth int) pair {
	switch g.choose("int op", 7) {
	case 0:
		op := []Op{Neg, Com}[g.choose("unary", 2)]
		x := g.term(s, depth)
		return pair{g.b.Unary(op, x.simple), g.b.raw(op, s, false, x.raw)}
	case 1:
		x := g.term(append(intSorts, floatSorts...)[g.choose("from", 7)], depth)
		return pair{g.b.Convert(x.simple, s), g.b.raw(Convert, s, true, x.raw)}
	case 2:
		if s == Signed(64) {
			x := g.term(append(slotSorts[:3:3], ArrayOf(Unsigned(8)))[1+g.choose("of", 3)], depth)
			return pair{g.b.Len(x.simple), g.b.raw(Len, s, false, x.raw)}
		}
		for _, a := range slotSorts[1:4] {
			if a.ElemSort() == s {
				x, i := g.term(a, depth), g.term(intSorts[g.choose("index", 5)], depth)
				return pair{g.b.Index(x.simple, i.simple), g.b.raw(Index, s, true, x.raw, i.raw)}
			}
		}
	case 3:
		return g.ite(s, depth)
	case 4:
		if s == Unsigned(64) {
			x := g.term(Floating(64), depth)
			return pair{g.b.ToBits(x.simple), g.b.raw(ToBits, s, false, x.raw)}
		}
	}
	op := Add + Op(g.choose("binary", int(Shr-Add)+1))
	x, y := g.term(s, depth), g.term(s, depth)
	if op == Shl || op == Shr {
		y = g.term(intSorts[g.choose("count", 5)], depth)
	} else if g.choose("same", 5) == 0 {
		y = x
	}
	return pair{g.b.Binary(op, x.simple, y.simple), g.b.raw(op, s, true, x.raw, y.raw)}
}

func (g gen) floating(s Sort, depth int) pair {
	switch g.choose("float op", 5) {
	case 2:
		return g.fromBits(s, depth)
	case 0:
		op := Neg
		if s == Floating(64) {
			op = []Op{Neg, Sqrt, Exp, Log, Floor}[g.choose("unary", 5)]
		}
		x := g.term(s, depth)
		return pair{g.b.Unary(op, x.simple), g.b.raw(op, s, false, x.raw)}
	case 1:
		x := g.term(append(intSorts, floatSorts...)[g.choose("from", 7)], depth)
		return pair{g.b.Convert(x.simple, s), g.b.raw(Convert, s, false, x.raw)}
	}
	op := Add + Op(g.choose("binary", 4))
	if s == Floating(64) && g.choose("power", 8) == 0 {
		op = Pow
	}
	x, y := g.term(s, depth), g.term(s, depth)
	return pair{g.b.Binary(op, x.simple, y.simple), g.b.raw(op, s, false, x.raw, y.raw)}
}

func (g gen) fromBits(s Sort, depth int) pair {
	x := g.term(Unsigned(int(s.Bits)), depth)
	if g.choose("back", 2) == 0 {
		y := g.term(s, depth)
		x = pair{g.b.ToBits(y.simple), g.b.raw(ToBits, x.raw.Sort, false, y.raw)}
	}
	return pair{g.b.FromBits(x.simple), g.b.raw(FromBits, s, false, x.raw)}
}

func (g gen) env() Env {
	values := make([]Value, 2*len(slotSorts))
	defined := make([]bool, len(values))
	for i := range values {
		s := slotSorts[i/2]
		defined[i] = i%2 == 0 || rapid.Bool().Draw(g.t, "defined")
		switch s.Kind {
		case Bool:
			values[i].Bits = boolBits(rapid.Bool().Draw(g.t, "v"))
		case Int, Uint:
			values[i].Bits = s.Wrap(g.number())
		case Float:
			values[i].Bits = math.Float64bits(roundFloat(s, g.float()))
		case String:
			values[i].Str = rapid.StringMatching("[ab]{0,3}").Draw(g.t, "v")
		case Array:
			n := g.choose("len", 4)
			values[i].Nil = n == 0
			for range n {
				values[i].Elems = append(values[i].Elems, s.ElemSort().Wrap(g.number()))
			}
		}
	}
	return func(slot int) (Value, bool) { return values[slot], defined[slot] }
}

func same(s Sort, a, b Value) bool {
	switch s.Kind {
	case String:
		return a.Str == b.Str
	case Array:
		return slices.Equal(a.Elems, b.Elems) && a.Nil == b.Nil
	case Float:
		x, y := math.Float64frombits(a.Bits), math.Float64frombits(b.Bits)
		return x != x && y != y || a.Bits == b.Bits
	}
	return a.Bits == b.Bits
}

// TestSimplifyLaw checks that simplification keeps values and definedness, that a term that is
// not Partial is defined, and that SlotSet covers the slots that a value depends on.
func TestSimplifyLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t, NewBuilder()}
		s := g.sort()
		p := g.term(s, rapid.IntRange(1, 4).Draw(t, "depth"))
		env := g.env()
		want, wok := Eval(p.raw, env)
		got, gok := Eval(p.simple, func(slot int) (Value, bool) {
			if !p.simple.Uses(slot) {
				t.Fatalf("%v reads slot %d unannounced", p.simple, slot)
			}
			return env(slot)
		})
		if wok != gok || wok && !same(s, want, got) {
			t.Fatalf("%v is %v %v\nsimplified %v is %v %v", p.raw, want, wok, p.simple, got, gok)
		}
		if !gok && !p.simple.Partial {
			t.Fatalf("%v is undefined but not partial", p.simple)
		}
	})
}

// TestDistanceLaw checks that a distance is defined where the condition is, and 0 exactly if
// the condition has the outcome. Simplification may change other distances.
func TestDistanceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t, NewBuilder()}
		p := g.term(BoolSort, rapid.IntRange(1, 4).Draw(t, "depth"))
		env := g.env()
		want := rapid.Bool().Draw(t, "outcome")
		for _, c := range []*Term{p.simple, p.raw} {
			v, ok := Eval(c, env)
			d, dok := Distance(c, want, env)
			if ok != dok {
				t.Fatalf("%v is defined: %v, its distance: %v", c, ok, dok)
			}
			if ok && ((d.Exact == 0) != ((v.Bits != 0) == want) || (d.Exact == 0) != (d.Published == 0)) {
				t.Fatalf("%v is %v, its distance to %v is %v", c, v.Bits != 0, want, d)
			}
		}
	})
}

func TestDistanceOfConnectives(t *testing.T) {
	b := NewBuilder()
	x := b.Slot(0, Signed(64), false)
	low := b.Compare(GT, x, b.Int(Signed(64), 10))  // x > 10
	high := b.Compare(LT, x, b.Int(Signed(64), 20)) // x < 20
	for _, c := range []struct {
		cond    *Term
		outcome bool
		x       int64
		want    uint64
	}{
		{b.Both(low, high), true, 3, 8},
		{b.Both(low, high), true, 22, 3},
		{b.Both(low, high), true, 15, 0},
		{b.Both(low, high), false, 15, 6}, // both operands have distance 6: to x <= 10 and to x >= 20
		{b.Both(low, high), false, 17, 4},
		{b.Either(low, high), false, 15, 12},
		{b.Either(b.Not(low), b.Not(high)), true, 12, 3},
		{b.Not(b.Both(low, high)), true, 12, 3},
	} {
		d, ok := Distance(c.cond, c.outcome, func(int) (Value, bool) { return Value{Bits: uint64(c.x)}, true })
		if !ok || d.Exact != c.want || d.Published != float64(c.want) {
			t.Errorf("%v to %v at %d: %v, want %d", c.cond, c.outcome, c.x, d, c.want)
		}
	}
}

// TestDistanceOfUndefined checks that an undefined right operand does not matter if the left
// one decides, and makes the distance undefined otherwise.
func TestDistanceOfUndefined(t *testing.T) {
	b := NewBuilder()
	zero := b.Int(Signed(64), 0)
	x, y := b.Slot(0, Signed(64), false), b.Slot(1, Signed(64), true) // y is undefined
	left, right := b.Compare(GT, x, zero), b.Compare(GT, y, zero)
	for _, c := range []struct {
		cond    *Term
		outcome bool
		x       int64
		want    uint64
		ok      bool
	}{
		{b.Both(left, right), true, -4, 6, true},
		{b.Both(left, right), true, 1, 0, false},
		{b.Both(left, right), false, -4, 0, true},
		{b.Both(left, right), false, 1, 0, false},
		{b.Either(left, right), true, 1, 0, true},
		{b.Either(left, right), true, -4, 0, false},
		{b.Either(left, right), false, 1, 3, true},
		{b.Either(left, right), false, -4, 0, false},
		{b.Compare(EQ, y, y), true, 1, 0, false},
	} {
		d, ok := Distance(c.cond, c.outcome, func(slot int) (Value, bool) { return Value{Bits: uint64(c.x)}, slot == 0 })
		if ok != c.ok || ok && d.Exact != c.want {
			t.Errorf("%v to %v at %d: %v %v, want %d %v", c.cond, c.outcome, c.x, d.Exact, ok, c.want, c.ok)
		}
	}
}

func TestPrintAndShare(t *testing.T) {
	b := NewBuilder()
	s := Signed(32)
	n, a, i := b.Slot(0, s, false), b.Slot(1, ArrayOf(s), false), b.Slot(2, Signed(64), false)
	one := b.Int(s, 1)
	for _, c := range []struct {
		got  *Term
		want string
	}{
		{b.Binary(Sub, b.Binary(Add, n, one), one), "$0"},
		{b.Binary(Sub, n, b.Int(s, 3)), "$0 - 3"},
		{b.Binary(Mul, b.Binary(Add, one, n), b.Int(s, 2)), "($0 + 1) * 2"},
		{b.Binary(Sub, n, b.Binary(Sub, n, b.Index(a, i))), "$0 - ($0 - $1[$2])"},
		{b.Compare(GE, b.Int(s, 0), n), "0 >= $0"},
		{b.Not(b.Compare(GE, b.Int(s, 0), n)), "0 < $0"},
		{b.Compare(LT, n, n), "false"},
		{b.Both(b.Compare(EQ, n, one), b.Either(b.IsNil(a), b.Bool(false))), "$0 == 1 && $1 == nil"},
		{b.Convert(b.Convert(n, Signed(64)), s), "$0"},
		{b.Convert(b.Convert(n, Signed(8)), s), "int32(int8($0))"},
		{b.Binary(Div, one, b.Int(s, 0)), "1 / 0"},
		{b.Len(b.Str("abc")), "3"},
		{b.Index(b.Substr(b.Str("abc"), b.Int(Signed(64), 1), b.Int(Signed(64), 3)), b.Int(Signed(64), 0)), "98"},
		{b.Binary(Add, b.Int(Signed(8), 127), b.Int(Signed(8), 1)), "-128"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if b.Binary(Add, n, one) != b.Binary(Add, one, n) {
		t.Error("x+1 and 1+x are not shared")
	}
}

func ExampleBuilder() {
	b := NewBuilder()
	a := b.Slot(0, ArrayOf(Signed(32)), false)
	n := b.Slot(1, Signed(32), false)
	sum := b.Binary(Add, n, b.Index(a, b.Int(Signed(64), 0)))
	cond := b.Compare(LT, sum, b.Int(Signed(32), 10))
	env := func(slot int) (Value, bool) {
		return []Value{{Elems: []uint64{7, 8}}, {Bits: 5}}[slot], true
	}
	d, _ := Distance(cond, true, env)
	fmt.Println(cond, "is", d.Exact, "away")
	// Output: $1 + $0[0] < 10 is 3 away
}
