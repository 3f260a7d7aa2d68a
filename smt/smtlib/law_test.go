package smtlib

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// installed returns the solvers on PATH; a test without one is skipped.
func installed(t testing.TB) []Tool {
	tools := Find()
	if len(tools) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	return tools
}

func open(t testing.TB, tool Tool, o Options) *Solver {
	s, err := New(tool, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// mixes are sorts whose slots occur together.
var mixes = [][]term.Sort{
	{term.BoolSort, term.Signed(8), term.Unsigned(8)},
	{term.Signed(16), term.Unsigned(32)},
	{term.Signed(32), term.Signed(64)},
	{term.Unsigned(16), term.Unsigned(64)},
	{term.Floating(64), term.BoolSort},
	{term.Floating(32), term.Signed(32)},
	{term.Floating(64), term.Unsigned(64)},
	{term.StringSort},
	{term.StringSort, term.Signed(64)},
}

// TestMeaning checks that printed terms mean what the evaluator computes: with every slot
// fixed, a condition is satisfiable exactly if it is defined and true.
func TestMeaning(t *testing.T) {
	for _, tool := range installed(t) {
		t.Run(tool.Name, func(t *testing.T) {
			t.Parallel()
			counts := make(map[string]int)
			s := open(t, tool, Options{Time: 200 * time.Millisecond, OnFalse: func(f smt.Falsehood) { t.Error(f) }})
			for seed := range uint64(110) {
				rng := rand.New(rand.NewPCG(seed, 1))
				w := newWorld(rng, mixes[seed%uint64(len(mixes))]...)
				if w.has(term.Float) && seed > 20 {
					continue // slow
				}
				path := w.pinned()
				for _, c := range path {
					s.Push(c)
				}
				for range 4 {
					c := w.clause(1 + rng.IntN(2))
					a := s.Check(context.Background(), c, w.env)
					want := smt.Unsat
					if w.holds(c) {
						want = smt.Sat
					}
					switch a.Verdict {
					case smt.Unknown:
						counts[a.Reason]++
					case want:
						counts[want.String()]++
					default:
						t.Fatalf("seed %d: %v, but %v is %v under %v", seed, a.Verdict, c, want, w.values)
					}
				}
				s.Pop(len(path))
			}
			t.Log(counts, s.Stats())
			if counts["sat"] < 100 || counts["unsat"] < 100 {
				t.Error("too few answers")
			}
		})
	}
}

// TestAgreement checks that the embedded solver and an installed one never contradict each
// other, and that the models of the latter are valid.
func TestAgreement(t *testing.T) {
	for _, tool := range installed(t) {
		t.Run(tool.Name, func(t *testing.T) {
			t.Parallel()
			v := validate(t, tool, 100*time.Millisecond)
			for kind := range kinds() {
				if shapes := testutil.Shapes(); kind >= len(shapes) || shapes[kind].Clauses == 5 && kind%4 < 2 {
					v.check(t, 1, kind)
				}
			}
			t.Log(tool.Name, v.counts)
			if v.counts["sat sat"] < 15 || v.counts["unsat unsat"] < 5 {
				t.Error("too few answers")
			}
		})
	}
}

// validating returns a solver that queries the embedded solver and an installed one.
type validating struct {
	lib, embedded, both smt.Solver
	counts              map[string]int
	wrong               []string
}

func validate(t testing.TB, tool Tool, limit time.Duration) *validating {
	v := &validating{counts: make(map[string]int)}
	onFalse := func(f smt.Falsehood) {
		v.wrong = append(v.wrong, fmt.Sprintf("%s: %v does not hold under %v", f.Solver, f.Clause, f.Model))
	}
	v.lib = &recorder{Solver: open(t, tool, Options{Time: limit, OnFalse: onFalse})}
	v.embedded = &recorder{Solver: embedded.New(embedded.Options{BitVec: bitvec.Options{Steps: 300_000}})}
	v.both = smt.Compare(v.lib, v.embedded, func(d *smt.Disagreement) { v.wrong = append(v.wrong, d.Error()) })
	return v
}

// recorder keeps the last verdict.
type recorder struct {
	smt.Solver
	last smt.Verdict
}

func (r *recorder) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	a := r.Solver.Check(ctx, extra, w)
	r.last = a.Verdict
	return a
}

// kinds is the number of kinds of conditions.
func kinds() int { return len(testutil.Shapes()) + 4*len(mixes) }

// condition draws a path, a query, and the witness of the path.
func condition(seed uint64, kind int) (path []*term.Term, extra *term.Term, w term.Env) {
	rng := rand.New(rand.NewPCG(seed, uint64(kind)))
	shapes := testutil.Shapes()
	if kind < len(shapes) {
		shape := shapes[kind]
		if shape.Sort.Bits == 8 && rng.IntN(2) == 0 {
			shape.Sort.Bits = 16
		}
		c := testutil.Random(rng, term.NewBuilder(), shape)
		return c.Path, c.Extra, c.Env()
	}
	kind -= len(shapes)
	drawn := newWorld(rng, mixes[kind%len(mixes)]...)
	depth := kind / len(mixes) / 2 // half of them only compare slots
	for len(path) < 8 {
		c := drawn.clause(depth)
		if !drawn.holds(c) {
			c = drawn.b.Not(c)
		}
		if drawn.holds(c) && !c.IsConst() { // otherwise it is undefined
			path = append(path, c)
		}
	}
	return path[1:], drawn.b.Not(path[0]), drawn.env
}

func (v *validating) check(t testing.TB, seed uint64, kind int) {
	path, extra, w := condition(seed, kind)
	for _, c := range path {
		v.both.Push(c)
	}
	v.both.Check(context.Background(), extra, w)
	v.both.Pop(len(path))
	v.counts[v.lib.(*recorder).last.String()+" "+v.embedded.(*recorder).last.String()]++
	for _, text := range v.wrong {
		t.Errorf("seed %d, kind %d: %s", seed, kind, text)
	}
	v.wrong = nil
}

func FuzzAgreement(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(60))
	f.Add(uint64(3), uint8(75))
	var all []*validating
	for _, tool := range installed(f) {
		all = append(all, validate(f, tool, 200*time.Millisecond))
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8) {
		for _, v := range all {
			v.check(t, seed, int(kind)%kinds())
		}
	})
}
