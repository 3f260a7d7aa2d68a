package bitvec

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// possible tries all values of two slots of eight bits.
func possible(clauses []*term.Term) bool {
	var in [2]uint64
	e := term.NewWordEvaluator(func(slot int) uint64 { return in[slot] })
	for x := range uint64(256) {
		in[0] = slotSorts[0].Wrap(x)
		e.Changed(0)
		for y := range uint64(256) {
			in[1] = y
			e.Changed(1)
			if !slices.ContainsFunc(clauses, func(c *term.Term) bool { return !e.Holds(c) }) {
				return true
			}
		}
	}
	return false
}

// TestSolveLaw checks verdicts on conditions over two bytes against trying all values, and that
// models satisfy the conditions.
func TestSolveLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t, term.NewBuilder()}
		var clauses []*term.Term
		for range rapid.IntRange(1, 3).Draw(t, "clauses") {
			clauses = append(clauses, g.boolean(rapid.IntRange(0, 2).Draw(t, "depth")))
		}
		s := New(Options{})
		for _, c := range clauses {
			s.Push(c)
		}
		witness := env(slotSorts[0].Wrap(rapid.Uint64().Draw(t, "a")), slotSorts[1].Wrap(rapid.Uint64().Draw(t, "b")))
		a := s.Solve(context.Background(), witness)
		if err := justified(a, clauses, witness); err != "" {
			t.Fatalf("%v: %+v: %s", clauses, a, err)
		}
		if want := possible(clauses); a.Verdict == smt.Unknown || want != (a.Verdict == smt.Sat) {
			t.Fatalf("%v: can hold: %v, but %+v", clauses, want, a)
		}
	})
}

// justified returns "" if an answer about clauses is right, else a description of the error.
func justified(a smt.Answer, clauses []*term.Term, witness term.Env) string {
	switch a.Verdict {
	case smt.Unknown:
		if a.Reason == "" {
			return "no reason"
		}
	case smt.Sat:
		seen := make(map[int]bool)
		for _, x := range a.Changes {
			if v, ok := witness(x.Slot); seen[x.Slot] || ok && v.Bits == x.Value.Bits {
				return "a change twice, or of nothing"
			}
			seen[x.Slot] = true
		}
		model := changed(witness, a.Changes)
		for _, c := range clauses {
			if !holds(c, model) {
				return c.String() + " does not hold"
			}
		}
	}
	return ""
}

// TestPlanted checks that planted models are found at all widths, and that equal calls give
// equal answers.
func TestPlanted(t *testing.T) {
	const steps = 150_000
	counts := make(map[smt.Verdict]int)
	for i, shape := range testutil.Shapes() {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		b := term.NewBuilder()
		for _, c := range []*testutil.Condition{testutil.Planted(rng, b, shape), testutil.Random(rng, b, shape)} {
			a := check(c, steps)
			counts[a.Verdict]++
			if err := justified(a, append(c.Path[:len(c.Path):len(c.Path)], c.Extra), c.Env()); err != "" {
				t.Errorf("%v: %s", shape, err)
			}
			if a.Verdict == smt.Unsat {
				if c.Plant != nil {
					t.Errorf("%v: unsat, but %v is a solution", shape, c.Plant)
				}
			}
			if i%8 == 0 {
				again := check(c, steps)
				if again.Verdict != a.Verdict || again.Reason != a.Reason ||
					!slices.EqualFunc(again.Changes, a.Changes, func(x, y smt.Assignment) bool { return x.Slot == y.Slot && x.Value.Bits == y.Value.Bits }) {
					t.Errorf("%v: %+v, then %+v", shape, a, again)
				}
			}
		}
	}
	t.Log(counts)
	if counts[smt.Sat] < 40 || counts[smt.Unsat] < 3 || counts[smt.Unknown] > 32 {
		t.Errorf("%v", counts)
	}
}

func check(c *testutil.Condition, steps int64) smt.Answer {
	s := New(Options{Steps: steps})
	for _, p := range c.Path {
		s.Push(p)
	}
	return s.Check(context.Background(), c.Extra, c.Env())
}

// TestPushPop checks that after any pushes, queries and pops a verdict equals that of a new
// solver with the same path.
func TestPushPop(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b := term.NewBuilder()
		shape := testutil.Shape{Sort: term.Signed(16), Mix: testutil.Bits, Vars: 4, Clauses: 40}
		c := testutil.Random(rng, b, shape)
		s, on := New(Options{}), []*term.Term(nil)
		for range 40 {
			if n := len(on); n > 0 && rng.IntN(3) == 0 {
				k := 1 + rng.IntN(n)
				s.Pop(k)
				on = on[:n-k]
			}
			next := c.Path[rng.IntN(len(c.Path))]
			s.Push(next)
			on = append(on, next)
			extra := b.Not(c.Path[rng.IntN(len(c.Path))])
			fresh := New(Options{})
			for _, p := range on {
				fresh.Push(p)
			}
			got, want := s.Check(context.Background(), extra, c.Env()), fresh.Check(context.Background(), extra, c.Env())
			if got.Verdict != want.Verdict {
				t.Fatalf("%v under %v: %v, alone %v", extra, on, got.Verdict, want.Verdict)
			}
			if err := justified(got, append(on[:len(on):len(on)], extra), c.Env()); err != "" {
				t.Fatal(err)
			}
		}
	}
}

// TestPopForgets checks that queries before the last Pop do not affect answers.
func TestPopForgets(t *testing.T) {
	b := term.NewBuilder()
	shape := testutil.Shape{Sort: term.Unsigned(16), Mix: testutil.Linear, Vars: 3, Clauses: 12}
	c := testutil.Random(rand.New(rand.NewPCG(3, 3)), b, shape)
	s := New(Options{})
	for i := range c.Path {
		s.Push(c.Path[i])
		s.Check(context.Background(), b.Not(c.Path[(i+1)%len(c.Path)]), c.Env())
	}
	s.Pop(len(c.Path) - 1)
	for _, p := range c.Path[1:] {
		s.Push(p)
	}
	from := s.steps
	got := s.Check(context.Background(), c.Extra, c.Env())
	fresh := New(Options{})
	for _, p := range c.Path {
		fresh.Push(p)
	}
	want := fresh.Check(context.Background(), c.Extra, c.Env())
	if !reflect.DeepEqual(got, want) || s.steps-from != fresh.steps {
		t.Errorf("%+v, alone %+v", got, want)
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(17))
	f.Add(uint64(3), uint8(38))
	f.Fuzz(func(t *testing.T, seed uint64, shape uint8) {
		shapes := testutil.Shapes()
		b := term.NewBuilder()
		c := testutil.Planted(rand.New(rand.NewPCG(seed, 0)), b, shapes[int(shape)%len(shapes)])
		a := check(c, 200_000)
		if err := justified(a, append(c.Path[:len(c.Path):len(c.Path)], c.Extra), c.Env()); err != "" || a.Verdict == smt.Unsat {
			t.Fatalf("%v: %+v %s", c.Plant, a, err)
		}
	})
}
