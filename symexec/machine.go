package symexec

import (
	"context"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/smt"
	"nearmiss/term"
)

// A machine executes the runs of an executor. It has an image during a run only.
type machine struct {
	*image
	own  *image // a private image that the machine keeps between runs, or nil
	prog *Program
	meter
	scheduler
	constraints
	opened
	world

	targets [][2]cell // pointers, as interfaces, whose targets are being recorded

	// State of the current run.
	ctx         context.Context
	opts        *Options
	running     bool        // between the probes Begin and End
	foreignCode foreignCode // code outside of the executor that is running
	end         *End        // the end of the path; nil while it continues
	results     []cell      // results of the first frame of the loop that ended last
	unwound     bool        // a panic has left the first frame of the innermost loop
	loopDone    bool        // the first frame of the innermost loop has returned after a recovered panic
	nested      int         // number of interpreter loops (run) that are active: 1 plus those that models started
}

// meter holds the remaining resources of a run.
type meter struct {
	limits         Limits
	untilCheck     int64 // instructions until the next check of the limits
	fuelAfterCheck int64 // instructions that remain when untilCheck is used up
	cellsLeft      int64 // cells that may still be allocated
	maxTerms       int   // largest size of the builder, in terms
	statementsLeft int64 // statements that may still be executed
	preparing      bool  // code that makes the input is running: exhausted fuel means Unbuilt
}

// constraints is the symbolic state of a run: the path with its decisions, the witness, the
// solver.
type constraints struct {
	builder      *term.Builder
	solver       smt.Solver
	witness      witness // an input that satisfies the path so far
	path         *Path
	decisions    []Decision   // buffer for the decisions of the path
	condition    []*term.Term // buffer for the clauses of the path
	chooser      Chooser
	branchBuf    Branch // buffer for the Branch that the Chooser receives
	cache        *termCache
	decidedSides map[*term.Term]bool // sides of the conditions that the path has decided
	numPushed    int                 // number of clauses that the run has pushed onto the solver's stack
	stackClauses []*term.Term        // clauses on the solver's stack between runs, and in ExploreUnchecked
	unchecked    bool                // sides are taken without feasibility queries
	stale        bool                // the witness may violate the path: sides were taken without queries since it was found
	// satisfiedPrefix is the number of clauses of the path that the witness satisfied when it was
	// found; stackClauses has these clauses in some order.
	satisfiedPrefix int

	reporting bool // the run is over, and the encoding of its outcome takes the sides of the witness
}

func newMachine(p *Program) *machine {
	return &machine{
		prog:        p,
		meter:       meter{limits: Limits{}.withDefaults()},
		scheduler:   scheduler{waiting: map[cell][]*goroutine{}},
		constraints: constraints{builder: term.NewBuilder(), path: new(Path)},
		opts:        new(Options),
	}
}

// ended reports whether the interpreter loop must stop: the path has ended, or the first frame of the
// loop has returned or was left by a panic.
func (m *machine) ended() bool { return m.end != nil || m.unwound || m.loopDone }

// stopAt ends the path with kind k and detail what, unless it has ended before. While the input is
// being made, exhausted fuel and a deadlock become Unbuilt. stopAt always returns false, the result
// of a function after which execution does not continue.
func (m *machine) stopAt(k EndKind, what string) bool {
	if m.preparing && (k == OutOfFuel || k == Deadlocked) {
		k = Unbuilt
	}
	if m.end == nil {
		m.end = &End{Kind: k, Detail: what, At: m.prog.position(m.position())}
	}
	return false
}

// position returns the position of the current instruction, or of the closest enclosing call that
// has one.
func (m *machine) position() token.Pos {
	if m.current == nil {
		return token.NoPos
	}
	for i := len(m.current.frames) - 1; i >= 0; i-- {
		f := m.current.frames[i]
		for pc := min(f.pc, len(f.fn.pos)) - 1; pc >= 0; pc-- {
			if p := f.fn.pos[pc]; p.IsValid() {
				return p
			}
		}
	}
	return token.NoPos
}

// checkLimits ends the path if a limit is reached or the context has ended. Otherwise it grants up to
// 2^14 instructions until the next check.
func (m *machine) checkLimits() bool {
	const turn = 1 << 14
	if m.ctx != nil && m.ctx.Err() != nil {
		return m.stopAt(Stopped, m.ctx.Err().Error())
	}
	if m.fuelAfterCheck <= 0 {
		return m.stopAt(OutOfFuel, "instructions")
	}
	if m.builder.Size() > m.maxTerms {
		return m.stopAt(OutOfMemory, "terms")
	}
	n := min(m.fuelAfterCheck, turn)
	m.fuelAfterCheck -= n
	m.untilCheck += n
	return true
}

// checkCall checks the limits before a call.
func (m *machine) checkCall() bool {
	if m.untilCheck < 0 && !m.checkLimits() {
		return false
	}
	if len(m.current.frames) >= m.limits.Calls {
		return m.stopAt(TooDeep, "calls within calls")
	}
	return true
}

// functionOf returns the compiled form of f, which may not have code yet.
func (m *machine) functionOf(f *ssa.Function) *function {
	fn := m.funcs[f]
	if fn == nil {
		fn = &function{ssa: f, name: f.String(), recover: -1}
		pkg := f.Pkg
		if o := f.Origin(); o != nil && o.Pkg != nil {
			pkg = o.Pkg
		}
		fn.isProbe = pkg != nil && pkg.Pkg.Path() == probePath
		fn.standin = pkg != nil && pkg.Pkg.Path() == standinPath
		m.funcs[f] = fn
	}
	return fn
}

func (m *machine) closureOf(f *ssa.Function) *closure {
	fn := m.functionOf(f)
	if fn.closure == nil {
		fn.closure = &closure{fn: fn}
	}
	return fn.closure
}

// ensureReady compiles a function or finds its model, unless that is done.
func (m *machine) ensureReady(fn *function) {
	if !fn.ready {
		m.prepare(fn)
	}
}

// prepare compiles a function, or finds its model.
func (m *machine) prepare(fn *function) {
	fn.ready = true
	ssaFunc := fn.ssa
	name := fn.name
	if o := ssaFunc.Origin(); o != nil {
		name = o.String()
	}
	if fn.isProbe {
		if fn.model = m.probeModel(name); fn.model != nil {
			return
		}
	}
	if ssaFunc.Pkg != nil {
		ssaFunc.Pkg.Build()
	}
	pkg := ssaFunc.Pkg
	if o := ssaFunc.Origin(); o != nil {
		pkg = o.Pkg
	}
	// A rewritten function is executed, so that its statements count.
	if len(ssaFunc.Blocks) == 0 || !m.prog.counts[pkg] || intrinsic(name) {
		if fn.model = m.models[name]; fn.model != nil {
			return
		}
	}
	if m.isListDecoder(ssaFunc) {
		fn.model = listDecoder(ssaFunc)
		return
	}
	if len(ssaFunc.Blocks) == 0 {
		fn.missingReason = "function " + name + " has no Go body"
		return
	}
	m.compile(fn)
}

// intrinsic reports whether the Go compiler replaces calls of a function by an instruction, so that
// the rewritten code of the function never runs.
func intrinsic(name string) bool {
	switch name {
	case "math.sqrt", "math.Floor", "math.Ceil", "math.Trunc", "math.RoundToEven", "math.FMA":
		return true
	}
	return false
}

// globalObject returns the memory of a package variable.
func (m *machine) globalObject(g *ssa.Global) *object {
	o := m.globals[g]
	if o == nil {
		t := m.types.target(m.types.rtypeOf(g.Type()))
		o = &object{cells: make([]cell, t.size), typ: t}
		m.globals[g] = o
		if g.Name() == "X86" && g.Pkg.Pkg.Path() == "internal/cpu" {
			m.setCPUFeatures(o)
		}
		m.setLinked(g, o)
	}
	return o
}

// needsInit reports whether code must initialize a package before it uses a variable. It is true for a
// package whose initialization failed too, so that the use ends the path.
func (m *machine) needsInit(p *ssa.Package) bool {
	return m.initFailures[p] != "" || m.inits[p] == untouched && !uninitialized(p.Pkg.Path())
}

// beforeRun calls f as if the run had changed nothing yet. The effects of f become part of the initial
// state.
func (m *machine) beforeRun(f func()) {
	if m.epoch != 0 {
		m.swapInitial()
		defer m.swapInitial()
	}
	m.inInitialState(f)
}

// inInitialState calls f, whose effects become part of the initial state. The goroutines of the run
// wait meanwhile, except for the current one.
func (m *machine) inInitialState(f func()) {
	if m.current == nil {
		m.current = new(goroutine)
	}
	caller := m.current
	epoch, running, meter, chooser, initial := m.epoch, m.running, m.meter, m.chooser, caller.initial
	defer func() {
		m.cut = m.cut || m.ctx != nil && m.ctx.Err() != nil
		m.epoch, m.running, m.meter, m.chooser, caller.initial = epoch, running, meter, chooser, initial
	}()
	m.epoch, m.running, m.preparing, m.chooser, caller.initial = 0, false, false, nil, true
	m.untilCheck, m.fuelAfterCheck, m.cellsLeft, m.maxTerms = 0, 1<<40, 1<<40, 1<<40
	f()
}

// reserve takes n words of memory for a purpose. If too few are left, the path ends.
func (m *machine) reserve(n int, purpose string) bool {
	m.cellsLeft -= int64(n) + 2
	return m.cellsLeft >= 0 || m.stopAt(OutOfMemory, purpose)
}

// alloc makes an object of n cells for elements of type t. It returns nil if memory is
// exhausted.
func (m *machine) alloc(t *rtype, n int) *object {
	if !m.reserve(n, "variables") {
		return nil
	}
	return &object{cells: make([]cell, n), epoch: m.epoch, typ: t}
}

// methodOf returns the method of a dynamic type.
func (m *machine) methodOf(typ *rtype, key *methodKey) *function {
	if fn := typ.methods[key.id]; fn != nil {
		return fn
	}
	f := m.prog.ssa.LookupMethod(typ.goType, key.pkg, key.name)
	if f == nil {
		panic("symexec: BUG: " + typ.String() + " has no method " + key.name)
	}
	if typ.methods == nil {
		typ.methods = map[string]*function{}
	}
	fn := m.functionOf(f)
	typ.methods[key.id] = fn
	return fn
}

// uninitialized reports whether the init function of a package is skipped, because the package
// belongs to the runtime or to the operating system.
func uninitialized(path string) bool {
	switch path {
	case "runtime", "internal/cpu", "unsafe", "internal/godebug", "os/signal":
		return true
	}
	return strings.HasPrefix(path, "internal/runtime/") || strings.HasPrefix(path, "runtime/")
}
