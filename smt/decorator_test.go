package smt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/term"
)

// emptyEnv is the environment without slots.
func emptyEnv(int) (term.Value, bool) { return term.Value{}, false }

// brute decides conditions over a few Bools by trying all values.
type brute struct {
	slots   int
	clauses []*term.Term
	asked   int
	clausal int  // number of clauses of its queries
	vague   bool // answers Unknown
	reason  string
}

func (s *brute) Push(c *term.Term) { s.clauses = append(s.clauses, c) }
func (s *brute) Pop(n int)         { s.clauses = s.clauses[:len(s.clauses)-n] }
func (s *brute) Close() error      { return nil }

func (s *brute) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	return s.decide(append(slices.Clone(s.clauses), extra), w)
}

func (s *brute) Solve(ctx context.Context, w term.Env) Answer { return s.decide(s.clauses, w) }

func (s *brute) decide(clauses []*term.Term, w term.Env) Answer {
	s.asked++
	s.clausal += len(clauses)
	if s.vague {
		return Answer{Solver: "brute", Reason: s.reason}
	}
	if m, ok := s.model(clauses, w); ok {
		return Answer{Verdict: Sat, Changes: m, Solver: "brute"}
	}
	return Answer{Verdict: Unsat, Solver: "brute"}
}

func (s *brute) contradict(clauses []*term.Term) bool {
	_, ok := s.model(clauses, emptyEnv)
	return !ok
}

// model returns a model with the fewest changed slots.
func (s *brute) model(clauses []*term.Term, w term.Env) (best []Assignment, ok bool) {
	var used marks
	used.clear()
	for _, c := range clauses {
		used.add(c)
	}
	for bits := range uint64(1) << s.slots {
		if !s.satisfies(clauses, bits) {
			continue
		}
		var m []Assignment
		for slot := range s.slots {
			v := term.Value{Bits: bits >> slot & 1}
			if old, _ := w(slot); used.has(slot) && old.Bits != v.Bits {
				m = append(m, Assignment{slot, v})
			}
		}
		if !ok || len(m) < len(best) {
			best, ok = m, true
		}
	}
	return best, ok
}

func (s *brute) satisfies(clauses []*term.Term, bits uint64) bool {
	env := func(slot int) (term.Value, bool) { return term.Value{Bits: bits >> slot & 1}, true }
	return !slices.ContainsFunc(clauses, func(c *term.Term) bool {
		v, ok := term.Eval(c, env)
		return !ok || v.Bits == 0
	})
}

// clause draws a condition over near slots.
func clause(r *rand.Rand, b *term.Builder, slots int) *term.Term {
	from := r.IntN(slots - 1)
	slot := func() *term.Term {
		x := b.Slot(from+r.IntN(2), term.BoolSort, false)
		if r.IntN(2) == 0 {
			return b.Not(x)
		}
		return x
	}
	x, y := slot(), slot()
	switch r.IntN(8) {
	case 0:
		return b.Bool(r.IntN(8) > 0)
	case 1:
		return b.Both(x, y)
	case 2, 3:
		return b.Either(x, y)
	case 4, 5:
		return b.Compare(term.NE, x, y)
	}
	return x
}

// stacks returns the decorators alone and together.
func stacks(t *testing.T) map[string]func(Solver) Solver {
	checked := func(s Solver) Solver {
		return Checked(s, func(f Falsehood) { t.Fatalf("%s: %v", f.Solver, f.Clause) })
	}
	return map[string]func(Solver) Solver{
		"deferred": Deferred,
		"slice":    Slice,
		"checked":  checked,
		"meter":    func(s Solver) Solver { return NewMeter(s, func() time.Duration { return 0 }) },
		"chain":    func(s Solver) Solver { return Chain(&brute{vague: true}, s) },
		"compare": func(s Solver) Solver {
			return Compare(s, &brute{slots: 6}, func(d *Disagreement) { t.Fatal(d) })
		},
		"all": func(s Solver) Solver {
			return Deferred(Chain(checked(&brute{vague: true}), Slice(s)))
		},
	}
}

// TestDecorators checks that a decorated solver gives the verdicts of the plain one, and valid
// models.
func TestDecorators(t *testing.T) {
	for name, stack := range stacks(t) {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(16) {
				r := rand.New(rand.NewPCG(seed, 1))
				d := &drive{T: t, r: r, b: term.NewBuilder(), plain: &brute{slots: 6}}
				d.solver = stack(&brute{slots: 6})
				for range 80 {
					d.step()
				}
			}
		})
	}
}

// drive queries a solver as an executor does, and as an executor with a precondition does.
type drive struct {
	*testing.T
	r       *rand.Rand
	b       *term.Builder
	plain   *brute
	solver  Solver
	witness uint64
}

func (d *drive) env(slot int) (term.Value, bool) {
	return term.Value{Bits: d.witness >> slot & 1}, true
}

func (d *drive) step() {
	switch d.r.IntN(12) {
	case 0:
		n := d.r.IntN(len(d.plain.clauses) + 1)
		d.plain.Pop(n)
		d.solver.Pop(n)
		if !d.holds() {
			d.clear()
		}
	case 1: // a precondition, and a witness from elsewhere
		for range d.r.IntN(3) {
			d.push(clause(d.r, d.b, d.plain.slots))
		}
		d.witness = d.r.Uint64() & 0x3f
		if a := d.solver.Solve(context.Background(), d.env); !d.agree(a, d.plain.clauses) {
			d.clear()
		}
	case 2:
		if d.r.IntN(4) == 0 {
			d.b.Retain(d.plain.clauses...)
		}
	default:
		c := clause(d.r, d.b, d.plain.slots)
		a := d.solver.Check(context.Background(), c, d.env)
		if d.agree(a, append(slices.Clone(d.plain.clauses), c)) {
			d.push(c)
		}
		if !d.holds() {
			d.Fatalf("the witness is lost after %+v", a)
		}
	}
}

func (d *drive) push(c *term.Term) {
	d.plain.Push(c)
	d.solver.Push(c)
}

func (d *drive) clear() {
	d.solver.Pop(len(d.plain.clauses))
	d.plain.Pop(len(d.plain.clauses))
}

func (d *drive) holds() bool { return d.plain.satisfies(d.plain.clauses, d.witness) }

// agree compares an answer with the truth and adopts the model. It returns false if there is
// none.
func (d *drive) agree(a Answer, clauses []*term.Term) bool {
	d.Helper()
	want := Sat
	if d.plain.contradict(clauses) {
		want = Unsat
	}
	if a.Verdict != want {
		d.Fatalf("%v by %s (%s), want %v, of %v", a.Verdict, a.Solver, a.Reason, want, clauses)
	}
	if a.Verdict == Unsat {
		return false
	}
	before := d.witness
	for _, c := range a.Changes {
		if before>>c.Slot&1 == c.Value.Bits {
			d.Fatalf("slot %d is changed to what it is", c.Slot)
		}
		d.witness = d.witness&^(1<<c.Slot) | c.Value.Bits<<c.Slot
	}
	if !d.plain.satisfies(clauses, d.witness) {
		d.Fatalf("%v by %s does not hold with %b, before %b", clauses, a.Solver, d.witness, before)
	}
	return true
}

func bools(b *term.Builder, n int) []*term.Term {
	var out []*term.Term
	for i := range n {
		out = append(out, b.Slot(i, term.BoolSort, false))
	}
	return out
}

func allFalse(int) (term.Value, bool) { return term.Value{}, true }

// TestSliceAsksLess checks that a query has only the clauses connected with it, and that
// clauses the solver already has are not pushed again.
func TestSliceAsksLess(t *testing.T) {
	b := term.NewBuilder()
	x := bools(b, 8)
	plain := &brute{slots: 8}
	pushes := &pushCounter{Solver: plain}
	s := Slice(pushes)
	for i := range 4 { // pairs
		s.Push(b.Either(b.Not(x[2*i]), b.Not(x[2*i+1])))
	}
	if s.Check(context.Background(), x[2], allFalse); plain.clausal != 2 || pushes.n != 1 {
		t.Errorf("%d clauses asked about, %d given, want 2 and 1", plain.clausal, pushes.n)
	}
	s.Push(b.Either(b.Not(x[3]), b.Not(x[4]))) // two pairs are one group
	if s.Check(context.Background(), x[2], allFalse); plain.clausal != 6 || pushes.n != 3 {
		t.Errorf("%d clauses asked about, %d given, want 6 and 3", plain.clausal, pushes.n)
	}
	s.Pop(1)
	if s.Check(context.Background(), x[2], allFalse); plain.clausal != 8 || pushes.n != 3 {
		t.Errorf("%d clauses asked about, %d given, want 8 and 3", plain.clausal, pushes.n)
	}
}

// TestSliceFixed checks that a slot with a fixed value connects no clauses.
func TestSliceFixed(t *testing.T) {
	b := term.NewBuilder()
	x := bools(b, 8)
	plain := &brute{slots: 8}
	s := Slice(plain)
	s.Push(b.Either(b.Not(x[0]), b.Not(x[1])))
	s.Push(b.Not(x[0]))
	for i := 2; i < 8; i++ {
		s.Push(b.Compare(term.EQ, x[0], x[i]))
	}
	// x[7] is connected with x[0] only, and the value of x[0] is fixed.
	a := s.Check(context.Background(), x[7], allFalse)
	if a.Verdict != Unsat || plain.clausal != 3 {
		t.Errorf("%v, %d clauses asked about", a.Verdict, plain.clausal)
	}
	a = s.Solve(context.Background(), func(int) (term.Value, bool) { return term.Value{Bits: 1}, true })
	if a.Verdict != Sat || len(a.Changes) != 7 {
		t.Errorf("%+v", a)
	}
}

type pushCounter struct {
	Solver
	n int
}

func (p *pushCounter) Push(c *term.Term) {
	p.n++
	p.Solver.Push(c)
}

// lies answers Sat with a model without changes, or Unsat.
type lies struct {
	brute
	verdict Verdict
}

func (s *lies) Check(context.Context, *term.Term, term.Env) Answer {
	return Answer{Verdict: s.verdict, Solver: "lies"}
}
func (s *lies) Solve(context.Context, term.Env) Answer {
	return Answer{Verdict: s.verdict, Solver: "lies"}
}

func TestCheckedRefuses(t *testing.T) {
	b := term.NewBuilder()
	x := bools(b, 2)
	var heard []string
	s := Checked(&lies{verdict: Sat}, func(f Falsehood) { heard = append(heard, fmt.Sprint(f.Solver, " ", f.Clause)) })
	a := s.Check(context.Background(), x[1], allFalse)
	s.Push(x[0])
	c := s.Solve(context.Background(), allFalse)
	if a.Verdict != Unknown || c.Verdict != Unknown || !slices.Equal(heard, []string{"lies $1", "lies $0"}) {
		t.Errorf("%v %v %v", a, c, heard)
	}
}

func TestCompareReports(t *testing.T) {
	b := term.NewBuilder()
	x := bools(b, 2)
	var heard []string
	s := Compare(&brute{slots: 2}, &lies{verdict: Unsat}, func(d *Disagreement) { heard = append(heard, d.Error()) })
	s.Push(b.Not(x[0]))
	if a := s.Check(context.Background(), x[1], allFalse); a.Verdict != Unknown {
		t.Errorf("%v", a)
	}
	want := "solvers disagree: brute says sat, lies says unsat, of\n\t!$0\n\t$1\nbrute: $1 = {1  [] false}"
	if got := strings.Join(heard, "|"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMeter(t *testing.T) {
	b := term.NewBuilder()
	x := bools(b, 2)
	now := time.Duration(0)
	m := NewMeter(&brute{slots: 2}, func() time.Duration { now++; return now * now })
	m.Push(b.Not(x[0]))
	m.Check(context.Background(), x[1], allFalse)
	m.Solve(context.Background(), allFalse)
	if got := m.Taken(); got != 4-1+16-9 {
		t.Errorf("%d", got)
	}
}

// TestChainReasons checks that a chain joins the distinct reasons of its members.
func TestChainReasons(t *testing.T) {
	says := func(reason string) Solver { return &brute{vague: true, reason: reason} }
	s := Chain(says("sums: not only sums"), says("climb: out of steps"), Chain(says("bits: too large"), says("")), says("climb: out of steps"))
	if a := s.Solve(t.Context(), emptyEnv); a.Verdict != Unknown || a.Reason != "sums: not only sums; climb: out of steps; bits: too large" {
		t.Errorf("%v: %s", a.Verdict, a.Reason)
	}
}
