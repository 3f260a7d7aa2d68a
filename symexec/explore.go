package symexec

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// An Executor explores paths through one entry of a program. It belongs to one goroutine.
type Executor struct {
	machine     *machine
	sig         *input.Signature
	entry       int // number of the entry
	opts        Options
	shape       *shape   // layout of the input
	firstBuffer []uint64 // buffer for the first witness of a run
	underBuffer witness  // witness of HoldsUnder and DistanceUnder
	fitBuffer   []uint64 // buffer of Fits

	bounded bool // some slot has a type with a domain
}

// NewExecutor returns an executor for program.Entries[entry]. It initializes the package under test and those that
// it imports and that are rewritten, too, unless an idle image has them.
func NewExecutor(ctx context.Context, program *Program, entry int, opts Options) (*Executor, error) {
	if err := opts.Limits.Validate(); err != nil {
		return nil, err
	}
	m := newMachine(program)
	if opts.Builder != nil {
		m.builder = opts.Builder
	}
	executor := &Executor{machine: m, sig: program.Entries[entry], entry: entry, opts: opts}
	m.limits, m.solver, m.opts, m.ctx = opts.Limits.withDefaults(), opts.Solver, &executor.opts, ctx
	m.attach()
	defer m.detach()
	if m.confine(func() { m.initialize(program.pkg) }); m.end != nil {
		return nil, fmt.Errorf("cannot initialize package %s: %s: %s", program.pkg.Pkg.Path(), m.end.Kind, m.end.Detail)
	}
	executor.SetInput(opts.Vector)
	return executor, nil
}

// Builder returns the builder of the terms of all paths.
func (e *Executor) Builder() *term.Builder { return e.machine.builder }

// SetInput replaces the first witness of later paths and the shape of the input.
func (e *Executor) SetInput(v input.Vector) {
	e.opts.Vector = slices.Clone(v)
	e.shape = e.newShape(v)
}

// sortOf returns the sort of the slot for a word.
func sortOf(variable *input.Var) term.Sort {
	switch variable.Role {
	case input.RoleBool:
		return term.BoolSort
	case input.RoleInt:
		return term.Signed(variable.Type.Bits)
	case input.RoleUint:
		return term.Unsigned(variable.Type.Bits)
	case input.RoleByte:
		return term.Unsigned(8)
	case input.RoleFloat:
		if variable.Type.Kind == input.Complex {
			return term.Floating(variable.Type.Bits / 2)
		}
		return term.Floating(variable.Type.Bits)
	}
	return term.Unsigned(64)
}

// Slot returns the slot of a word, given by its index in the layout (see Options.Bound), or nil if
// the word is concrete.
func (e *Executor) Slot(word int) *term.Term { return e.shape.slots[word] }

// Retain drops all terms except the given ones, those of the input, and their subterms.
func (e *Executor) Retain(terms ...*term.Term) {
	e.machine.clearStack()
	roots := slices.Clone(terms)
	for _, t := range e.shape.slots {
		if t != nil {
			roots = append(roots, t)
		}
	}
	roots = append(roots, e.shape.rules...)
	e.machine.builder.Retain(roots...)
}

// Explore takes one path whose condition does not contradict pre. Where both sides are
// feasible, c chooses. Without pre the path begins with Options.Vector as its witness.
func (e *Executor) Explore(ctx context.Context, pre []*term.Term, c Chooser) (*Path, error) {
	return e.ExploreFrom(ctx, e.opts.Vector, pre, c)
}

// ExploreFrom is Explore with start as the first witness. start may differ from Options.Vector
// in symbolic words only.
func (e *Executor) ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c Chooser) (*Path, error) {
	m := e.machine
	words, err := e.firstWords(start)
	if err == nil && !e.obeysDomains(words) {
		err = fmt.Errorf("the first witness is outside of a domain")
	}
	if err != nil {
		return nil, err
	}
	m.attach()
	defer m.detach()
	path := m.begin(ctx, words, c)
	defer m.finishRun(path)
	for _, t := range e.shape.rules {
		m.assert(t)
	}
	path.Assumed = len(path.Condition)
	m.confine(func() {
		if m.initialize(m.prog.pkg) && e.assume(ctx, pre) { // a new image is not initialized yet
			e.execute()
		}
	})
	path.Instructions = m.limits.Instructions - uint64(max(0, m.fuelAfterCheck+m.untilCheck))
	if m.end != nil {
		path.End = *m.end
	}
	path.Input = e.shape.vector(m.witness.words)
	if path.End.Kind == Stopped && ctx.Err() != nil {
		return path, ctx.Err()
	}
	return path, nil
}

// firstWords returns an input as a witness in the order of slots. The slice is valid until the
// next call.
func (e *Executor) firstWords(start input.Vector) ([]uint64, error) {
	var err error
	e.firstBuffer, err = e.shape.wordsOf(e.firstBuffer, start)
	return e.firstBuffer, err
}

// begin resets the state of the machine for a run.
func (m *machine) begin(ctx context.Context, vector input.Vector, c Chooser) *Path {
	m.clearStack()
	m.runs++
	m.epoch = m.runs
	m.ctx, m.chooser = ctx, c
	m.path = &Path{Decisions: m.decisions[:0], Condition: m.condition[:0]}
	m.end, m.unwound, m.loopDone, m.nested = nil, false, false, 0
	m.running, m.preparing, m.foreignCode = false, false, noForeignCode
	m.reporting, m.clockReadings, m.randomDraws = false, 0, 0
	clear(m.extents)
	clear(m.lengths)
	clear(m.waiting)
	m.current, m.ready = m.prepareMainGoroutine(), nil
	m.untilCheck, m.fuelAfterCheck, m.cellsLeft = 0, int64(m.limits.Instructions), m.limits.Cells
	m.statementsLeft, m.maxTerms = int64(m.limits.Statements), m.builder.Size()+m.limits.Terms
	m.witness.reset(vector)
	if m.decidedSides == nil {
		m.decidedSides = map[*term.Term]bool{}
	}
	return m.path
}

// prepareMainGoroutine returns the first goroutine of a run. It reuses the frames of the run before.
func (m *machine) prepareMainGoroutine() *goroutine {
	routine := m.mainGoroutine
	if routine == nil {
		m.mainGoroutine = new(goroutine)
		return m.mainGoroutine
	}
	for _, f := range routine.frames {
		f.defers = f.defers[:0]
		*f = frame{defers: f.defers}
	}
	routine.spare = append(routine.spare, routine.frames...)
	routine.frames, routine.panics, routine.stack.top = routine.frames[:0], nil, stackMark{}
	return routine
}

// finishRun ends a run: it copies decisions and clauses from the buffers of the machine to path,
// undoes the changes of the run to memory, and pops the clauses of the run from the solver's stack.
func (m *machine) finishRun(path *Path) {
	m.decisions, m.condition = m.path.Decisions, m.path.Condition
	m.path.Decisions, m.path.Condition = slices.Clone(m.decisions), slices.Clone(m.condition)
	m.rollback()
	clear(m.decidedSides)
	if m.end = nil; m.numPushed > 0 {
		m.confine(func() {
			m.foreignCode = solving
			m.solver.Pop(m.numPushed)
			m.foreignCode = noForeignCode
		})
		m.numPushed = 0
	}
	if m.end != nil {
		path.End = *m.end
	}
	m.chooser = nil
	if m.limits.Cells-m.cellsLeft > keptCells {
		m.mainGoroutine, m.current, m.ready, m.results = nil, new(goroutine), nil, nil // registers refer to the memory of the run
		clear(m.waiting)
	}
}

// keptCells is the largest number of cells of a run whose registers are kept for the next run.
const keptCells = 1 << 16

// assume pushes the precondition onto the solver's stack and finds a witness for it. The path ends if
// there is none. The clauses of the precondition are not part of Path.Condition.
func (e *Executor) assume(ctx context.Context, pre []*term.Term) bool {
	m := e.machine
	holds := true
	for _, t := range pre {
		holds = holds && m.witness.holds(t)
		if m.solver != nil {
			m.foreignCode = solving
			m.solver.Push(t)
			m.foreignCode = noForeignCode
			m.numPushed++
		}
	}
	if holds {
		return true
	}
	if m.solver == nil {
		return m.stopAt(Undetermined, "there is no solver")
	}
	m.path.Queries++
	m.foreignCode = solving
	answer := m.solver.Solve(ctx, m.witness.env)
	m.foreignCode = noForeignCode
	switch answer.Verdict {
	case smt.Sat:
		m.witness.change(answer.Changes)
		for _, t := range pre {
			if !m.witness.holds(t) {
				m.foreignCode = solving
				panic("symexec: BUG: the model of " + answer.Solver + " contradicts " + t.String())
			}
		}
		return true
	case smt.Unsat:
		return m.stopAt(Contradicted, "")
	}
	if ctx.Err() != nil {
		return m.stopAt(Stopped, ctx.Err().Error())
	}
	return m.stopAt(Undetermined, answer.Reason)
}

// foreignCode names the code outside the executor that is running, to attribute its panics.
type foreignCode uint8

const (
	noForeignCode foreignCode = iota
	inChooser
	solving
)

// confine calls f and turns a panic into an end of the path, except for a panic of the Chooser
// itself. Code that reads memory as another type, in a way that no check foresees, causes a
// runtime error of this program: the path ends as Unsupported. Any other panic ends the path as
// Faulted. After a panic the solver is not used again.
func (m *machine) confine(f func()) {
	defer func() {
		if m.foreignCode == inChooser {
			return
		}
		r := recover()
		if r == nil {
			return
		}
		kind, what := Faulted, fmt.Sprint(r)
		if _, ok := r.(runtime.Error); m.foreignCode == solving {
			what = "solver: " + what
			m.solver, m.numPushed, m.stackClauses = nil, 0, nil
		} else if ok {
			kind, what = Unsupported, "memory used as another type ("+what+")"
		}
		m.foreignCode = noForeignCode
		if m.image != nil { // a run
			m.markInterrupted(what)
		}
		if kind == Faulted {
			m.end = nil // the end that the path had before the panic may be wrong
		}
		m.stopAt(kind, what)
	}()
	f()
}

// execute runs the entry and stores its outcome in the path.
func (e *Executor) execute() {
	m := e.machine
	in := &object{cells: make([]cell, 4), epoch: m.epoch}
	out := &object{cells: make([]cell, 4), epoch: m.epoch}
	m.input, m.cursor = in, &cursor{shape: e.shape}
	run := m.entryCode(e.entry)
	_, ok := m.call(run.fn, run.free, []cell{{r: in}, {r: out}})
	if !ok || m.end != nil {
		return
	}
	list, ok := m.readSlice(out.cells, 1)
	if !ok {
		panic("symexec: BUG: outcome")
	}
	m.path.Output = make(input.Vector, len(list))
	for i, c := range list {
		m.path.Output[i] = m.wordUnderWitness(kUint64, c)
	}
}

// entryCode returns the function that runs an entry.
func (m *machine) entryCode(entry int) *closure {
	entries, ok := m.readSlice(m.globalObject(m.prog.pkg.Var("ZzNearmissEntries")).cells, 2)
	if !ok {
		panic("symexec: BUG: no entries")
	}
	return entries[2*entry+1].r.(*closure)
}

// Follow is a Chooser that takes the sides of the witness: a concrete run with its path
// condition.
type Follow struct{}

// Choose implements Chooser.
func (Follow) Choose(b *Branch) bool { return b.Witness }

// Took implements Chooser.
func (Follow) Took(*Branch, bool, SideReason) {}
