package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// A node is a node of the call graph: a *ssa.Function, a *ssa.Global (the
// initialization of the variable), a target (calls of an interface method) or a
// reflection.
type node any

// reflection is the node for calls of methods by reflection.
type reflection struct{}

// A level says when a node runs. The initialization of package variables runs
// before the function under test: the types that it converts and the function
// values that it makes count, but harmful operations there do not.
type level uint8

const (
	unseen     level = iota
	duringInit       // runs during initialization only
	duringCall       // may run during a call of the function under test
)

// A visit is a node at a level. If the level of a node rises, the node is visited
// again, and each visit has a path of its own.
type visit struct {
	node  node
	level level
}

// An edge is the cause of a visit: the visit before, and the position of the call
// there. The first visit of a walk has no cause.
type edge struct {
	from visit
	pos  token.Pos
}

// A finding is a harmful operation, and the visit that performs it.
type finding struct {
	from visit
	kind Kind
	call string        // name of the operation, unless it is a call of fn
	fn   *ssa.Function // the harmful function; nil for other operations
	pos  token.Pos
}

// A walk is one rapid type analysis. It computes two sets together: the reachable
// nodes, and the types that reachable code converts to interfaces.
type walk struct {
	summarizer    *summarizer
	universe      *universe
	root          string                  // import path of the package under test
	wanted        func(Kind) bool         // kinds to search for
	imported      map[*types.Package]bool // the package under test and its transitive imports
	levels        map[node]level
	causes        map[visit]edge
	queue         []visit
	converted     typeutil.Map           // set of converted types
	convertedList []types.Type           // converted types, in order
	methodTypes   []*concrete            // converted types with methods, in order
	typesByMethod map[string][]*concrete // converted types by the identifier of a method
	callsByMethod map[string][]target    // reachable calls by the identifier of the method
	opensValues   bool                   // reachable code gets values out of values by reflection
	reflectCalls  bool                   // reachable code calls methods by reflection
	stopAtFirst   bool                   // stop at the first finding
	forLingers    bool                   // the walk is for Lingers: functions of actsOnHeldOnly are harmless
	fromInit      bool                   // the walk is from a package initialization or for Lingers: see makeValue
	madeValues    typeutil.Map           // []funcValue by signature
	calledSigs    typeutil.Map           // level by signature of the function values that are called
	findings      []finding
	reverse       map[node][]node // reverse edges; nil if stopAtFirst is set
}

func newWalk(z *summarizer, u *universe, root *types.Package, wanted func(Kind) bool, stop bool) *walk {
	w := &walk{
		summarizer: z, universe: u, root: root.Path(), wanted: wanted, stopAtFirst: stop,
		imported: z.prog.closure(root),
		levels:   map[node]level{}, causes: map[visit]edge{},
		typesByMethod: map[string][]*concrete{}, callsByMethod: map[string][]target{},
	}
	if !stop {
		w.reverse = map[node][]node{}
	}
	return w
}

// start adds a function from which the walk begins.
func (w *walk) start(fn *ssa.Function) { w.reach(visit{}, fn, token.NoPos, duringCall) }

// run walks until no new node is reachable, or to the first finding if stopAtFirst is set.
func (w *walk) run() {
	for len(w.queue) > 0 && !(w.stopAtFirst && len(w.findings) > 0) {
		v := w.queue[0]
		w.queue = w.queue[1:]
		switch n := v.node.(type) {
		case *ssa.Function:
			w.expand(v, w.summarizer.function(n))
		case *ssa.Global:
			for _, p := range w.summarizer.global(n) {
				if w.imported[p.pkg] {
					w.expand(v, p.summary)
				}
			}
		}
	}
}

// reach adds a visit of a node, unless the node has been visited at this level or a higher one.
func (w *walk) reach(from visit, to node, pos token.Pos, l level) {
	if w.reverse != nil && from.node != nil {
		w.reverse[to] = append(w.reverse[to], from.node)
	}
	if w.levels[to] >= l {
		return
	}
	w.levels[to] = l
	w.causes[visit{to, l}] = edge{from, pos}
	w.queue = append(w.queue, visit{to, l})
}

// addFinding records a harmful operation of a wanted kind.
func (w *walk) addFinding(f finding) {
	if w.wanted(f.kind) {
		w.findings = append(w.findings, f)
	}
}

// expand adds the summary s of the node of n to the walk: its operations, calls and conversions.
func (w *walk) expand(n visit, s *summary) {
	if n.level == duringCall {
		for _, a := range s.operations {
			f := finding{from: n, kind: a.kind, call: a.call, pos: a.pos}
			if a.call == "" {
				f.fn = n.node.(*ssa.Function)
				e := w.causes[n]
				f.from, f.pos = e.from, e.pos
				if e.from.node == nil {
					f.pos = f.fn.Pos()
				}
			}
			w.addFinding(f)
		}
	}
	for _, st := range s.references {
		switch {
		case !st.asValue:
			w.call(n, st.to, st.pos, n.level)
		case !w.fromInit:
			w.call(n, st.to, st.pos, duringCall)
		default:
			w.makeValue(n, st)
		}
	}
	if w.fromInit {
		for _, sig := range s.dynamicCalls {
			w.callValues(sig, n.level)
		}
	}
	for _, g := range s.globals {
		w.reach(n, g, token.NoPos, duringInit)
	}
	for _, t := range s.conversions {
		w.convert(t)
	}
	for _, c := range s.invokes {
		m := target{c.iface, c.method}
		first := w.levels[m] == unseen
		again := !first && w.levels[m] < n.level
		w.reach(n, m, c.pos, n.level)
		if reflectType(c.method) {
			w.reflect(n, c.pos)
		}
		id := c.method.Id()
		if first {
			w.callsByMethod[id] = append(w.callsByMethod[id], m)
		}
		if first || again {
			for _, t := range w.typesByMethod[id] {
				w.dispatch(m, t)
			}
		}
	}
}

// A funcValue is a function value, and the visit that makes it.
type funcValue struct {
	from visit
	reference
}

// makeValue records that code makes a function value, in a walk with fromInit. Most
// of these values are stored or registered for later. The function counts as called
// if the walk reaches a call of any function value of the same signature, at the level of that call.
func (w *walk) makeValue(from visit, st reference) {
	sig := st.to.Signature
	list, _ := w.madeValues.At(sig).([]funcValue)
	w.madeValues.Set(sig, append(list, funcValue{from, st}))
	if l, ok := w.calledSigs.At(sig).(level); ok {
		w.call(from, st.to, st.pos, l)
	}
}

// callValues adds calls of all function values with the signature sig to the walk.
func (w *walk) callValues(sig *types.Signature, l level) {
	if known, _ := w.calledSigs.At(sig).(level); known >= l {
		return
	}
	w.calledSigs.Set(sig, l)
	list, _ := w.madeValues.At(sig).([]funcValue)
	for _, k := range list {
		w.call(k.from, k.to, k.pos, l)
	}
}

// call adds a call of a function to the walk. If the tables judge the function harmful or
// harmless, the walk does not enter its body.
func (w *walk) call(from visit, to *ssa.Function, pos token.Pos, l level) {
	verdict, kind := judge(to, w.root)
	switch {
	case w.forLingers && actsOnHeldOnly(to, w.root):
	case verdict == harmful && l == duringCall:
		w.addFinding(finding{from: from, kind: kind, fn: to, pos: pos})
	case verdict == descend:
		w.reach(from, to, pos, l)
		switch path, name := nameOf(to); {
		case path != "reflect":
		case name == "Value.Method", name == "Value.MethodByName":
			w.reflect(visit{to, w.levels[to]}, pos)
		case name == "Value.Interface" && !w.opensValues:
			w.opensValues = true
			for i := 0; i < len(w.convertedList); i++ {
				visitParts(w.convertedList[i], w.convert)
			}
		}
	}
}

// dispatch adds to the walk a call of the method that m runs if the interface holds a t.
func (w *walk) dispatch(m target, t *concrete) {
	if fn := w.universe.method(t, m); fn != nil {
		l := w.levels[m]
		w.call(visit{m, l}, fn, token.NoPos, l)
	}
}

// convert records that interfaces may hold values of type t.
func (w *walk) convert(t types.Type) {
	if types.IsInterface(t) || w.converted.Set(t, true) != nil {
		return
	}
	w.convertedList = append(w.convertedList, t)
	if w.opensValues {
		visitParts(t, w.convert)
	}
	c := w.universe.concrete(t)
	if c == nil {
		return
	}
	w.methodTypes = append(w.methodTypes, c)
	for sel := range c.methods.Methods() {
		id := sel.Obj().Id()
		w.typesByMethod[id] = append(w.typesByMethod[id], c)
		for _, m := range w.callsByMethod[id] {
			w.dispatch(m, c)
		}
	}
	if w.reflectCalls {
		w.dispatchAll(c)
	}
}

// reflect records that reachable code calls methods by reflection.
func (w *walk) reflect(from visit, pos token.Pos) {
	w.reach(from, reflection{}, pos, duringCall)
	if w.reflectCalls {
		return
	}
	w.reflectCalls = true
	for i := 0; i < len(w.methodTypes); i++ {
		w.dispatchAll(w.methodTypes[i])
	}
}

// dispatchAll adds calls by reflection of all exported methods of c.
func (w *walk) dispatchAll(c *concrete) {
	for _, fn := range w.universe.exported(c) {
		w.call(visit{reflection{}, duringCall}, fn, token.NoPos, duringCall)
	}
}

// reflectType reports whether m is reflect.Type.Method or MethodByName.
func reflectType(m *types.Func) bool {
	return m.Pkg() != nil && m.Pkg().Path() == "reflect" && (m.Name() == "Method" || m.Name() == "MethodByName")
}
