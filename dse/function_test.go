package dse_test

import (
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nearmiss/cfg"
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/probe"
	"nearmiss/internal/subject"
	"nearmiss/internal/testutil"
	"nearmiss/internal/worker"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// loaded holds the package of the test data, which is safe to share.
var loaded sync.Map

type loadedPackage struct {
	set     *subject.Set
	program *symexec.Program
}

// prepared loads a package of the test data.
func prepared(t *testing.T, pattern string) (*subject.Set, *symexec.Program) {
	t.Helper()
	if p, ok := loaded.Load(pattern); ok {
		return p.(loadedPackage).set, p.(loadedPackage).program
	}
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	set, err := subject.Prepare(t.Context(), pkgs[0], nil, subject.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	program, err := symexec.Load(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	loaded.Store(pattern, loadedPackage{set, program})
	return set, program
}

// relation is what a condition relates, by its source.
func relation(c *cfg.Cond, info *types.Info) (r symexec.Relation, float bool) {
	if c.Kind != cfg.Compare {
		return symexec.Truth, false
	}
	e := ast.Unparen(c.Expr).(*ast.BinaryExpr)
	b, basic := info.TypeOf(e.X).Underlying().(*types.Basic)
	if !basic {
		return symexec.Truth, false
	}
	of := map[token.Token]symexec.Relation{
		token.EQL: symexec.Equal, token.NEQ: symexec.Different, token.LSS: symexec.Less,
		token.LEQ: symexec.LessOrEqual, token.GTR: symexec.Greater, token.GEQ: symexec.GreaterOrEqual,
	}
	return of[e.Op], b.Info()&types.IsFloat != 0
}

// TestNative: what a run covers, and how near it comes to each branch, is what
// machine code measures with the same input.
func TestNative(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	ctx := t.Context()
	set, program := prepared(t, "./testdata/law")
	started := testutil.Worker(t, set)

	var branches []uint32
	var targets []worker.Target
	for _, c := range set.Graph.Conds {
		for side := range uint32(2) {
			b := uint32(2*c.ID) + side
			away := worker.Node{Cond: b >> 1, Away: probe.AwayTrue >> side} // only the other side leads away
			branches, targets = append(branches, b), append(targets, worker.Target{Branch: b, Nodes: []worker.Node{away}})
		}
	}
	const runs = 40
	reached := 0
	for entry, sig := range program.Entries {
		p, err := dse.NewFunction(ctx, program, entry, dse.FunctionOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, uint64(entry)))
		space := input.NewSpace(sig, input.Limits{Len: 5, Depth: 3})
		space.Seeds = input.Seeds{Strings: []string{"nine", "ni", "z"}, Ints: []int64{3, 7, 10}}
		job := &worker.BatchJob{Entry: entry, Signature: sig, Paper: true, Vectors: [][]uint64{p.Zero()}}
		for len(job.Vectors) < runs {
			job.Vectors = append(job.Vectors, space.Random(nil, rng))
		}
		columns := make([][]search.Fitness, len(targets))
		for j := range targets {
			job.Target = targets[j]
			batch, err := started.Batch(ctx, job, nil)
			if err != nil || len(batch.Result.Fitness) != runs {
				t.Fatal(err, batch)
			}
			columns[j] = batch.Result.Fitness
		}
		for i, v := range job.Vectors {
			run, err := started.Run(ctx, &worker.RunJob{Entry: entry, Vector: v})
			if err != nil || run.Result == nil {
				t.Fatal(err, run)
			}
			asked := branches
			if i%2 == 1 { // targets may change from run to run
				asked = branches[len(branches)/3:]
			}
			r, err := p.Run(ctx, v, asked)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.Covered, run.Result.Covered) {
				t.Errorf("%s(%v) covers %v; machine code %v", sig.Name, v, r.Covered, run.Result.Covered)
			}
			if !slices.Equal(r.Path.Input, v) {
				t.Errorf("%s(%v) ran %v", sig.Name, v, r.Path.Input)
			}
			if panics := run.Result.Outcome != worker.Returned; panics != (r.Path.End.Kind == symexec.Panicked) || !panics && r.Path.End.Kind != symexec.Returned {
				t.Errorf("%s(%v) ended as %v; machine code %v", sig.Name, v, r.Path.End, run.Result.Outcome)
			}
			columns := columns[len(branches)-len(asked):]
			for j, b := range asked {
				want := dse.Near{ApproachDistance: math.Inf(1)}
				if f := columns[j][i]; f.Reached() {
					want.Reached = true
				} else if f.N > 0 {
					rel, float := relation(set.Graph.Conds[b>>1], set.Pkg.Info)
					if b&1 == 0 && rel != symexec.Truth {
						rel = symexec.Relation(term.Rel(rel).Negate())
					}
					want.Reached, want.Distance = true, dse.Distance(rel, float, f.Exact[0])
				}
				if got := r.Near[j]; got != want {
					t.Errorf("%s(%v) to %s: %+v; by machine code %+v", sig.Name, v, set.Graph.BranchName(b), got, want)
				}
				if want.Reached {
					reached++
				}
			}
		}
	}
	if reached < 1000 {
		t.Errorf("only %d conditions were evaluated", reached)
	}
}

// TestSearch: a search takes every branch that there is, lists that grow
// included.
func TestFunctionSearch(t *testing.T) {
	set, program := prepared(t, "./testdata/law")
	for entry, sig := range program.Entries {
		fn := set.Graph.Func(sig.Name)
		var targets []uint32
		for _, c := range fn.Conds {
			targets = append(targets, c.Branch(false), c.Branch(true))
		}
		if targets == nil {
			continue
		}
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 8})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, uint64(entry)))
		r, err := dse.Search(t.Context(), p, dse.Random, rng, dse.Options{
			Starts: []input.Vector{p.Zero()}, Targets: targets, Budget: dse.Budget{Runs: 300},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range targets {
			if r.Covered[b] == nil {
				t.Errorf("%s: %s is not covered in %d runs", sig.Name, set.Graph.BranchName(b), r.Runs)
			}
		}
		if r.Diverged > 0 || r.Ends[symexec.Unsupported]+r.Ends[symexec.Faulted] > 0 {
			t.Errorf("%s: %d runs diverged, ends %v", sig.Name, r.Diverged, r.Ends)
		}
	}
}

// TestAway: where the predicate of a target is not reached, and there only,
// what the caller knows of its distance is kept.
func TestAway(t *testing.T) {
	set, program := prepared(t, "./testdata/law")
	entry := program.Entry("Count")
	asked := 0
	away := func(_ context.Context, in input.Vector, targets []uint32) ([]float64, error) {
		asked++
		far := make([]float64, len(targets))
		for i := range far {
			far[i] = float64(10*len(in) + i)
		}
		far[len(far)-1] = math.NaN() // not known
		return far, nil
	}
	p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{TargetDistances: away})
	if err != nil {
		t.Fatal(err)
	}
	conds := set.Graph.Func("Count").Conds // the loop, two in it, and one behind
	targets := []uint32{conds[0].Branch(false), conds[1].Branch(true), conds[2].Branch(true)}
	run := func(v input.Vector) []dse.Near {
		r, err := p.Run(t.Context(), v, targets)
		if err != nil {
			t.Fatal(err)
		}
		return r.Near
	}
	inf := math.Inf(1)
	if got, want := run(input.Vector{7, 1}), []dse.Near{{Reached: true, ApproachDistance: inf}, {ApproachDistance: 21}, {ApproachDistance: inf}}; !slices.Equal(got, want) {
		t.Errorf("nothing in the list: %v, want %v", got, want)
	}
	if got, want := run(input.Vector{7, 2, 5}), []dse.Near{{Reached: true, ApproachDistance: inf}, {Reached: true, Distance: 2, ApproachDistance: inf}, {Reached: true, Distance: 2, ApproachDistance: inf}}; !slices.Equal(got, want) || asked != 1 {
		t.Errorf("5 in the list: %v, want %v; asked %d times", got, want, asked)
	}
}

// TestSame: the same seed makes the same search.
func TestFunctionSame(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	entry := program.Entry("Rows")
	search := func() (inputs []input.Vector, next uint64) {
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 6})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		rng := rand.New(rand.NewPCG(8, 8))
		_, err = dse.Search(t.Context(), p, dse.Random, rng, dse.Options{
			Starts: []input.Vector{p.Zero()}, Budget: dse.Budget{Runs: 60},
			OnRun: func(r *dse.Run) bool {
				inputs = append(inputs, r.Path.Input)
				return true
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		return inputs, rng.Uint64()
	}
	a, x := search()
	b, y := search()
	if len(a) != 60 || x != y || !slices.EqualFunc(a, b, func(v, w input.Vector) bool { return slices.Equal(v, w) }) {
		t.Errorf("%v and %v", a, b)
	}
}

// TestShape: what there is no room for is an error, and no fault.
func TestShape(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	entry := program.Entry("Max")
	p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(t.Context(), input.Vector{3, 8, 9}, nil); err != nil {
		t.Errorf("a list of two: %v", err)
	}
	if _, err := p.Run(t.Context(), input.Vector{4, 8, 9, 10}, nil); !errors.Is(err, dse.ErrShape) {
		t.Errorf("a list of three: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Run(ctx, input.Vector{3, 8, 9}, nil); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	for _, bad := range []dse.FunctionOptions{{Bound: -1}, {Limits: symexec.Limits{Calls: -1}}} {
		if _, err := dse.NewFunction(t.Context(), program, entry, bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if _, err := dse.NewFunction(t.Context(), program, len(program.Entries), dse.FunctionOptions{}); err == nil {
		t.Error("there is an entry more")
	}
}
