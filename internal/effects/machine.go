package effects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Machine says which parts of the outcome of a function depend on the machine, the process or the
// run, and on what of them.
type Machine struct {
	Results []string          // by result; "" if it does not depend on them
	After   map[string]string // by name of a parameter, of the receiver or of a package variable
}

// ReadsMachine returns the parts of the outcomes of a package's functions that depend on the
// machine, the process or the run: that data or control flows to from a function of the tables in
// sources.go. The analysis follows calls of functions outside the standard library; from a call that
// it cannot follow, a result depends on what the arguments depend on. Functions of which no part
// depends on the machine are not in the result.
func (s *Study) ReadsMachine(p *load.Package) map[*types.Func]Machine {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.roots[p.ImportPath] == nil {
		return nil
	}
	return s.readsMachine(p, nil)
}

// readsMachine does the same where interfaces hold values of the types held.
func (s *Study) readsMachine(p *load.Package, held []*concrete) map[*types.Func]Machine {
	m := s.newMachine(held)
	found := map[*types.Func]Machine{}
	for _, f := range s.analysis.matchFuncs(p) {
		if out := m.flow(f.fn).machine(); out.tells() {
			found[f.obj] = out
		}
	}
	return found
}

func (s *Study) newMachine(held []*concrete) *machine {
	return &machine{z: s.analysis.summarizer, universe: s.analysis.universe, held: held, flows: map[*ssa.Function]*flow{}}
}

// tells reports whether some part depends on the machine.
func (m Machine) tells() bool {
	return len(m.After) > 0 || slices.ContainsFunc(m.Results, func(what string) bool { return what != "" })
}

// machine returns the parts of the outcome that depend on the machine.
func (fl *flow) machine() Machine {
	out := Machine{After: map[string]string{}}
	for _, t := range fl.results {
		out.Results = append(out.Results, t.shown())
	}
	for place, t := range fl.after {
		if t.shown() != "" {
			out.After[place.Name()] = t.shown()
		}
	}
	return out
}

// A machine computes the flows of functions.
type machine struct {
	z        *summarizer
	universe *universe
	held     []*concrete // types that interfaces hold
	flows    map[*ssa.Function]*flow
}

// A flow holds the taints of one function.
type flow struct {
	m       *machine
	fn      *ssa.Function
	values  map[ssa.Value]taint
	tuples  map[ssa.Value][]taint     // of the results of a call that has several
	blocks  map[*ssa.BasicBlock]taint // of the conditions that decide whether a block runs
	results []taint
	after   map[ssa.Value]taint // parameters, captured variables and globals whose memory is tainted
	changed bool
}

// flow returns the taints of a function, computed on first use. A function that calls itself takes
// its own results for untainted.
func (m *machine) flow(fn *ssa.Function) *flow {
	if fl := m.flows[fn]; fl != nil {
		return fl
	}
	fl := &flow{m: m, fn: fn, values: map[ssa.Value]taint{}, tuples: map[ssa.Value][]taint{}, blocks: map[*ssa.BasicBlock]taint{}, after: map[ssa.Value]taint{}}
	fl.results = make([]taint, fn.Signature.Results().Len())
	m.flows[fn] = fl
	var control map[*ssa.BasicBlock][]*ssa.BasicBlock
	for fl.changed = true; fl.changed; {
		fl.changed = false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				fl.step(b, instr)
			}
		}
		for _, b := range fn.Blocks {
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || fl.of(branch.Cond).decides() == "" {
				continue
			}
			if control == nil {
				control = decidedBlocks(fn)
			}
			for _, c := range control[b] {
				fl.add(fl.blocks, c, fl.of(branch.Cond))
			}
		}
	}
	return fl
}

// of returns the taint of a value. A package variable has the taint of its initial value, too.
func (fl *flow) of(v ssa.Value) taint {
	t := fl.values[v]
	if g, ok := v.(*ssa.Global); ok && g.Pkg != nil && !fl.m.z.prog.std[g.Pkg.Pkg.Path()] {
		if f := g.Pkg.Func("init"); f != nil && f != fl.fn {
			t = t.or(fl.m.flow(f).after[g])
		}
	}
	return t
}

// add adds a taint to an entry of a map, and notes whether that changes it.
func (fl *flow) add(to map[*ssa.BasicBlock]taint, b *ssa.BasicBlock, t taint) {
	if u := to[b].or(t); u != to[b] {
		to[b], fl.changed = u, true
	}
}

func (fl *flow) taint(v ssa.Value, t taint) {
	if t.kind == soft && !holdsMoment(v.Type()) {
		return
	}
	if u := fl.values[v].or(t); t.what != "" && u != fl.values[v] {
		fl.values[v], fl.changed = u, true
	}
}

// taintMemory taints the memory at a place, with all that is stored in the same variable.
func (fl *flow) taintMemory(place ssa.Value, t taint) {
	if t.what == "" {
		return
	}
	root := rootOf(place)
	known := fl.values[root].or(t) == fl.values[root]
	fl.taint(root, t)
	switch root := root.(type) {
	case *ssa.Alloc: // a variable that a function literal shares: what it holds is tainted, too
		if known {
			return // variables may hold the addresses of each other
		}
		for _, r := range *root.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == root && isPointerLike(s.Val.Type()) {
				fl.taintMemory(s.Val, t)
			}
		}
	case *ssa.Parameter, *ssa.Global, *ssa.FreeVar:
		if u := fl.after[root].or(t); u != fl.after[root] {
			fl.after[root], fl.changed = u, true
		}
	}
}

// step propagates the taints of one instruction in block b.
func (fl *flow) step(b *ssa.BasicBlock, instr ssa.Instruction) {
	decided := fl.blocks[b]
	switch instr := instr.(type) {
	case *ssa.Store:
		fl.taintMemory(instr.Addr, fl.of(instr.Val).or(decided))
	case *ssa.MapUpdate:
		fl.taintMemory(instr.Map, fl.of(instr.Key).or(fl.of(instr.Value)).or(decided))
	case *ssa.Return:
		for i, v := range instr.Results {
			if u := fl.results[i].or(fl.of(v)).or(decided); u != fl.results[i] {
				fl.results[i], fl.changed = u, true
			}
		}
	case ssa.CallInstruction:
		fl.call(instr, decided)
	case *ssa.Extract:
		t := fl.of(instr.Tuple)
		if list := fl.tuples[instr.Tuple]; list != nil {
			t = list[instr.Index]
		}
		fl.taint(instr, t)
	case *ssa.Phi:
		for i, v := range instr.Edges {
			fl.taint(instr, fl.of(v))
			fl.taint(instr, fl.leaving(b.Preds[i]))
		}
	case *ssa.BinOp:
		fl.taint(instr, arithmetic(instr.Op, fl.of(instr.X).or(fl.of(instr.Y))))
	case *ssa.Convert:
		fl.taint(instr, conversion(instr, fl.of(instr.X)))
	case ssa.Value:
		var buf [8]*ssa.Value
		for i, op := range instr.(ssa.Instruction).Operands(buf[:0]) {
			if *op != nil && !(fl.of(*op).kind == shown && isExtent(instr, i)) {
				fl.taint(instr, fl.of(*op))
			}
		}
		if c, ok := instr.(*ssa.MakeClosure); ok {
			fl.closure(c)
		}
	}
}

// leaving returns the taint of the choice to leave block p by one of its edges.
func (fl *flow) leaving(p *ssa.BasicBlock) taint {
	t := fl.blocks[p]
	if branch, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok {
		if c := fl.of(branch.Cond); c.decides() != "" {
			t = t.or(c)
		}
	}
	return t
}

// closure taints the variables that a function literal taints when it runs.
func (fl *flow) closure(c *ssa.MakeClosure) {
	f := c.Fn.(*ssa.Function)
	inner := fl.m.flow(f)
	for i, v := range f.FreeVars {
		fl.taintMemory(c.Bindings[i], inner.after[v])
	}
	fl.taintAfter(inner)
}

// taintAfter takes over the package variables that a called function taints.
func (fl *flow) taintAfter(inner *flow) {
	for place, t := range inner.after {
		if _, global := place.(*ssa.Global); global {
			fl.taintMemory(place, t)
		}
	}
}

// call propagates taints through a call.
func (fl *flow) call(instr ssa.CallInstruction, decided taint) {
	c := instr.Common()
	f := c.StaticCallee()
	given := fl.of(c.Value)
	for _, arg := range c.Args {
		if t := fl.of(arg); t.passes(c, f) {
			given = given.or(t)
		}
	}
	results := make([]taint, c.Signature().Results().Len())
	if isCapacity(c) {
		given = taint{aCapacity, shown}
	}
	for i := range results {
		results[i] = given
	}
	switch {
	case c.IsInvoke():
		fl.taintMemory(c.Value, given.or(decided))
		args := append([]ssa.Value{c.Value}, c.Args...)
		for _, f := range fl.m.invoked(c) {
			fl.follow(f, args, decided, results)
		}
	case f == nil:
	case fl.m.z.trusted(f):
		fl.callStandard(f, c, given, decided, results)
	default:
		fl.follow(f, c.Args, decided, results)
	}
	call, ok := instr.(*ssa.Call)
	switch {
	case !ok || len(results) == 0:
	case len(results) == 1:
		fl.taint(call, results[0])
	default:
		for i, t := range fl.tuples[call] {
			results[i] = results[i].or(t)
		}
		if !slices.Equal(fl.tuples[call], results) {
			fl.tuples[call], fl.changed = results, true
		}
	}
}

// follow propagates taints through a call of f, and adds the taints of its results.
func (fl *flow) follow(f *ssa.Function, args []ssa.Value, decided taint, results []taint) {
	inner := fl.m.flow(f)
	for i := range results {
		results[i] = results[i].or(inner.results[i])
	}
	for i, arg := range args {
		if i < len(f.Params) {
			fl.taintMemory(arg, inner.after[f.Params[i]])
			if decided.what != "" && changesParameter(f, i) {
				fl.taintMemory(arg, decided)
			}
		}
	}
	fl.taintAfter(inner)
}

// callStandard propagates taints through a call of a function of the standard library, and changes
// the taints of its results. An error says that the machine cannot tell, which it mostly can.
func (fl *flow) callStandard(f *ssa.Function, c *ssa.CallCommon, given, decided taint, results []taint) {
	path, name := nameOf(f)
	what := sourceOf(f, c.Args)
	switch {
	case what != "":
		given = taint{what, firm}
	case path == "time" && clocks[name]:
		given = taint{TheClock, soft}
	case path == "time" && readings[name]:
		given.kind = firm
	case path == "time" && parts[name] && given.kind == soft:
		given.kind = shown
	case capacities[path][name]:
		given = taint{aCapacity, shown}
	case path == "reflect" && addresses[name]:
		given = taint{anAddress, shown}
	case given.kind != firm && returnsBool(f):
		given = taint{}
	case given.kind == soft && returnsText(f):
		given.kind = shown
	}
	for i := range results {
		if results[i] = given; what != "" && syntax.IsError(f.Signature.Results().At(i).Type()) {
			results[i] = taint{}
		}
	}
	for i, arg := range c.Args {
		_, slice := arg.Type().Underlying().(*types.Slice)
		switch {
		case what != "":
			fl.taintMemory(arg, given)
			if made, ok := arg.(*ssa.MakeClosure); ok {
				for _, v := range made.Bindings {
					fl.taintMemory(v, given)
				}
			}
		case given.kind == shown && given.what != TheClock: // it comes of the argument
		case i == 0 && isPointerLike(arg.Type()) && !slice:
			fl.taintMemory(arg, given.or(decided))
		}
	}
}

// changesParameter reports whether f itself stores to the memory of a parameter.
func changesParameter(f *ssa.Function, i int) bool {
	for instr := range instructions(f) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if rootOf(instr.Addr) == f.Params[i] {
				return true
			}
		case *ssa.MapUpdate:
			if rootOf(instr.Map) == f.Params[i] {
				return true
			}
		}
	}
	return false
}

func returnsBool(f *ssa.Function) bool {
	r := f.Signature.Results()
	return r.Len() == 1 && types.Identical(r.At(0).Type(), types.Typ[types.Bool])
}

// returnsText reports whether a function returns a text.
func returnsText(f *ssa.Function) bool {
	for r := range f.Signature.Results().Variables() {
		switch t := r.Type().Underlying().(type) {
		case *types.Slice:
			if types.Identical(t.Elem(), types.Typ[types.Byte]) {
				return true
			}
		case *types.Basic:
			if t.Info()&types.IsString != 0 {
				return true
			}
		}
	}
	return false
}

func isPointerLike(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	}
	return false
}

// holdsMoment reports whether a value of type t may hold a moment as such. A text that is made of one differs
// in that it shows parts of it.
func holdsMoment(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return !ok || b.Info()&types.IsNumeric != 0 || b.Kind() == types.UnsafePointer
}
