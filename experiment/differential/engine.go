package differential

import (
	"context"
	"fmt"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// An engine runs the entries of a package in the executor.
type engine struct {
	program *symexec.Program
	entry   int
	execs   [2]*symexec.Executor // of the entry: concrete, symbolic
	trace   []uint32             // of the run
	runs    int
}

func newEngine(ctx context.Context, set *subject.Set) (*engine, error) {
	p, err := symexec.Load(ctx, set)
	return &engine{program: p, entry: -1}, err
}

// executor is the one for an entry. There is one entry at a time.
func (e *engine) executor(ctx context.Context, entry int, v input.Vector, symbolic bool) (*symexec.Executor, error) {
	if e.entry != entry {
		e.entry, e.execs = entry, [2]*symexec.Executor{}
	}
	at := &e.execs[0]
	o := symexec.Options{Vector: v, Concrete: !symbolic, OnBranch: e.took, Limits: symexec.Limits{Statements: fuel, Calls: maxCalls, Cells: maxCells}}
	if symbolic {
		at = &e.execs[1]
	}
	if *at == nil {
		x, err := symexec.NewExecutor(ctx, e.program, entry, o)
		if err != nil {
			return nil, err
		}
		*at = x
	} else {
		(*at).SetInput(v)
	}
	return *at, nil
}

// took lists the branches of a run.
func (e *engine) took(branch uint32) {
	if len(e.trace) < traced {
		e.trace = append(e.trace, branch)
	}
}

// maxCells and maxCalls bound what a run may take. A run that takes more is not
// compared: machine code has more of both.
const (
	maxCells = 1 << 21
	maxCalls = 2_000
)

// forget is after how many symbolic runs terms are dropped.
const forget = 64

// run runs an input in the executor.
func (e *engine) run(ctx context.Context, entry int, v input.Vector, symbolic bool) (r run, err error) {
	defer func() {
		if p := recover(); p != nil { // a fault of the executor is a finding like any other
			r, err = run{gap: fmt.Sprintf("the executor panics: %v", p)}, nil
			e.entry = -1
		}
	}()
	x, err := e.executor(ctx, entry, v, symbolic)
	if err != nil {
		return run{gap: err.Error()}, ctx.Err()
	}
	e.trace = nil
	path, err := x.Explore(ctx, nil, symexec.Follow{})
	if err != nil {
		return run{}, err
	}
	r = run{
		text: path.End.Detail, out: path.Output, trace: e.trace,
		cost: search.Cost{Statements: path.Cost.Statements, Branches: path.Cost.Branches},
	}
	switch path.End.Kind {
	case symexec.Returned:
		r.ended = worker.Returned
	case symexec.Panicked:
		r.ended = worker.Panicked
	case symexec.OutOfFuel, symexec.Deadlocked: // who waits for ever ends as one without fuel does
		r.ended, r.text = worker.FuelOut, ""
	case symexec.Unbuilt:
		r.ended, r.text = worker.Unbuilt, ""
	case symexec.OutOfMemory, symexec.TooDeep:
		r.beyond = true
	default:
		r.gap = fmt.Sprintf("%s: %s", path.End.Kind, path.End.Detail)
	}
	if symbolic && r.gap == "" {
		r.strain = check(path, v)
		if e.runs++; e.runs%forget == 0 {
			x.Retain()
		}
	}
	return r, nil
}

// check looks for what must hold of a path that followed v: v satisfies its
// condition, and is still the witness.
func check(path *symexec.Path, v input.Vector) string {
	eval := term.NewWordEvaluator(func(slot int) uint64 { return v[slot] })
	for _, c := range path.Condition {
		if !eval.Holds(c) {
			return "the path condition does not hold for the input: " + c.String()
		}
	}
	for i := range v {
		if path.Input[i] != v[i] {
			return fmt.Sprintf("the witness has changed without a question: word %d", i)
		}
	}
	return ""
}
