package term

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestEvaluatorAgainstNaive compares an evaluator with a naive one and with Distance, while
// slots change and after terms were dropped.
func TestEvaluatorAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t, NewBuilder()}
		values := g.env()
		overlay := make(map[int]Value)
		env := func(slot int) (Value, bool) {
			v, ok := values(slot)
			if w, set := overlay[slot]; set {
				return w, true
			}
			return v, ok
		}
		e := NewEvaluator(env)
		var terms []*Term
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch g.choose("step", 4) {
			case 0:
				terms = append(terms, g.term(BoolSort, 3).raw)
			case 1:
				slot := 8 + g.choose("slot", 10) // slot of a number
				overlay[slot] = Value{Bits: slotSorts[slot/2].Wrap(g.number())}
				e.Changed(slot)
			case 2:
				values = g.env()
				e.Reset()
			case 3:
				if len(terms) > 0 {
					g.b.Retain(terms[g.choose("root", len(terms))])
				}
			}
			for _, c := range terms {
				want, wok := naive(c, env)
				if got, ok := e.Bits(c); ok != wok || ok && got != want.Bits {
					t.Fatalf("%v is %v %v, want %v %v", c, got, ok, want, wok)
				}
				if got, ok := Eval(c, env); ok != wok || ok && got.Bits != want.Bits {
					t.Fatalf("%v is %v %v by Eval, want %v %v", c, got, ok, want, wok)
				}
				if e.Holds(c) != (wok && want.Bits != 0) {
					t.Fatalf("%v holds: %v", c, e.Holds(c))
				}
				d, dok := Distance(c, true, env)
				if got, ok := e.Distance(c, true); ok != dok || ok && got != d {
					t.Fatalf("%v is %v %v away, want %v %v", c, got, ok, d, dok)
				}
			}
		}
	})
}

// TestEvaluatorKeeps checks that a changed slot causes only the terms that depend on it to be
// computed again.
func TestEvaluatorKeeps(t *testing.T) {
	b := NewBuilder()
	s := Signed(64)
	const n = 10
	asked := make([]int, n)
	e := NewWordEvaluator(func(slot int) uint64 { asked[slot]++; return uint64(slot) })
	var terms []*Term
	for i := range n - 1 {
		terms = append(terms, b.Compare(LT, b.Slot(i, s, false), b.Slot(i+1, s, false)))
	}
	all := func() {
		for _, c := range terms {
			if !e.Holds(c) {
				t.Fatal(c)
			}
		}
	}
	all()
	clear(asked)
	work := e.Work()
	all()
	e.Changed(3)
	all()
	if got := e.Work() - work; got != 2 {
		t.Errorf("%d operations, want 2", got)
	}
	if want := []int{0, 0, 1, 2, 1, 0, 0, 0, 0, 0}; !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
	if got := testing.AllocsPerRun(10, func() { e.Reset(); all() }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

// TestSlots checks that the list of slots is that of the leaves and is shared if possible.
func TestSlots(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := Signed(64)
	for range 50 {
		b := NewBuilder()
		pool := []*Term{b.Slot(0, s, false)}
		sets := map[*Term]map[int32]bool{pool[0]: {0: true}}
		for range 60 {
			x, y := pool[r.IntN(len(pool))], b.Slot(r.IntN(100), s, false)
			if sets[y] == nil {
				sets[y] = map[int32]bool{int32(y.Bits): true}
			}
			if r.IntN(2) == 0 {
				y = pool[r.IntN(len(pool))]
			}
			z := b.raw(Mul, s, false, x, y)
			sets[z] = make(map[int32]bool)
			for _, of := range []*Term{x, y} {
				for slot := range sets[of] {
					sets[z][slot] = true
				}
			}
			pool = append(pool, z)
		}
		for _, i := range r.Perm(len(pool)) {
			checkSlots(t, pool[i], sets[pool[i]])
		}
	}
	b := NewBuilder()
	sum := b.Binary(Mul, b.Slot(1, s, false), b.Slot(2, s, false))
	if more := b.Binary(Mul, sum, b.Slot(1, s, false)); &more.Slots()[0] != &sum.Slots()[0] {
		t.Error("equal lists are not shared")
	}
}

func checkSlots(t *testing.T, x *Term, want map[int32]bool) {
	t.Helper()
	got := x.Slots()
	if len(got) != len(want) || !slices.IsSorted(got) {
		t.Fatalf("%v has slots %v, want %v", x, got, want)
	}
	set := x.SlotSet()
	for _, slot := range got {
		if !want[slot] || !x.Uses(int(slot)) || set[slot/64]>>(slot%64)&1 == 0 {
			t.Fatalf("%v has slots %v, want %v", x, got, want)
		}
	}
	if x.Uses(100) {
		t.Fatalf("%v uses slot 100", x)
	}
}

// TestSlotsOfLongSum checks that a sum of many slots, built step by step, holds lists only for
// its first terms.
func TestSlotsOfLongSum(t *testing.T) {
	b := NewBuilder()
	s := Unsigned(32)
	const n = 100_000
	sum := b.Slot(0, s, false)
	for i := 1; i < n; i++ {
		sum = b.raw(Add, s, false, sum, b.Slot(i, s, false))
	}
	listed := 0
	for _, x := range b.terms {
		listed += len(x.slots)
	}
	if most := n + maxListed*maxListed; listed > most {
		t.Errorf("%d slots listed, want %d at most", listed, most)
	}
	if got := len(sum.Slots()); got != n {
		t.Errorf("%d slots, want %d", got, n)
	}
}

// TestTraits asserts that a term has the traits of its sub-terms.
func TestTraits(t *testing.T) {
	b := NewBuilder()
	x, y := b.Slot(0, Signed(32), false), b.Slot(1, Signed(32), false)
	narrow := b.Slot(2, Signed(16), false)
	a := b.Slot(3, ArrayOf(Signed(32)), false)
	zero := b.Int(Signed(32), 0)
	for _, c := range []struct {
		of   *Term
		want Traits
	}{
		{b.Compare(LT, b.Binary(Add, x, y), zero), 0},
		{b.Binary(Mul, x, b.Int(Signed(32), 3)), 0},
		{b.Binary(Mul, narrow, narrow), 0},
		{b.Compare(LT, b.Binary(Add, b.Binary(Mul, x, y), x), zero), WideProduct},
		{b.Binary(Div, x, y), WideProduct},
		{b.Compare(LT, b.Index(a, b.Int(Signed(64), 0)), x), Texts},
		{b.Compare(LT, b.Binary(Rem, b.Index(a, b.Int(Signed(64), 0)), x), zero), Texts | WideProduct},
	} {
		if c.of.Traits != c.want {
			t.Errorf("%v: %b, want %b", c.of, c.of.Traits, c.want)
		}
	}
	if b.SortOf(2) != narrow.Sort || b.SortOf(3) != a.Sort {
		t.Errorf("sorts %v and %v", b.SortOf(2), b.SortOf(3))
	}
}

func TestRetain(t *testing.T) {
	b := NewBuilder()
	s := Signed(32)
	x, y := b.Slot(0, s, false), b.Slot(1, s, false)
	sum := b.Binary(Add, x, y)
	product := b.Binary(Mul, x, y)
	kept := b.Compare(LT, sum, b.Int(s, 5))
	made := b.made
	b.Retain(kept)
	if got := b.Size(); got != 5 {
		t.Errorf("%d terms left, want 5", got)
	}
	if b.Term(kept.ID) != kept || b.Term(product.ID) != nil || b.Shrunk() != 1 {
		t.Error("terms are not found by ID")
	}
	if b.Compare(LT, b.Binary(Add, x, y), b.Int(s, 5)) != kept {
		t.Error("a kept term was made again")
	}
	again := b.Binary(Mul, x, y)
	if again == product || again.ID != made || b.Term(again.ID) != again {
		t.Errorf("%v with ID %d, want a new term with ID %d", again, again.ID, made)
	}
	for i := range 3000 { // after rehashing all terms are found again
		b.Slot(i, s, false)
	}
	if b.Slot(0, s, false) != x || b.Slot(1, s, false) != y || b.Binary(Mul, x, y) != again {
		t.Error("a term was made again")
	}
}

func BenchmarkMake(b *testing.B) {
	s := Signed(64)
	for b.Loop() {
		t := NewBuilder()
		for i := range 1000 {
			x, y := t.Slot(i, s, false), t.Slot(i+1, s, false)
			t.Compare(LE, x, t.Binary(Add, y, t.Int(s, 3)))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5000, "ns/term")
}

func BenchmarkFind(b *testing.B) {
	s := Signed(64)
	t := NewBuilder()
	x, y := t.Slot(0, s, false), t.Slot(1, s, false)
	for b.Loop() {
		t.Compare(LE, x, t.Binary(Add, y, x))
	}
}

func BenchmarkEvaluator(b *testing.B) {
	s := Signed(64)
	t := NewBuilder()
	e := NewWordEvaluator(func(slot int) uint64 { return uint64(slot) })
	c := t.Compare(LE, t.Slot(0, s, false), t.Binary(Add, t.Slot(1, s, false), t.Slot(2, s, false)))
	for b.Loop() {
		e.Changed(1)
		e.Holds(c)
	}
}
