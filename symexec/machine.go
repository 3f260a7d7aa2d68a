package symexec

import (
	"context"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/smt"
	"nearmiss/term"
)

// A machine is the compiled program with its memory, and the run that goes on.
type machine struct {
	compiled
	meter
	scheduler
	constraints
	opened
	world

	runs  uint32
	epoch uint32 // number of the run; 0 while the initial state is made
	undo  undoLog

	// The run.
	ctx      context.Context
	opts     *Options
	running  bool // between Begin and End
	calls    callee
	end      *End
	results  []cell // of the frame that returned last with stop set
	unwound  bool   // a panic has left such a frame
	loopEnds bool   // such a frame was left behind a recovered panic
	nested   int    // loops within loops
	gap      uint64 // of the structs or arrays that were compared last
}

// compiled is the program as far as it was compiled and initialized. It outlasts runs.
type compiled struct {
	prog    *Program
	types   typeTable
	funcs   map[*ssa.Function]*function
	globals map[*ssa.Global]*object
	inits   map[*ssa.Package]initState
	broken  map[*ssa.Package]string // why the initialization failed
	models  map[string]Model
	probes  map[string]Model
	unique  map[*rtype]*hashmap // pointers of package unique, by value

	errorString, plainError *rtype
	satisfied               map[[2]int]bool // whether types implement interfaces
}

// meter is what a run may still take.
type meter struct {
	limits     Limits
	left       int64 // instructions until the next look at the limits
	fuel       int64 // instructions after that
	cells      int64 // that may be made
	terms      int   // that the builder may have
	statements int64
	preparing  bool // inputs are made: running out is no end of the function
}

// constraints are the symbolic side of a run: what the path has decided, and who solves.
type constraints struct {
	b         *term.Builder
	solver    smt.Solver
	wit       witness
	path      *Path
	decisions []Decision // of the path, used again
	condition []*term.Term
	chooser   Chooser
	branchB   Branch
	memory    *comparisons
	known     map[*term.Term]bool // conditions that the path has decided
	pushed    int                 // clauses on the solver's stack, by the run
	held      []*term.Term        // between runs, and where sides are taken unasked: clauses on the solver's stack
	unasked   bool                // sides are taken unasked
	stale     bool                // the witness need not satisfy the path: sides were taken unasked since it was found
	sound     int                 // clauses of the path that it satisfied then; they are those held, in some order
	reporting bool                // the run is over: what is left follows the witness
}

type initState uint8

const (
	untouched initState = iota
	initializing
	initialized
)

func newMachine(p *Program) *machine {
	return &machine{
		compiled: compiled{
			prog: p, funcs: map[*ssa.Function]*function{}, globals: map[*ssa.Global]*object{},
			inits: map[*ssa.Package]initState{}, broken: map[*ssa.Package]string{},
			models: modelTable(), unique: map[*rtype]*hashmap{}, satisfied: map[[2]int]bool{},
		},
		meter:       meter{limits: Limits{}.withDefaults()},
		constraints: constraints{b: term.NewBuilder(), path: new(Path)},
		opts:        new(Options),
	}
}

func (m *machine) over() bool { return m.end != nil || m.unwound || m.loopEnds }

// stopAt ends the path. It returns false, as functions do that do not go on
// behind the instruction.
func (m *machine) stopAt(k EndKind, what string) bool {
	if m.preparing && (k == OutOfFuel || k == Deadlocked) {
		k = Unbuilt
	}
	if m.end == nil {
		m.end = &End{Kind: k, What: what, At: m.prog.position(m.place())}
	}
	return false
}

// place is the place in the source that runs: the innermost with a position.
func (m *machine) place() token.Pos {
	if m.g == nil {
		return token.NoPos
	}
	for i := len(m.g.frames) - 1; i >= 0; i-- {
		f := m.g.frames[i]
		for pc := min(f.pc, len(f.fn.pos)) - 1; pc >= 0; pc-- {
			if p := f.fn.pos[pc]; p.IsValid() {
				return p
			}
		}
	}
	return token.NoPos
}

// tired looks at the limits every now and then.
func (m *machine) tired() bool {
	const turn = 1 << 14
	if m.ctx != nil && m.ctx.Err() != nil {
		return m.stopAt(Stopped, m.ctx.Err().Error())
	}
	if m.fuel <= 0 {
		return m.stopAt(OutOfFuel, "instructions")
	}
	if m.b.Size() > m.terms {
		return m.stopAt(OutOfMemory, "terms")
	}
	n := min(m.fuel, turn)
	m.fuel -= n
	m.left += n
	return true
}

// deep looks at the limits before a call.
func (m *machine) deep() bool {
	if m.left < 0 && !m.tired() {
		return false
	}
	if len(m.g.frames) >= m.limits.Calls {
		return m.stopAt(TooDeep, "calls within calls")
	}
	return true
}

// function is the machine's form of f, not compiled yet.
func (m *machine) function(f *ssa.Function) *function {
	fn := m.funcs[f]
	if fn == nil {
		fn = &function{ssa: f, name: f.String(), recover: -1}
		pkg := f.Pkg
		if o := f.Origin(); o != nil && o.Pkg != nil {
			pkg = o.Pkg
		}
		fn.probe = pkg != nil && pkg.Pkg.Path() == probePath
		fn.standin = pkg != nil && pkg.Pkg.Path() == standinPath
		m.funcs[f] = fn
	}
	return fn
}

func (m *machine) closureOf(f *ssa.Function) *closure {
	fn := m.function(f)
	if fn.value == nil {
		fn.value = &closure{fn: fn}
	}
	return fn.value
}

// ready makes a function one that can be called.
func (m *machine) ready(fn *function) {
	if !fn.ready {
		m.prepare(fn)
	}
}

// prepare compiles a function, or finds its model.
func (m *machine) prepare(fn *function) {
	fn.ready = true
	f := fn.ssa
	name := fn.name
	if o := f.Origin(); o != nil {
		name = o.String()
	}
	if fn.probe {
		if fn.model = m.probeModel(name); fn.model != nil {
			return
		}
	}
	if f.Pkg != nil {
		f.Pkg.Build()
	}
	pkg := f.Pkg
	if o := f.Origin(); o != nil {
		pkg = o.Pkg
	}
	if len(f.Blocks) == 0 || !m.prog.counts[pkg] || intrinsic(name) { // rewritten code counts
		if fn.model = m.models[name]; fn.model != nil {
			return
		}
	}
	if m.opens(f) {
		fn.model = decoder(f)
		return
	}
	if len(f.Blocks) == 0 {
		fn.missing = "function " + name + " has no Go body"
		return
	}
	m.compile(fn)
}

// intrinsic reports whether the compiler has an instruction for a function, so
// that its rewritten code never runs.
func intrinsic(name string) bool {
	switch name {
	case "math.sqrt", "math.Floor", "math.Ceil", "math.Trunc", "math.RoundToEven", "math.FMA":
		return true
	}
	return false
}

// global is the variable of a package.
func (m *machine) global(g *ssa.Global) *object {
	o := m.globals[g]
	if o == nil {
		t := m.types.target(m.types.of(g.Type()))
		o = &object{cells: make([]cell, t.size), typ: t}
		m.globals[g] = o
		if g.Name() == "X86" && g.Pkg.Pkg.Path() == "internal/cpu" {
			m.features(o)
		}
		m.linked(g, o)
	}
	return o
}

// lazy reports whether a package still has to be initialized.
func (m *machine) lazy(p *ssa.Package) bool {
	return m.broken[p] != "" || m.inits[p] == untouched && !uninitialized(p.Pkg.Path())
}

// state is what the initialization of a package must not change.
type state struct {
	epoch   uint32
	running bool
	meter   meter
}

func (m *machine) beginInit() state {
	s := state{m.epoch, m.running, m.meter}
	m.epoch, m.running, m.preparing = 0, false, false
	m.left, m.fuel, m.cells, m.terms = 0, 1<<40, 1<<40, 1<<40
	return s
}

func (m *machine) endInit(s state) { m.epoch, m.running, m.meter = s.epoch, s.running, s.meter }

// hasRoom takes n words of memory for something; if there are no more, the path ends.
func (m *machine) hasRoom(n int, what string) bool {
	m.cells -= int64(n) + 2
	return m.cells >= 0 || m.stopAt(OutOfMemory, what)
}

// alloc makes an object of n cells for elements of type t; nil if there is no
// room.
func (m *machine) alloc(t *rtype, n int) *object {
	if !m.hasRoom(n, "variables") {
		return nil
	}
	return &object{cells: make([]cell, n), epoch: m.epoch, typ: t}
}

// method finds the method of a dynamic type.
func (m *machine) method(t *rtype, k *methodKey) *function {
	if fn := t.methods[k.id]; fn != nil {
		return fn
	}
	f := m.prog.ssa.LookupMethod(t.t, k.pkg, k.name)
	if f == nil {
		panic("symexec: BUG: " + t.String() + " has no method " + k.name)
	}
	if t.methods == nil {
		t.methods = map[string]*function{}
	}
	fn := m.function(f)
	t.methods[k.id] = fn
	return fn
}

// uninitialized reports whether the init function of a package is not run:
// what it sets up belongs to the runtime or to the system.
func uninitialized(path string) bool {
	switch path {
	case "runtime", "internal/cpu", "unsafe", "internal/godebug", "os/signal":
		return true
	}
	return strings.HasPrefix(path, "internal/runtime/") || strings.HasPrefix(path, "runtime/")
}
