package term

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ruleGen draws operands that rules are likely to match: few slots, few constants, operations
// on them, and repeated operands.
type ruleGen struct {
	r      *rand.Rand
	b      *Builder
	wanted []Op // drawn more often
}

var ruleSorts = []Sort{BoolSort, Signed(8), Unsigned(8), Signed(16), Signed(32), Unsigned(32), Signed(64), Unsigned(64), Floating(32), Floating(64)}

func (g ruleGen) constant(s Sort) *Term {
	switch s.Kind {
	case Bool:
		return g.b.Bool(g.r.IntN(2) == 0)
	case Float:
		return g.b.Float(s, []float64{0, 1, -1, 2.5, 1e30, math.NaN(), math.Inf(-1)}[g.r.IntN(7)])
	}
	lo, hi := s.limits()
	return g.b.Int(s, []uint64{0, 1, 2, 3, 7, 8, 255, 256, ^uint64(0), lo, hi, g.r.Uint64()}[g.r.IntN(12)])
}

// term draws a term of a sort; some slots may be undefined.
func (g ruleGen) term(s Sort, depth int) *Term {
	if depth == 0 || g.r.IntN(4) == 0 {
		if g.r.IntN(3) == 0 {
			return g.constant(s)
		}
		i := g.r.IntN(3)
		for j, o := range ruleSorts {
			if o == s {
				i += 3 * j
			}
		}
		return g.b.Slot(i, s, i%3 == 2)
	}
	if g.r.IntN(5) == 0 {
		x := g.term(s, depth-1)
		return g.b.If(g.term(BoolSort, depth-1), x, g.term(s, depth-1))
	}
	n := g.node(g.op(s), s, depth-1)
	return g.b.build(n)
}

func (g ruleGen) op(s Sort) Op {
	if op := g.wanted[g.r.IntN(len(g.wanted))]; g.r.IntN(2) == 0 && op.yields(s) {
		return op
	}
	switch s.Kind {
	case Bool:
		return Eq + Op(g.r.IntN(int(Ite-Eq)))
	case Float:
		return []Op{Add, Sub, Mul, Div, Neg, Convert, FromBits}[g.r.IntN(7)]
	}
	return Add + Op(g.r.IntN(int(Convert-Add)+1))
}

// yields reports whether s can be the sort of the operation.
func (o Op) yields(s Sort) bool {
	switch {
	case o == ToBits:
		return s == Unsigned(32) || s == Unsigned(64)
	case o == FromBits:
		return s.Kind == Float
	case o >= Sqrt && o <= Pow:
		return s == Floating(64)
	case o >= Eq && o <= OrElse:
		return s.Kind == Bool
	case o == Ite:
		return true
	case o <= Div || o == Neg || o == Convert:
		return s.Kind != Bool
	}
	return s.IsInteger()
}

// node draws the operands of an operation.
func (g ruleGen) node(op Op, s Sort, depth int) node {
	switch op {
	case Neg, Com, Not, Sqrt, Exp, Log, Floor:
		return unaryNode(op, s, g.term(s, depth))
	case Convert:
		from := ruleSorts[1+g.r.IntN(len(ruleSorts)-1)]
		for from == s {
			from = ruleSorts[1+g.r.IntN(len(ruleSorts)-1)]
		}
		n := unaryNode(op, s, g.term(from, depth))
		n.ownPartial = from.Kind == Float && s.IsInteger()
		return n
	case ToBits:
		return unaryNode(op, s, g.term(Floating(int(s.Bits)), depth))
	case FromBits:
		return unaryNode(op, s, g.term(Unsigned(int(s.Bits)), depth))
	case Ite:
		return ternaryNode(op, s, g.term(BoolSort, depth), g.term(s, depth), g.term(s, depth))
	}
	from := s
	if _, ok := op.Rel(); ok {
		from = ruleSorts[1+g.r.IntN(len(ruleSorts)-1)]
		if op <= Ne {
			from = ruleSorts[g.r.IntN(len(ruleSorts))]
		}
	}
	x, y := g.term(from, depth), g.term(from, depth)
	switch g.r.IntN(6) {
	case 0:
		y = x
	case 1:
		if len(x.Args) > 0 && x.Args[len(x.Args)-1].Sort == from {
			y = x.Args[len(x.Args)-1]
		}
	case 2:
		if from.Kind == Bool {
			y = g.b.Not(x)
		}
	}
	n := binaryNode(op, s, x, y)
	n.ownPartial = from.Kind != Float && partialBinary(op, y)
	return n
}

func (g ruleGen) env() Env {
	values := make([]Value, 3*len(ruleSorts))
	ok := make([]bool, len(values))
	for i := range values {
		c := g.constant(ruleSorts[i/3])
		values[i], ok[i] = Value{Bits: c.Bits}, i%3 < 2 || g.r.IntN(3) > 0
	}
	return func(slot int) (Value, bool) { return values[slot], ok[slot] }
}

// TestRuleLaws checks that every rule of the table fires and that its result has the value and
// the definedness of the operation and is Partial if it may be undefined. Distances must be the
// same, unless the rule declares that it changes them. A new rule that these operands do not
// reach fails here.
func TestRuleLaws(t *testing.T) {
	for op, rules := range newRules() {
		for _, r := range rules {
			t.Run(Op(op).String()+" "+r.name, func(t *testing.T) { checkRule(t, Op(op), r) })
		}
	}
}

func checkRule(t *testing.T, op Op, r rule) {
	const wanted, most = 20, 150_000
	g := ruleGen{r: rand.New(rand.NewPCG(uint64(op), uint64(len(r.name)))), wanted: []Op{op, op, Convert}}
	if op == FromBits {
		g.wanted = []Op{ToBits}
	}
	fired := 0
	for i := range most {
		if fired == wanted {
			return
		}
		if i%50 == 0 {
			g.b = NewBuilder()
		}
		n := g.node(op, g.sortOf(op), 2)
		after := r.apply(g.b, &n)
		if after == nil {
			continue
		}
		fired++
		before := g.b.intern(&n)
		if after.Sort != before.Sort {
			t.Fatalf("%v is of sort %v, %v of %v", before, before.Sort, after, after.Sort)
		}
		for range 40 {
			env := g.env()
			checkEqual(t, before, after, env)
			if op >= Eq && op <= Ge && !r.changesDistance && before.Args[0].Sort.Kind != Bool {
				checkDistances(t, before, after, env)
			}
		}
	}
	t.Fatalf("fired %d times, want %d", fired, wanted)
}

// sortOf draws the sort of a result.
func (g ruleGen) sortOf(op Op) Sort {
	for {
		s := ruleSorts[g.r.IntN(len(ruleSorts))]
		if op.yields(s) && (s.Kind != Float || op >= Neg) {
			return s
		}
	}
}

func checkEqual(t *testing.T, before, after *Term, env Env) {
	t.Helper()
	want, wok := Eval(before, env)
	got, gok := Eval(after, env)
	if wok != gok || wok && !same(before.Sort, want, got) {
		t.Fatalf("%v is %v %v\nsimplified %v is %v %v", before, want, wok, after, got, gok)
	}
	if !gok && !after.Partial {
		t.Fatalf("%v is undefined but not partial", after)
	}
}

func checkDistances(t *testing.T, before, after *Term, env Env) {
	t.Helper()
	for _, want := range [2]bool{false, true} {
		d, ok := Distance(before, want, env)
		e, same := Distance(after, want, env)
		if ok != same || d != e {
			t.Fatalf("%v is %v %v away from %v, simplified %v is %v %v away", before, d, ok, want, after, e, same)
		}
	}
}

// TestDecodedWords checks that the operations of the generated decoder on a word are simplified
// away.
func TestDecodedWords(t *testing.T) {
	b := NewBuilder()
	word := Unsigned(64)
	i8, u8 := b.Slot(0, Signed(8), false), b.Slot(1, Unsigned(8), false)
	flag, f64, f32 := b.Slot(2, BoolSort, false), b.Slot(3, Floating(64), false), b.Slot(4, Floating(32), false)
	zero := b.Int(word, 0)
	asWord := func(c *Term) *Term { return b.If(c, b.Int(word, 1), zero) }
	for _, c := range []struct {
		got  *Term
		want *Term
	}{
		{b.Convert(b.Convert(i8, word), Signed(8)), i8},
		{b.Compare(LT, b.Convert(b.Convert(b.Convert(i8, word), Signed(8)), Signed(64)), b.Convert(i8, Signed(64))), b.Bool(false)},
		{b.Compare(NE, asWord(flag), zero), flag},
		{b.Compare(EQ, asWord(flag), zero), b.Not(flag)},
		{b.FromBits(b.ToBits(f64)), f64},
		{b.FromBits(b.Convert(b.Convert(b.ToBits(f32), word), Unsigned(32))), f32},
		{b.Compare(LE, b.Convert(u8, Signed(64)), b.Int(Signed(64), 9)), b.Compare(LE, u8, b.Int(Unsigned(8), 9))},
		{b.Compare(LT, b.Convert(u8, Signed(64)), b.Int(Signed(64), 300)), b.Bool(true)},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}
