package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/object"
	"nearmiss/internal/worker"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

const (
	// treeNodes and treeTerms bound the memory of a tree. A tree that exceeds a bound is closed.
	treeNodes = 1 << 16
	treeTerms = 1 << 19

	executorFuel = 200_000 // statements that the executor may run for one input
	executorRoom = 1 << 22 // words of memory that the executor may use for one input

	startsShare = 4 // a task spends at most one flip in startsShare on inputs to start from
)

// A tree is the execution tree of the inputs that have one structure.
type tree struct {
	key     string       // the structure (structureOf), or statesKey
	start   input.Vector // an input that has the structure
	program openProgram
	states  *object.Program // the program if its inputs are receiver states that calls make, else nil
	solver  smt.Solver
	search  *dse.Searcher
	result  *dse.Result
	dry     bool // no branch is left to flip until another input is run
}

// An openProgram is a program that holds memory until it is closed.
type openProgram interface {
	dse.Program
	Close() error
}

func (t *tree) busy() bool { return !t.dry }

func (t *tree) close() {
	_ = t.program.Close()
	_ = t.solver.Close()
}

// spent returns the expense of the tree so far.
func (t *tree) spent() expense {
	if t.result == nil {
		return expense{}
	}
	e := expense{t.result.Runs, t.result.Queries, t.result.Instructions, 0}
	if t.states != nil {
		e.sequences = t.states.Count().Evaluations
	}
	return e
}

// A dseTask is one slice of the dynamic symbolic execution of a function: its inputs, its budget
// and its results.
type dseTask struct {
	x       *explorer
	seed    uint64
	starts  []input.Vector           // inputs to start from that no earlier task has used, in the order of explorer.starts
	targets []uint32                 // open branches of the function
	job     worker.BatchJob          // job that runs the inputs as machine code,
	found   func(int, *worker.Found) // and is told its finds
	flips   int                      // budget of branch flips

	ran     []input.Vector // inputs that the executor has run
	spent   expense
	answer  *native.SearchResult // result of running these inputs as machine code
	err     error                // error of a worker
	elapsed time.Duration
}

// run explores the function and then runs all inputs of the executor as machine code. Machine code
// costs little compared with the executor, also runs code that the executor does not model, and
// alone decides which branches count.
func (t *dseTask) run(ctx context.Context) {
	began := time.Now()
	defer func() { t.elapsed = time.Since(began) }()
	t.explore(ctx)
	t.confirm(ctx)
}

// explore extends the trees of the function, after opening trees for structures that wait. A panic of
// package dse or symexec ends only the exploration of this function.
func (t *dseTask) explore(ctx context.Context) {
	x := t.x
	x.task = t
	defer func() {
		if r := recover(); r != nil {
			x.drained, x.fault = true, fmt.Sprint(r)
			x.closeAll()
		}
	}()
	program, err := x.fn.unit.symbols.load(ctx)
	if err != nil {
		x.drained = true
		return
	}
	for _, v := range t.starts {
		if x.tree(x.structure(v)) == nil {
			x.await(v)
			x.tried[search.Hash(v)] = true
		}
	}
	x.rotate()
	for len(x.trees) < mostTrees && len(x.waiting) > 0 && ctx.Err() == nil {
		next := x.waiting[0]
		x.waiting = x.waiting[1:]
		t.open(ctx, program, next)
	}
	for i, tr := range slices.Clone(x.trees) {
		t.extend(ctx, tr, (t.flips-int(t.spent.queries))/(len(x.trees)-min(i, len(x.trees)-1)))
	}
	if x.drained = !slices.ContainsFunc(x.trees, (*tree).busy); x.drained && ctx.Err() == nil {
		x.vary()
	}
	// The search of a tree ends once the executor has taken all targets, even if machine code has
	// not taken them. A task that therefore did nothing has nothing left to explore.
	idle := t.spent == (expense{}) && len(t.starts) == 0 && ctx.Err() == nil
	x.drained = (x.drained || idle) && len(x.waiting) == 0
}

// open makes the tree of a structure.
func (t *dseTask) open(ctx context.Context, program *symexec.Program, w waiting) {
	x := t.x
	tr := &tree{key: w.key, start: w.start, solver: embedded.New(effort())}
	var in dse.Inputs
	var err error
	strategy := dse.Auto
	if w.key == statesKey {
		strategy = dse.ByName("tardis")
		in, err = t.openStates(ctx, program, tr)
	} else {
		var p *dse.Function
		options := dse.FunctionOptions{Vector: w.start, Solver: tr.solver, Limits: limits(), Reads: true}
		p, err = dse.NewFunction(ctx, program, x.fn.entry, options)
		tr.program, in = p, p
	}
	if err == nil {
		t.begin(tr, strategy, in)
		return
	}
	_ = tr.solver.Close()
	if ctx.Err() == nil {
		x.obstacles[err.Error()]++
		if w.key == statesKey {
			x.fn.states = nil
		}
	}
}

func limits() symexec.Limits { return symexec.Limits{Statements: executorFuel, Cells: executorRoom} }

// begin begins the search of a tree.
func (t *dseTask) begin(tr *tree, strategy dse.Factory, in dse.Inputs) {
	x := t.x
	rng := rand.New(rand.NewPCG(t.seed, uint64(len(x.trees))))
	tr.search = dse.New(&counting{tr.program, tr, x.fn, x.live}, strategy, rng, dse.Options{Targets: t.targets, Inputs: in, Nodes: treeNodes, OnRun: func(r *dse.Run) bool {
		x.task.ran = append(x.task.ran, tr.states.Calls(r.Path.Input))
		x.end(r.Path.End)
		return tr.program.Builder().Size() <= treeTerms
	}})
	x.trees = append(x.trees, tr)
}

// extend continues the search of a tree with a budget of flips. It closes the tree after an error
// of the search or if the tree takes too much memory.
func (t *dseTask) extend(ctx context.Context, tr *tree, flips int) {
	if flips <= 0 || ctx.Err() != nil {
		return
	}
	x := t.x
	starts := t.startsOf(tr, max(1, flips/startsShare))
	if tr.dry && len(starts) == 0 {
		return
	}
	before := tr.spent()
	tr.search.Cover(t.job.Covered...)
	starts, err := tr.inputs(ctx, starts)
	if err != nil {
		t.err = err
		return
	}
	r, err := tr.search.Continue(ctx, dse.Budget{Runs: flips, Queries: uint64(flips), Instructions: uint64(flips) * flipInstructions}, starts...)
	tr.result = r
	t.spent.add(tr.spent().since(before))
	why := ""
	switch {
	case errors.Is(err, dse.ErrShape), ctx.Err() != nil:
	case err != nil:
		why = err.Error()
	case tr.program.Builder().Size() > treeTerms || r.Dropped > 0:
		why = "its terms took too much memory"
	}
	if tr.dry = r.Status == search.Exhausted || r.Open == 0 && r.Runs > 0; why != "" {
		x.obstacles[why]++
		x.close(slices.Index(x.trees, tr))
	}
}

// startsOf returns up to n inputs to start from that have the structure of the tree.
func (t *dseTask) startsOf(tr *tree, n int) (list []input.Vector) {
	if tr.states != nil {
		return t.statesOf(n)
	}
	if tr.result == nil {
		list = append(list, tr.start)
		t.x.tried[search.Hash(tr.start)] = true
	}
	for _, v := range t.starts {
		if h := search.Hash(v); !t.x.tried[h] && len(list) < n && t.x.structure(v) == tr.key {
			t.x.tried[h] = true
			list = append(list, v)
		}
	}
	return list
}

// effort bounds the work for one query, below the defaults of package dse. Where a solver works long
// without an answer, as on relations of floats, search takes the branch at less cost.
func effort() embedded.Options {
	return embedded.Options{BitVec: bitvec.Options{Steps: 100_000, Gates: 150_000}}
}

// counting wraps a program and counts its runs and queries for the progress line. It hides all
// methods but those of dse.Program from the strategy.
type counting struct {
	dse.Program
	tree *tree
	fn   *function
	live *counts
}

func (c *counting) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	c.live.runs.Add(1)
	r, err := c.Program.Run(ctx, in, targets)
	if err == nil && !c.fn.legal(c.tree.states.Calls(r.Path.Input)) {
		r.Covered = nil // so that the search goes on for a legal input
	}
	return r, err
}

func (c *counting) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	c.live.queries.Add(1)
	return c.Program.Satisfy(ctx, start, prefix, extra)
}

// graceTime is the time to run the inputs of the executor as machine code after the end of the search.
const graceTime = 250 * time.Millisecond

// confirm runs the inputs of the executor as machine code.
func (t *dseTask) confirm(ctx context.Context) {
	t.answer = &native.SearchResult{}
	if len(t.ran) == 0 {
		return
	}
	fn := t.x.fn
	space := input.NewSpace(fn.sig, fn.limits)
	for i, v := range t.ran {
		t.ran[i] = space.Normalize(nil, v)
	}
	if ctx.Err() != nil { // grant some time, so that the inputs are not lost
		var done context.CancelFunc
		ctx, done = context.WithTimeout(context.WithoutCancel(ctx), graceTime)
		defer done()
	}
	b := &breeding{pool: fn.unit.pool, found: t.found, out: t.answer, job: t.job}
	_, t.err = b.batch(ctx, t.ran)
	t.answer.Result = &worker.SearchResult{Evaluations: b.evaluations, Unbuilt: b.unbuilt, Cost: b.cost}
}
