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
	m     *machine
	sig   *input.Signature
	run   *closure
	opts  Options
	shape *shape   // layout of the input
	first []uint64 // buffer for the first witness of a run
	under witness  // buffer of Under
	fit   []uint64 // buffer of Fits

	bounded bool // some slots have domain rules
}

// NewExecutor returns an executor for an entry. It initializes the package variables of the
// module.
func NewExecutor(ctx context.Context, p *Program, entry int, opts Options) (*Executor, error) {
	if err := opts.Limits.Validate(); err != nil {
		return nil, err
	}
	m := newMachine(p)
	if opts.Builder != nil {
		m.b = opts.Builder
	}
	e := &Executor{m: m, sig: p.Entries[entry], opts: opts}
	m.limits, m.solver, m.opts, m.ctx = opts.Limits.withDefaults(), opts.Solver, &e.opts, ctx
	if m.confine(func() { m.initialize(p.pkg) }); m.end != nil {
		return nil, fmt.Errorf("cannot initialize package %s: %s: %s", p.pkg.Pkg.Path(), m.end.Kind, m.end.Detail)
	}
	list := m.globalObject(p.pkg.Var("ZzNearmissEntries")).cells
	entries, ok := m.readSlice(list, 2)
	if !ok {
		panic("symexec: BUG: no entries")
	}
	e.run = entries[2*entry+1].r.(*closure)
	e.SetInput(opts.Vector)
	return e, nil
}

// Builder returns the builder of the terms of all paths.
func (e *Executor) Builder() *term.Builder { return e.m.b }

// SetInput replaces the first witness of later paths and the shape of the input.
func (e *Executor) SetInput(v input.Vector) {
	e.opts.Vector = slices.Clone(v)
	e.shape = e.newShape(v)
}

// sortOf returns the sort of the slot for a word.
func sortOf(x *input.Var) term.Sort {
	switch x.Role {
	case input.RoleBool:
		return term.BoolSort
	case input.RoleInt:
		return term.Signed(x.Type.Bits)
	case input.RoleUint:
		return term.Unsigned(x.Type.Bits)
	case input.RoleByte:
		return term.Unsigned(8)
	case input.RoleFloat:
		if x.Type.Kind == input.Complex {
			return term.Floating(x.Type.Bits / 2)
		}
		return term.Floating(x.Type.Bits)
	}
	return term.Unsigned(64)
}

// Slot returns the slot of a symbolic word, or nil if the word is concrete.
func (e *Executor) Slot(word int) *term.Term { return e.shape.slots[word] }

// Retain drops all terms except the given ones, those of the input, and their subterms.
func (e *Executor) Retain(terms ...*term.Term) {
	e.m.letGo()
	roots := slices.Clone(terms)
	for _, t := range e.shape.slots {
		if t != nil {
			roots = append(roots, t)
		}
	}
	roots = append(roots, e.shape.rules...)
	e.m.b.Retain(roots...)
}

// Explore takes one path whose condition does not contradict pre. Where both sides are
// feasible, c chooses. Without pre the path begins with Options.Vector as its witness.
func (e *Executor) Explore(ctx context.Context, pre []*term.Term, c Chooser) (*Path, error) {
	return e.ExploreFrom(ctx, e.opts.Vector, pre, c)
}

// ExploreFrom is Explore with start as the first witness. start may differ from Options.Vector
// in symbolic words only.
func (e *Executor) ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c Chooser) (*Path, error) {
	m := e.m
	words, err := e.firstWords(start)
	if err == nil && !e.obeysDomains(words) {
		err = fmt.Errorf("the first witness is outside of a domain")
	}
	if err != nil {
		return nil, err
	}
	path := m.begin(ctx, words, c)
	defer m.finishRun(path)
	for _, t := range e.shape.rules {
		m.assert(t)
	}
	path.Assumed = len(path.Condition)
	m.confine(func() {
		if e.assume(ctx, pre) {
			e.execute()
		}
	})
	path.Instructions = m.limits.Instructions - uint64(max(0, m.fuel+m.left))
	if m.end != nil {
		path.End = *m.end
	}
	path.Input = e.shape.vector(m.wit.words)
	if path.End.Kind == Stopped && ctx.Err() != nil {
		return path, ctx.Err()
	}
	return path, nil
}

// firstWords returns an input as a witness in the order of slots. The slice is valid until the
// next call.
func (e *Executor) firstWords(start input.Vector) ([]uint64, error) {
	var err error
	e.first, err = e.shape.witness(e.first, start)
	return e.first, err
}

// begin resets the state of the machine for a run.
func (m *machine) begin(ctx context.Context, v input.Vector, c Chooser) *Path {
	m.letGo()
	m.runs++
	m.epoch = m.runs
	m.ctx, m.chooser = ctx, c
	m.path = &Path{Decisions: m.decisions[:0], Condition: m.condition[:0]}
	m.end, m.unwound, m.loopEnds, m.nested = nil, false, false, 0
	m.running, m.preparing, m.calls = false, false, nobody
	m.reporting, m.ticks, m.draws = false, 0, 0
	clear(m.extents)
	clear(m.lengths)
	m.g, m.runq = m.mainGoroutine(), nil
	m.left, m.fuel, m.cells = 0, int64(m.limits.Instructions), m.limits.Cells
	m.statements, m.terms = int64(m.limits.Statements), m.b.Size()+m.limits.Terms
	m.wit.reset(v)
	if m.known == nil {
		m.known = map[*term.Term]bool{}
	}
	return m.path
}

// mainGoroutine returns the first goroutine of a run. It reuses the frames of the run before.
func (m *machine) mainGoroutine() *goroutine {
	g := m.main
	if g == nil {
		m.main = new(goroutine)
		return m.main
	}
	for _, f := range g.frames {
		f.defers = f.defers[:0]
		*f = frame{defers: f.defers}
	}
	g.spare = append(g.spare, g.frames...)
	g.frames, g.panics, g.stack.at = g.frames[:0], nil, stackMark{}
	return g
}

// finishRun undoes the changes of the run.
func (m *machine) finishRun(path *Path) {
	m.decisions, m.condition = m.path.Decisions, m.path.Condition
	m.path.Decisions, m.path.Condition = slices.Clone(m.decisions), slices.Clone(m.condition)
	m.rollback()
	clear(m.known)
	if m.end = nil; m.pushed > 0 {
		m.confine(func() {
			m.calls = solving
			m.solver.Pop(m.pushed)
			m.calls = nobody
		})
		m.pushed = 0
	}
	if m.end != nil {
		path.End = *m.end
	}
	m.chooser = nil
}

// assume puts the precondition on the path and finds a witness for it.
func (e *Executor) assume(ctx context.Context, pre []*term.Term) bool {
	m := e.m
	holds := true
	for _, t := range pre {
		holds = holds && m.wit.holds(t)
		if m.solver != nil {
			m.calls = solving
			m.solver.Push(t)
			m.calls = nobody
			m.pushed++
		}
	}
	if holds {
		return true
	}
	if m.solver == nil {
		return m.stopAt(Undetermined, "there is no solver")
	}
	m.path.Queries++
	m.calls = solving
	a := m.solver.Solve(ctx, m.wit.env)
	m.calls = nobody
	switch a.Verdict {
	case smt.Sat:
		m.wit.change(a.Changes)
		for _, t := range pre {
			if !m.wit.holds(t) {
				m.calls = solving
				panic("symexec: BUG: the model of " + a.By + " contradicts " + t.String())
			}
		}
		return true
	case smt.Unsat:
		return m.stopAt(Contradicted, "")
	}
	if ctx.Err() != nil {
		return m.stopAt(Stopped, ctx.Err().Error())
	}
	return m.stopAt(Undetermined, a.Reason)
}

// foreignCode names the code outside the executor that is running, to attribute its panics.
type foreignCode uint8

const (
	nobody foreignCode = iota
	inChooser
	solving
)

// confine calls f and turns a panic into an end of the path, except for a panic of the Chooser
// itself. Code that reads memory as another type, in a way that no check foresees, causes a
// runtime error of this program: the path ends as Unsupported. Any other panic ends the path as
// Faulted. After a panic the solver is not used again.
func (m *machine) confine(f func()) {
	defer func() {
		if m.calls == inChooser {
			return
		}
		r := recover()
		if r == nil {
			return
		}
		kind, what := Faulted, fmt.Sprint(r)
		if _, ok := r.(runtime.Error); m.calls == solving {
			what = "solver: " + what
			m.solver, m.pushed, m.held = nil, 0, nil
		} else if ok {
			kind, what = Unsupported, "memory used as another type ("+what+")"
		}
		m.calls = nobody
		m.interrupted(what)
		if kind == Faulted {
			m.end = nil // the end that the path had before the panic may be wrong
		}
		m.stopAt(kind, what)
	}()
	f()
}

// execute runs the entry and stores its outcome in the path.
func (e *Executor) execute() {
	m := e.m
	in := &object{cells: make([]cell, 4), epoch: m.epoch}
	out := &object{cells: make([]cell, 4), epoch: m.epoch}
	m.input, m.cursor = in, &cursor{shape: e.shape}
	_, ok := m.call(e.run.fn, e.run.free, []cell{{r: in}, {r: out}})
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

// Follow is a Chooser that takes the sides of the witness: a concrete run with its path
// condition.
type Follow struct{}

// Choose implements Chooser.
func (Follow) Choose(b *Branch) bool { return b.Witness }

// Took implements Chooser.
func (Follow) Took(*Branch, bool, Why) {}
