package fitness

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"nearmiss/cfg"
	"nearmiss/term"
)

// Options of an analysis. The zero value is the paper's setting.
type Options struct {
	// K is how many iterations of a loop are unrolled, at least 1; 0 means 1.
	K int
	// Merge leaves out a condition that earlier conditions of the path imply. The published fitness
	// counts it again.
	Merge bool
	// Norm is the normalization of distances.
	Norm Norm
	// Layout holds the slots of the function; nil means a new layout.
	Layout *Layout
	// Levels bounds the approach levels at which critical nodes get a program; 0 means no bound. A
	// run that diverges at a greater level is measured by its level and the branch distance there.
	// Programs for all nodes of a branch behind n conditions take time at least quadratic in n.
	Levels int
	// Work bounds the work for the programs of a target; 0 means no bound. The nearest critical
	// nodes get their programs first, until the number of states, each counted once for each
	// condition of its sub-graph, reaches Work. The other nodes have a level and a branch distance.
	Work int
	// Limit bounds the states of the analysis of one critical node; 0 means 10000.
	Limit int
}

func (o Options) withDefaults() Options {
	o.K, o.Limit = cmp.Or(o.K, 1), cmp.Or(o.Limit, 10000)
	return o
}

// Analysis is computed once for a function and serves all its branches. It is safe for concurrent
// use.
type Analysis struct {
	Func   *cfg.Func
	Layout *Layout

	opt        Options
	terms      *term.Builder
	lowering   *lowering
	conds      map[*cfg.Cond]*condition
	blocks     map[*cfg.Block][]op
	numOpaque  int  // number of unknown values that have a name (opaque values)
	concurrent bool // other code may run between any two statements: there is a go statement, or a range over a function
	mu         sync.Mutex
	targets    map[uint32]*Target
}

// condition is a lowered condition and the effects of its evaluation.
type condition struct {
	value   *value // nil: unknown on every path
	callOps []op   // effects of the calls in it
	trueOps []op   // effects of its true outcome: the next index of a range loop
	tagOps  []op   // effects of the calls in the tag of its switch and in earlier cases, which follow the read of the live values
}

// op is one effect: all sources are assigned at once, then the killed locs become unknown.
type op struct {
	dst  []int
	src  []*value
	kill set
}

// New analyses f, a function of p.
func New(p *cfg.Package, f *cfg.Func, opt Options) *Analysis {
	if opt.Layout == nil {
		opt.Layout = Of(f, p.Info, p.Types)
	}
	a := &Analysis{
		Func: f, Layout: opt.Layout, opt: opt.withDefaults(),
		terms:   term.NewFaithful(),
		targets: make(map[uint32]*Target),
	}
	a.lowerAll(p.Info, p.Types)
	for n := range ast.Preorder(f.Decl.Body) {
		_, spawns := n.(*ast.GoStmt)
		s, loop := n.(*ast.RangeStmt)
		a.concurrent = a.concurrent || spawns || loop && a.lowering.isFunc(s.X)
	}
	return a
}

// lowerAll lowers all conditions and statements. When all locs are known, it computes which locs
// each statement changes.
func (a *Analysis) lowerAll(info *types.Info, pkg *types.Package) {
	w := &lowering{info: info, pkg: pkg, terms: a.terms, locs: newLocs()}
	w.locs.exposed = cfg.Exposed(info, a.Func.Decl.Body)
	w.noteImplicits(a.Func.Decl.Body)
	a.lowering, a.conds, a.blocks = w, make(map[*cfg.Cond]*condition), make(map[*cfg.Block][]op)
	r := rangesOf(a.Func.Decl.Body)
	effects := make(map[*cfg.Block][]effect)
	before, tags := make(map[*cfg.Cond][]effect), make(map[*cfg.Cond][]effect)
	for _, g := range a.Func.Graphs {
		for _, b := range g.Blocks {
			for _, n := range b.Nodes {
				effects[b] = append(effects[b], w.statementEffects(g, n, r)...)
			}
			if c := b.Cond; c != nil {
				a.conds[c] = &condition{value: w.condition(c)}
				if c.Expr != nil {
					before[c] = w.callEffects(g, c.Expr)
				}
				if c.Kind == cfg.Case {
					tags[c] = w.tagEffects(g, c)
				}
				if c.Kind == cfg.Range && w.yieldsControl(rangeStmt(c).X) {
					before[c] = []effect{{kill: w.changedElsewhere}}
				}
			}
		}
	}
	for _, g := range a.Func.Graphs {
		for _, b := range g.Blocks {
			a.blocks[b] = a.resolve(effects[b])
			a.nameUnknowns(b)
		}
	}
	for c, cond := range a.conds {
		cond.callOps, cond.tagOps = a.resolve(before[c]), a.resolve(tags[c])
		if l := a.rangeOf(c); l != nil {
			cond.trueOps = []op{{dst: []int{l.counter}, src: []*value{w.nextIndex(l)}}}
		}
	}
}

// rangeOf returns the range loop of a condition, or nil if there is none or it is not modelled.
func (a *Analysis) rangeOf(c *cfg.Cond) *rangeLoop {
	if c.Kind != cfg.Range {
		return nil
	}
	return a.lowering.newRangeLoop(rangeStmt(c))
}

// resolve turns effects into ops on the locs that they affect.
func (a *Analysis) resolve(effects []effect) []op {
	var ops []op
	for _, d := range effects {
		o := op{dst: d.dst, src: d.src}
		for _, l := range a.lowering.locs.all {
			if d.kill != nil && d.kill(l) {
				o.kill = o.kill.with(l.id)
			}
			for _, wr := range d.writes {
				if l.path.Root == nil {
					continue
				}
				if steps, ok := l.path.suffix(wr.to); ok {
					o.dst = append(o.dst, l.id)
					o.src = append(o.src, wr.from.valueAt(a.lowering, steps, l))
				}
			}
		}
		if len(o.dst) > 0 || !o.kill.empty() {
			ops = append(ops, o)
		}
	}
	return ops
}

// definedLocs returns all locs that ops assign or kill.
func definedLocs(ops []op) set {
	var s set
	for _, o := range ops {
		s.add(o.kill)
		for _, d := range o.dst {
			s = s.with(d)
		}
	}
	return s
}

// apply runs ops on a store. tmp is memory for simultaneous assignments.
func (a *Analysis) apply(ops []op, s store, tmp []*term.Term) []*term.Term {
	for _, o := range ops {
		tmp = tmp[:0]
		for _, v := range o.src {
			tmp = append(tmp, v.eval(a.terms, s))
		}
		for i, d := range o.dst {
			s[d] = tmp[i]
		}
		for id := range s {
			if o.kill.has(id) {
				s[id] = nil
			}
		}
	}
	return tmp
}

// storeAt returns the store at a critical node: it maps the locs of the live slots to their terms.
func (a *Analysis) storeAt(c *cfg.Cond) store {
	s := a.emptyStore()
	for _, slot := range a.Layout.At(c) {
		a.setSlot(s, slot)
	}
	if cond := a.conds[c]; cond != nil {
		a.apply(cond.tagOps, s, nil)
	}
	return s
}

// entryStore returns the store at the entry of the function, in which the slots of receiver,
// parameters and package variables, and of memory behind them, have their values at entry.
func (a *Analysis) entryStore() store {
	s := a.emptyStore()
	body := a.Func.Decl.Body
	for _, slot := range a.Layout.Slots {
		if v := slot.Path.Root; v.Pos() < body.Pos() || v.Pos() >= body.End() {
			a.setSlot(s, slot)
		}
	}
	return s
}

// emptyStore returns a store in which all values are unknown and all contents are unchanged.
func (a *Analysis) emptyStore() store {
	s := make(store, len(a.lowering.locs.all))
	for _, l := range a.lowering.locs.all {
		if l.content != types.Invalid {
			s[l.id] = a.terms.Bool(true)
		}
	}
	return s
}

// setSlot maps the loc of a slot to the term of the slot. The term may be undefined if the path
// goes through a pointer, or if the slot is a handle, whose content may be too long for the probe.
func (a *Analysis) setSlot(s store, slot Slot) {
	id := a.lowering.locs.find(slot.Path, slot.Class)
	if id < 0 {
		return
	}
	handle := slot.Class == String || slot.Class == Slice || slot.Class == Array
	guarded := slices.ContainsFunc(slot.Path.Steps, func(s Step) bool { return s.Guard })
	s[id] = a.terms.Slot(slot.Index, a.lowering.locs.all[id].sort, handle || guarded)
}
