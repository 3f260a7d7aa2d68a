package object_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nearmiss/dse"
	"nearmiss/internal/harness"
	"nearmiss/internal/native"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	nmsearch "nearmiss/search"
	"nearmiss/symexec"
)

// types is the package in testdata, built once for all tests. Each method has four entries in a row:
// those of a subject of its own, from subject.EntryCall on, and the State of its Literal.
type types struct {
	subjects []*subject.Subject
	entries  []*harness.Fn
	pool     *native.Pool // four workers
	program  *symexec.Program
	close    func()
}

var theTypes = sync.OnceValues(func() (*types, error) {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "types-")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "types"))); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/types\n\ngo 1.26\n"), 0o666); err != nil {
		return nil, err
	}
	place, err := subject.NewPlace(dir)
	if err != nil {
		return nil, err
	}
	if err := place.Settle(ctx); err != nil {
		return nil, err
	}
	place.Guard(ctx, nil)
	named, err := place.Look(ctx, ".(*Sample).Run")
	if err != nil {
		return nil, err
	}
	b := &types{}
	coder := harness.New(named.Package)
	for _, f := range named.Graph.Funcs {
		fn, err := coder.Sign(f.Obj, harness.Options{})
		if err != nil {
			return nil, err
		}
		s := &subject.Subject{Named: named, Fn: fn, Place: place}
		if s.State, s.Literal, err = coder.States(fn); err != nil {
			return nil, err
		}
		b.subjects = append(b.subjects, s)
		if f.Obj.Signature().Recv() == nil {
			continue
		}
		state, literal := s.State, s.Literal
		if state == nil { // no calls make the receiver, or change it
			state = coder.State(fn)
			if literal, err = coder.Literal(fn); err != nil {
				return nil, err
			}
		}
		b.entries = append(b.entries, fn, state, literal, coder.State(literal))
	}
	set, err := subject.Prepare(ctx, named.Package, b.entries, subject.SetOptions{Place: place, Module: true, Coder: coder, Graph: named.Graph})
	if err != nil {
		return nil, err
	}
	binary, err := set.Build(ctx, place.Temp)
	if err != nil {
		return nil, err
	}
	o := set.Options()
	o.Fuel = 1 << 16
	if b.pool, err = native.NewPool(ctx, binary, o, 4); err != nil {
		return nil, err
	}
	for _, s := range b.subjects {
		s.Set, s.Pool = set, b.pool
	}
	b.close = func() {
		b.pool.Close()
		binary.Close()
		place.Close()
		os.RemoveAll(dir)
	}
	b.program, err = symexec.Load(ctx, set)
	return b, err
})

// loaded is set once theTypes must be closed.
var loaded *types

func TestMain(m *testing.M) {
	code := m.Run()
	if loaded != nil {
		loaded.close()
	}
	os.Exit(code)
}

// allTypes returns the package in testdata, which tests share.
func allTypes(t *testing.T) *types {
	t.Helper()
	b, err := theTypes()
	if err != nil {
		t.Fatal(err)
	}
	loaded = b
	return b
}

// find returns a function of the types in testdata.
func find(t *testing.T, name string) (*subject.Subject, *symexec.Program) {
	t.Helper()
	b := allTypes(t)
	for _, s := range b.subjects {
		if s.Fn.Sig.Name == name {
			return s, b.program
		}
	}
	t.Fatalf("no function %s", name)
	return nil, nil
}

// methodOf returns the method of a subject, with the numbers of its own entries.
func methodOf(t *testing.T, s *subject.Subject) object.Method {
	t.Helper()
	m, err := object.MethodOf(s)
	if err != nil {
		t.Fatal(err)
	}
	first := slices.Index(s.Set.Entries, s.Fn)
	m.StateEntry += first
	m.LiteralEntry += first
	return m
}

// searched is what a search came to.
type searched struct {
	*dse.Result
	object.Count
	paths  map[string]bool // of a receiver that is not nil
	calls  []string
	held   []object.Invariant
	panics int
}

// search explores a method breadth first, until it knows so many paths or has nothing left.
func search(t *testing.T, s *subject.Subject, prog *symexec.Program, seed uint64, paths, queries int) *searched {
	t.Helper()
	return searchBy(t, dse.BreadthFirst, s, prog, seed, paths, queries)
}

func searchBy(t *testing.T, strategy dse.Factory, s *subject.Subject, prog *symexec.Program, seed uint64, paths, queries int) *searched {
	t.Helper()
	return searchIn(t, methodOf(t, s), strategy, s, prog, seed, paths, queries, 1)
}

func searchIn(t *testing.T, m object.Method, strategy dse.Factory, s *subject.Subject, prog *symexec.Program, seed uint64, paths, queries, together int) *searched {
	t.Helper()
	p, err := object.New(t.Context(), m, prog, object.Options{Rand: rand.New(rand.NewPCG(seed, 1))})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	start, r := time.Now(), &searched{paths: map[string]bool{}}
	r.Result, err = dse.Search(t.Context(), p, strategy, rand.New(rand.NewPCG(seed, 0)), dse.Options{
		Starts: p.Starts(), Budget: dse.Budget{Queries: uint64(queries)}, BatchSize: together,
		OnRun: func(run *dse.Run) bool {
			r.calls = append(r.calls, s.Call(p.Calls(run.Path.Input)))
			if run.Path.Input[0] == 0 {
				return true
			}
			if run.Path.End.Kind == symexec.Panicked {
				r.panics++
			}
			key := ""
			for _, d := range run.Path.Decisions {
				key += fmt.Sprint(d.Side)
			}
			r.paths[key] = true
			return len(r.paths) < paths
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Count, r.held = p.Count(), p.Invariants()
	t.Logf("%s, seed %d: %d paths of %d runs, %d questions, %+v, %v", s.Name(), seed, len(r.paths), r.Runs, r.Queries, r.Count, time.Since(start))
	return r
}

// TestSample is the class of section 2 of the paper: all 32 feasible paths are found, and the
// assertion, which fails for literals with negative elements, never does.
func TestSample(t *testing.T) {
	s, prog := find(t, "(*Sample).Run")
	r := search(t, s, prog, 1, 32, 3000)
	if len(r.paths) != 32 || r.panics > 0 {
		t.Errorf("%d paths, and %d panics: %q", len(r.paths), r.panics, r.calls)
	}
	if r.Evaluations > 120_000 {
		t.Errorf("%d call sequences", r.Evaluations)
	}
	if last := r.calls[len(r.calls)-1]; !strings.HasPrefix(last, "NewSample([5]int{1, 1001, 2001, 3001, 4001}, ") {
		t.Errorf("the last is %s", last)
	}
}

// TestTypes: what only several calls lead to is found, and what none leads to is not; what
// stands in the way has a reason, and the rest goes on.
func TestTypes(t *testing.T) {
	for name, want := range map[string]struct {
		paths    int
		branches int
		has      string // a call
		refused  string
	}{
		"(*Account).Draw": {paths: 6, branches: 12, has: "(Open() then .Verify(4711), .Deposit(1)).Draw(2)"},
		"(*Stack).Sorted": {paths: 20, branches: 7, has: "NewStack(2) then .Push(1), .Push(0)).Sorted(0)"},
		"(*List).Third":   {paths: 12, branches: 5, has: ".Insert(42)"},
		"(*Stack).Merge":  {paths: 3, branches: 4, has: "Merge(NewStack("},
		"(*Slow).Get":     {paths: 2, branches: 2, has: "(new(Slow) then .Add(77)).Get()", refused: "zero: the calls panic, fail or do not return"},
		"(*Sorter).Count": {paths: 2, branches: 3, has: "NewSorter(1234, false).Count()", refused: "NewSorter: s.less is an interface, a function or a channel that is not nil"},
		"(*Sorter).Large": {paths: 2, branches: 2, has: "NewSorter(4322, "},
		"(*Ring).Get":     {paths: 2, branches: 3, has: "NewRing(1234, false).Get()", refused: "NewRing: r.next has too many elements, or leads to itself"},
	} {
		s, prog := find(t, name)
		r := search(t, s, prog, 1, 20, 60)
		if len(r.paths) < want.paths || len(r.Covered) != want.branches || r.panics > 0 {
			t.Errorf("%s: %d paths, %d branches, %d panics", name, len(r.paths), len(r.Covered), r.panics)
		}
		if all := strings.Join(r.calls, "\n"); !strings.Contains(all, want.has) {
			t.Errorf("%s: no %s in\n%s", name, want.has, all)
		}
		if _, ok := r.Refused[want.refused]; ok != (want.refused != "") || !ok && len(r.Refused) > 0 {
			t.Errorf("%s: refused %v", name, r.Refused)
		}
	}
}

// TestNothing: a type of which no calls make an object.
func TestNothing(t *testing.T) {
	s, prog := find(t, "(*Broken).Get")
	_, err := object.New(t.Context(), methodOf(t, s), prog, object.Options{})
	if !errors.Is(err, object.ErrNoState) || !strings.Contains(err.Error(), "NewBroken: the calls panic, fail or do not return") {
		t.Error(err)
	}
	// There are few call sequences at all, and none does.
	s, prog = find(t, "(*Stuck).Get")
	if _, err = object.New(t.Context(), methodOf(t, s), prog, object.Options{}); !errors.Is(err, object.ErrNoState) {
		t.Error(err)
	}
	for _, name := range []string{"Plain", "(*Hidden).Get"} {
		s, _ = find(t, name)
		if _, err := object.MethodOf(s); err == nil || s.State != nil {
			t.Errorf("%s: %v, %v", name, s.State, err)
		}
	}
}

// TestTardis: the search ends though no question is a proof: a node is asked for three times,
// and what was learned stands in the way of the rest.
func TestTardis(t *testing.T) {
	s, prog := find(t, "(*Sample).Run")
	r := searchBy(t, dse.Tardis, s, prog, 2, 32, 3000)
	if len(r.paths) != 32 || r.panics > 0 {
		t.Errorf("%d paths, and %d panics", len(r.paths), r.panics)
	}
	if want := []string{"len(s.a) == 5", "len(s.b) == 10", "s.b[…] >= 0"}; !slices.Equal(texts(r.held), want) {
		t.Errorf("held: %q", texts(r.held))
	}
	s, prog = find(t, "(*Account).Draw")
	r = searchBy(t, dse.Tardis, s, prog, 1, 100, 100)
	if len(r.paths) != 6 || r.Queries > 30 {
		t.Errorf("%d paths, %d questions", len(r.paths), r.Queries)
	}
	if want := []string{"a.step >= 1", "a.step <= 3", "a.balance >= 0", "a.limit == 0"}; !slices.Equal(texts(r.held), want) {
		t.Errorf("held: %q", texts(r.held))
	}
}

func texts(list []object.Invariant) (out []string) {
	for _, i := range list {
		out = append(out, i.Text)
	}
	return out
}

// TestStopped: a search ends with its context, whatever is asked.
func TestStopped(t *testing.T) {
	s, prog := find(t, "(*Sample).Run")
	m := methodOf(t, s)
	for _, together := range []int{1, 5} {
		p, err := object.New(t.Context(), m, prog, object.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		ctx, cancel := context.WithCancel(t.Context())
		r, err := dse.Search(ctx, p, dse.Tardis, rand.New(rand.NewPCG(1, 0)), dse.Options{
			Starts: p.Starts(), BatchSize: together, OnRun: func(run *dse.Run) bool {
				if run.Number == 3 {
					cancel()
				}
				return true
			},
		})
		if err != nil || r.Runs != 4 {
			t.Errorf("%d runs, %v", r.Runs, err)
		}
		// In the midst of a question.
		ctx, cancel = context.WithCancel(t.Context())
		var jobs atomic.Int32
		m.Pool = narrow{s.Pool, make(chan struct{}, 5), func() {
			if jobs.Add(1) == 100 {
				cancel()
			}
		}}
		if p, err = object.New(ctx, m, prog, object.Options{}); err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		r, err = dse.Search(ctx, p, dse.Tardis, rand.New(rand.NewPCG(1, 0)), dse.Options{Starts: p.Starts(), BatchSize: together})
		if n := int(jobs.Load()); err != nil || r.Status != nmsearch.Stopped || n >= 100+together {
			t.Errorf("%d jobs, %+v, %v", n, r, err)
		}
	}
}
