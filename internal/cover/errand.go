package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

const (
	// mostTrees is how many structures of inputs a function is explored with.
	mostTrees = 3

	// treeNodes and treeTerms bound the memory of a tree. Nodes beyond are
	// dropped; a tree that has made more terms is dropped as a whole.
	treeNodes = 1 << 16
	treeTerms = 1 << 19

	// startsShare is the part of an errand that inputs to start from may take.
	startsShare = 4

	// graceTime is how long inputs may be run as machine code after the end of
	// the search.
	graceTime = 250 * time.Millisecond
)

// An explorer takes one function further by dynamic symbolic execution, round
// by round. Between its errands it belongs to the session, during one to that.
type explorer struct {
	fn      *function
	trees   []*explored
	tried   map[uint64]bool // inputs to start from, hashed
	lent    map[uint64]bool // inputs that were borrowed, hashed
	known   map[string]bool // structures that have a tree, had one or wait
	waiting []waiting
	errands int
	idle    int    // of these, the last ones without a find
	drained bool   // no tree has anything left
	fault   string // that ended it
	doubt   bool   // machine code did something else
	spent   expense
	solved  int // branches that it found first, of whatever function
	proofs  int

	ran []input.Vector // by the errand under way
	odd map[string]int // ends of paths that are not modelled

	ended func() bool // whether time is up for the errand under way

	// What trees that are forgotten had met.
	diverged int
	unknown  map[string]int

	live *counts // of the session
}

// explored is the tree of one structure.
type explored struct {
	key     string
	program *dse.ConcolicProgram
	solver  smt.Solver
	search  *dse.Searcher
	result  *dse.Result
	start   input.Vector // of that structure
	turns   int
	dry     bool   // nothing is left to flip, before another input is run
	over    bool   // nothing will be left any more
	dropped string // why it is there no more
}

// counts are told while errands are under way.
type counts struct {
	runs, queries atomic.Int64
}

// An errand is one turn of a function: what it begins with and, when it is
// over, what came of it. Everything that changes during a round is copied.
type errand struct {
	x        *explorer
	program  func(context.Context) (*symexec.Program, error)
	seed     uint64
	starts   []input.Vector // that were not begun with before, in order
	bases    []input.Vector // of which other structures are made
	borrowed []input.Vector // to be run as machine code alone
	targets  []uint32       // open branches of the function
	goals    []*goal        // those of them that have been analysed, not to be changed
	covered  []uint32       // branches of the package that have been taken
	panics   []wire.Panic
	programs []wire.Target
	mode     search.Mode
	flips    int // budget

	spent   expense
	answer  *native.SearchResult // what machine code found with the inputs
	nearest []wire.Best          // by number of the goal
	err     error                // a worker's
	elapsed time.Duration
}

// run explores, and then runs all inputs as machine code.
func (e *errand) run(ctx context.Context) {
	began := time.Now()
	defer func() { e.elapsed = time.Since(began) }()
	e.explore(ctx)
	e.confirm(ctx)
}

// explore takes the trees further. A fault of the executor or the engine ends
// the function's exploration, and nothing else.
func (e *errand) explore(ctx context.Context) {
	x := e.x
	defer func() {
		if r := recover(); r != nil {
			x.trees, x.drained, x.fault = nil, true, fmt.Sprint(r)
		}
	}()
	program, err := e.program(ctx)
	if err != nil {
		x.drained = true
		return
	}
	x.ran, x.ended = e.borrowed, func() bool { return ctx.Err() != nil }
	x.rotate(e.bases)
	for _, v := range e.starts {
		if ctx.Err() != nil || e.spent.flips()*startsShare > uint64(e.flips) {
			break
		}
		if t := e.tree(ctx, program, v); ctx.Err() == nil {
			x.tried[search.Hash(v)] = true
			if t != nil && !t.over {
				e.take(ctx, t, dse.Budget{Runs: 1}, v)
			}
		}
	}
	for v, ok := x.admit(); ok && ctx.Err() == nil; v, ok = x.admit() {
		if t := e.tree(ctx, program, v); t != nil && !t.over {
			e.take(ctx, t, dse.Budget{Runs: 1}, v)
		}
	}
	var open []*explored
	for _, t := range x.trees {
		if !t.over && !t.dry {
			open = append(open, t)
		}
	}
	best := x.best() // which has half of the work
	if i := slices.Index(open, best); i > 0 {
		open[0], open[i] = open[i], open[0]
	}
	for i, t := range open {
		t.turns++
		n := (e.flips - int(e.spent.queries)) / (len(open) - i)
		if t == best && len(open) > 1 {
			n = (e.flips - int(e.spent.queries)) / 2
		}
		if n > 0 && ctx.Err() == nil {
			e.take(ctx, t, dse.Budget{Runs: n, Queries: uint64(n), Instructions: uint64(n) * flipInstructions})
		}
	}
	x.drained = !slices.ContainsFunc(x.trees, func(t *explored) bool { return !t.over && !t.dry })
	if x.drained && ctx.Err() == nil {
		x.vary(e.bases)
	}
	x.drained = x.drained && len(x.waiting) == 0
}

// take continues a search and takes down what that took.
func (e *errand) take(ctx context.Context, t *explored, b dse.Budget, starts ...input.Vector) {
	before := t.spent()
	t.search.Cover(e.covered...)
	t.dry = false
	r, err := t.search.Continue(ctx, b, starts...)
	t.result = r
	e.spent.add(t.spent().since(before))
	switch {
	case errors.Is(err, dse.ErrShape), ctx.Err() != nil:
	case err != nil:
		t.drop(err.Error())
	case r.Open == 0 && r.Runs > 0, r.Status == search.Found:
		t.over = true
	case r.Status == search.Exhausted:
		t.dry = true
	case t.terms() > treeTerms:
		t.drop("its terms took too much memory")
	}
}

// drop gives the memory of a tree back.
func (t *explored) drop(why string) {
	t.close()
	t.dropped = why
}

// full reports whether the tree has no room for more.
func (t *explored) full() bool { return t.program != nil && t.result != nil && t.result.Dropped > 0 }

// close ends the exploration of a tree. What came of it is kept, but for the
// tree itself.
func (t *explored) close() {
	if t.program != nil {
		_ = t.program.Close()
		_ = t.solver.Close()
	}
	t.over, t.program, t.solver, t.search = true, nil, nil, nil
	if t.result != nil { // the runs hold the tree
		r := *t.result
		r.Root, r.Covered = nil, nil
		t.result = &r
	}
}

// tree is the tree for the structure of an input; nil if there is none, and no
// room for one more: then the structure waits for some.
func (e *errand) tree(ctx context.Context, program *symexec.Program, v input.Vector) *explored {
	x := e.x
	key := structureOf(x.fn.sig, v)
	for _, t := range x.trees {
		if t.key == key {
			return t
		}
	}
	if x.open() == mostTrees {
		x.await(key, v)
		return nil
	}
	x.known[key] = true
	x.waiting = slices.DeleteFunc(x.waiting, func(w waiting) bool { return w.key == key })
	t := &explored{key: key, start: v}
	solver := embedded.New(effort())
	p, err := dse.NewConcolic(ctx, program, x.fn.entry, dse.ConcolicOptions{Vector: v, Solver: solver, Limits: symexec.Limits{Statements: executorFuel, Cells: executorRoom}, Reads: true})
	switch {
	case ctx.Err() != nil:
		_ = solver.Close()
		return nil
	case err != nil:
		_ = solver.Close()
		t.over, t.dropped = true, err.Error()
	default:
		t.program, t.solver = p, solver
		rng := rand.New(rand.NewPCG(e.seed, uint64(len(x.trees))))
		t.search = dse.New(&counting{p, x.live}, dse.Auto, rng, dse.Options{Targets: e.targets, Nodes: treeNodes, Ran: func(r *dse.Run) bool {
			return x.took(r) && t.terms() <= treeTerms
		}})
	}
	x.trees = append(x.trees, t)
	return t
}

// effort is what a question may take: less than package concolic allows. What a
// solver looks for in vain for long, such as relations of floats, search looks
// for beside it, at less cost.
func effort() embedded.Options {
	return embedded.Options{Blast: bitvec.Options{Steps: 100_000, Gates: 150_000}}
}

// took keeps the input of a run, to be run as machine code. That costs little
// beside what the executor took, and gets beyond the code that it does not model.
func (x *explorer) took(r *dse.Run) bool {
	x.ran = append(x.ran, r.Path.Input)
	if end := r.Path.End; end.Kind != symexec.Returned && end.Kind != symexec.Panicked && !x.ended() {
		x.odd[oddity(end)]++
	}
	return true
}

// oddity names an end that is neither a return nor a panic.
func oddity(end symexec.End) string {
	if end.What == "" {
		return end.Kind.Text()
	}
	return end.Kind.Text() + ": " + end.What
}

// counting counts for the progress line. It is all that the program is to a strategy.
type counting struct {
	*dse.ConcolicProgram
	live *counts
}

var _ interface {
	dse.Editor
	dse.Reader
	dse.Foreseer
	dse.Polisher
} = (*counting)(nil)

func (c *counting) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	c.live.runs.Add(1)
	return c.ConcolicProgram.Run(ctx, in, targets)
}

func (c *counting) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	c.live.queries.Add(1)
	return c.ConcolicProgram.Satisfy(ctx, start, prefix, extra)
}

// confirm runs the inputs as machine code, measured against the open branches.
// What they take there is what counts.
func (e *errand) confirm(ctx context.Context) {
	x := e.x
	e.answer = &native.SearchResult{}
	if len(x.ran) == 0 {
		return
	}
	fn := x.fn
	space := input.NewSpace(fn.sig, fn.limits)
	vectors := make([]input.Vector, len(x.ran))
	for i, v := range x.ran {
		vectors[i] = space.Normalize(nil, v)
	}
	x.ran = nil
	if ctx.Err() != nil { // what is known by now should not be lost
		var done context.CancelFunc
		ctx, done = context.WithTimeout(context.WithoutCancel(ctx), graceTime)
		defer done()
	}
	b := &breeding{pool: fn.unit.pool, out: e.answer, job: wire.BatchJob{
		Entry: fn.entry, Signature: fn.sig, Targets: e.programs, Mode: e.mode, Covered: e.covered, Panics: e.panics,
	}}
	r, err := b.batch(ctx, vectors)
	e.err = err
	e.answer.Result = &wire.SearchResult{Evaluations: b.evaluations, Unbuilt: b.unbuilt, Cost: b.cost}
	e.nearest = make([]wire.Best, len(e.programs))
	for i, row := range r.Result.Fitness {
		for j := range e.nearest {
			if best := &e.nearest[j]; best.Vector == nil || row[j].Less(&best.Fitness, true) {
				*best = wire.Best{Mode: e.mode, Fitness: row[j], Vector: vectors[i]}
			}
		}
	}
}
