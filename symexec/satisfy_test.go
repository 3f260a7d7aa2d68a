package symexec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// A walk goes from input to input by way of decisions turned around.
type walk struct {
	e       *Executor
	rng     *rand.Rand
	flipped int // decisions and values
	sat     int
}

// step runs an input, turns some of what its path has decided around, and
// returns an input that some answer was.
func (w *walk) step(v input.Vector, turns int) (input.Vector, error) {
	path, err := w.e.ExploreFrom(context.Background(), v, nil, Follow{})
	if err != nil {
		return nil, err
	}
	if !slices.Equal(path.Input, v) {
		return nil, fmt.Errorf("the run of %v is that of %v", v, path.Input)
	}
	next := v
	for range turns {
		n := len(path.Condition) - path.Assumed
		if n == 0 {
			break
		}
		at := path.Assumed + w.rng.IntN(n)
		got, err := w.turn(path, at)
		if err != nil {
			return nil, err
		}
		if got != nil {
			next = got
		}
	}
	return next, nil
}

// turn looks for an input that leaves a path at one of its clauses, and checks
// the law: its run is the same up to there, and then takes the other side.
func (w *walk) turn(path *Path, at int) (input.Vector, error) {
	clause := w.e.Builder().Not(path.Condition[at])
	a, v, err := w.e.Satisfy(context.Background(), path.Input, path.Condition[:at], clause)
	if err != nil {
		return nil, err
	}
	w.flipped++
	if a.Verdict != smt.Sat {
		if v != nil {
			return nil, fmt.Errorf("an input with the answer %v", a.Verdict)
		}
		return nil, nil
	}
	w.sat++
	q, err := w.e.ExploreFrom(context.Background(), v, nil, Follow{})
	if err != nil {
		return nil, err
	}
	if len(q.Condition) < at || !slices.Equal(path.Condition[:at], q.Condition[:at]) {
		return nil, fmt.Errorf("%v for %v at %d of %v: the prefix of its path is another: %v", v, path.Input, at, path.Condition, q.Condition)
	}
	for i, d := range path.Decisions {
		switch {
		case d.At < at || d.At == at && d.Known:
			d.Context, q.Decisions[i].Context = 0, 0
			if q.Decisions[i] != d {
				return nil, fmt.Errorf("%v for %v: decision %d is %v, not %v", v, path.Input, i, q.Decisions[i], d)
			}
		case d.At == at:
			if i >= len(q.Decisions) || q.Decisions[i].Site != d.Site || q.Decisions[i].Side == d.Side || q.Decisions[i].Clause != clause || q.Decisions[i].Known {
				return nil, fmt.Errorf("%v for %v: decision %d is not %v turned around: %v", v, path.Input, i, d, q.Decisions[i:])
			}
			return v, nil
		}
	}
	if len(q.Condition) == at || q.Condition[at] == path.Condition[at] { // a value that was made concrete
		return nil, fmt.Errorf("%v for %v: %v has another value", v, path.Input, path.Condition[at])
	}
	return v, nil
}

// steps takes some steps, from one input to the next, unless one is at fault.
func (w *walk) steps(t *testing.T, name string, v input.Vector, n int) {
	for range n {
		next, err := w.step(v, 4)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		v = next
	}
}

// TestSatisfy: an input that satisfies the prefix of a decision and the other
// side of it takes the same decisions before, and the other side there.
func TestSatisfy(t *testing.T) {
	flipped, sat := 0, 0
	for _, pattern := range []string{"./testdata/words", "./testdata/lang", "./testdata/near", "../bench/subjects/ese"} {
		p := program(t, pattern)
		for entry, sig := range p.Entries {
			rng := rand.New(rand.NewPCG(41, uint64(entry)))
			v := input.NewSpace(sig, input.Limits{Len: 6}).Random(nil, rng)
			solver := smt.Chain(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 500}), bitvec.New(bitvec.Options{}))
			o := Options{Vector: v, Solver: solver, Fork: true, Limits: Limits{Statements: 1000, Cells: 1 << 18}}
			if entry%3 != 0 {
				o.Bound = 6
			}
			w := &walk{e: executor(t, p, sig.Name, o), rng: rng}
			w.steps(t, sig.Name, v, 3)
			flipped += w.flipped
			sat += w.sat
			solver.Close()
		}
	}
	if flipped < 1200 || sat < 800 {
		t.Errorf("only %d clauses turned around, %d with an answer", flipped, sat)
	}
}

// counter counts what a solver is told.
type counter struct {
	smt.Solver
	pushed, depth int
	fault         string
}

func (c *counter) Push(t *term.Term) {
	c.pushed++
	c.depth++
	c.Solver.Push(t)
}

func (c *counter) Pop(n int) {
	c.depth -= n
	c.Solver.Pop(n)
}

func (c *counter) Check(ctx context.Context, extra *term.Term, witness term.Env) smt.Answer {
	if c.fault != "" {
		panic(c.fault)
	}
	return c.Solver.Check(ctx, extra, witness)
}

// TestSatisfyStack: of a prefix the solver is told once, and nothing is left
// when something is executed.
func TestSatisfyStack(t *testing.T) {
	ctx := t.Context()
	c := &counter{Solver: order.New()}
	e := executor(t, program(t, "./testdata/sorting"), "Sum", Options{Vector: ints(1, 2, 3, 4, 5, 6), Solver: c})
	path, err := e.Explore(ctx, nil, Follow{})
	if err != nil || c.depth != 0 || len(path.Condition) != 6 {
		t.Fatal(err, c.depth, path.Condition)
	}
	c.pushed = 0
	not := e.Builder().Not
	ask := func(start input.Vector, prefix []*term.Term, extra *term.Term, want smt.Verdict) input.Vector {
		t.Helper()
		a, v, err := e.Satisfy(ctx, start, prefix, extra)
		if err != nil || a.Verdict != want || (v != nil) != (want == smt.Sat) {
			t.Fatalf("%v, %v, %v", a, v, err)
		}
		return v
	}
	for at, clause := range path.Condition {
		v := ask(path.Input, path.Condition[:at], not(clause), smt.Sat)
		for i := range v {
			if (v[i] == path.Input[i]) != (i != at+1) {
				t.Errorf("%v, near %v", v, path.Input)
			}
		}
	}
	if c.pushed != 5 || c.depth != 5 {
		t.Errorf("%d clauses pushed, %d left", c.pushed, c.depth)
	}
	ask(path.Input, path.Condition[:3], path.Condition[4], smt.Sat)
	ask(path.Input, path.Condition[:3], not(path.Condition[1]), smt.Unsat)
	if c.pushed != 5 || c.depth != 3 {
		t.Errorf("%d clauses pushed, %d left", c.pushed, c.depth)
	}

	// An input that does not satisfy the prefix.
	far := ints(-1, -2, 3, 4, -5, 6)
	v := ask(far, path.Condition[:3], not(path.Condition[3]), smt.Sat)
	if q, err := e.ExploreFrom(ctx, v, nil, Follow{}); err != nil || !slices.Equal(q.Condition[:3], path.Condition[:3]) || q.Decisions[3].Side == path.Decisions[3].Side {
		t.Errorf("%v takes %v, %v", v, q.Condition, err)
	}
	if c.depth != 0 {
		t.Errorf("%d clauses left", c.depth)
	}
	ask(far, path.Condition[:3], not(path.Condition[2]), smt.Unsat)
	e.Retain(path.Condition...)
	if c.depth != 0 {
		t.Errorf("%d clauses left", c.depth)
	}
	if _, _, err := e.Satisfy(ctx, ints(1), nil, path.Condition[0]); err == nil {
		t.Error("an input of another shape")
	}

	// A fault of the solver is an answer, and the solver not asked again.
	c.fault = "smt: BUG: out of order"
	for _, reason := range []string{"solver: " + c.fault, "there is no solver"} {
		if a, v, err := e.Satisfy(ctx, path.Input, nil, not(path.Condition[0])); err != nil || v != nil || a.Verdict != smt.Unknown || a.Reason != reason {
			t.Errorf("%v, %v, %v", a, v, err)
		}
	}
	if _, err := e.Explore(ctx, nil, Follow{}); err != nil {
		t.Error(err)
	}
}

// TestSatisfyStops: a context that ends is an error.
func TestSatisfyStops(t *testing.T) {
	e := executor(t, program(t, "./testdata/ends"), "Class", Options{Vector: input.Vector{'x'}, Solver: bitvec.New(bitvec.Options{})})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, _, err := e.Satisfy(ctx, path.Input, nil, e.Builder().Not(path.Condition[0])); err != context.Canceled || a.Verdict != smt.Unknown {
		t.Errorf("%v, %v", a, err)
	}
}

// ending is a solver during whose first question the context ends.
type ending struct {
	smt.Solver
	cancel func()
}

func (s ending) Check(ctx context.Context, t *term.Term, env term.Env) smt.Answer {
	a := s.Solver.Check(context.WithoutCancel(ctx), t, env)
	s.cancel()
	return a
}

// TestExploreStops: no decision follows the question during which the context has
// ended, although that was answered, and the path counts as cut short.
func TestExploreStops(t *testing.T) {
	p := program(t, "./testdata/ends")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := executor(t, p, "Class", Options{Vector: input.Vector{'x'}, Solver: ending{bitvec.New(bitvec.Options{}), cancel}})
	path, err := e.Explore(ctx, nil, other{})
	if err != context.Canceled || path.End.Kind != Stopped || path.Queries != 1 {
		t.Errorf("%+v, %v", path, err)
	}
}
