package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// A node is what the walk passes: a *ssa.Function, a *ssa.Global (its
// initialization), a target (a call of an interface's method) or a
// reflection.
type node any

// reflection stands for calls of methods by reflection.
type reflection struct{}

// A level says how much a node counts. The initialization of variables that
// are mentioned runs before the function under test: what it converts and what
// functions it takes count, what it calls does no harm any more.
type level uint8

const (
	unseen level = iota
	before       // runs during initialization only
	during       // may run during a call
)

// A visit is a node at a level. A node that counts more later is visited twice,
// and the ways to the two visits differ.
type visit struct {
	node  node
	level level
}

// edge is how a visit came about. The first of a walk is from nothing.
type edge struct {
	from visit
	pos  token.Pos
}

// A found is a harmful operation and who does it.
type found struct {
	by   visit
	kind Kind
	call string        // of an act
	fn   *ssa.Function // of a sink
	pos  token.Pos
}

// walk is one rapid type analysis: what is reachable, and which types are
// converted to interfaces in what is reachable, grow together.
type walk struct {
	z        *summarizer
	u        *universe
	root     string                  // import path of the package under test
	counts   func(Kind) bool         // which kinds are looked for
	linked   map[*types.Package]bool // that and what it imports, all the way
	levels   map[node]level
	via      map[visit]edge
	queue    []visit
	types    typeutil.Map // seen
	all      []types.Type
	list     []*concrete            // those with methods, in order
	having   map[string][]*concrete // by the identifier of a method
	calls    map[string][]target    // by the identifier of the method
	inside   bool                   // reflection opens values up
	reflects bool                   // reflection calls methods
	stop     bool                   // at the first find
	later    bool                   // of a goroutine that goes on: what it holds does not count
	initial  bool                   // from an initialization: functions are taken to be kept, not called
	kept     typeutil.Map           // []keep by signature, until a value of that type is called
	called   typeutil.Map           // the signatures of which values are called
	finds    []found
	back     map[node][]node // reverse edges, unless stop is set
}

func newWalk(z *summarizer, u *universe, root *types.Package, counts func(Kind) bool, stop bool) *walk {
	w := &walk{
		z: z, u: u, root: root.Path(), counts: counts, stop: stop,
		linked: z.prog.closure(root),
		levels: map[node]level{}, via: map[visit]edge{},
		having: map[string][]*concrete{}, calls: map[string][]target{},
	}
	if !stop {
		w.back = map[node][]node{}
	}
	return w
}

// start adds a function to begin from.
func (w *walk) start(fn *ssa.Function) { w.reach(visit{}, fn, token.NoPos, during) }

// run walks until nothing new is reachable, or to the first find.
func (w *walk) run() {
	for len(w.queue) > 0 && !(w.stop && len(w.finds) > 0) {
		v := w.queue[0]
		w.queue = w.queue[1:]
		switch n := v.node.(type) {
		case *ssa.Function:
			w.expand(v, w.z.function(n))
		case *ssa.Global:
			for _, p := range w.z.global(n) {
				if w.linked[p.pkg] {
					w.expand(v, p.s)
				}
			}
		}
	}
}

// reach notes that a node may run.
func (w *walk) reach(from visit, to node, pos token.Pos, l level) {
	if w.back != nil && from.node != nil {
		w.back[to] = append(w.back[to], from.node)
	}
	if w.levels[to] >= l {
		return
	}
	w.levels[to] = l
	w.via[visit{to, l}] = edge{from, pos}
	w.queue = append(w.queue, visit{to, l})
}

// find notes a harmful operation, if it counts.
func (w *walk) find(f found) {
	if w.counts(f.kind) && !(w.later && f.fn != nil && held(f.fn)) {
		w.finds = append(w.finds, f)
	}
}

// expand follows a summary.
func (w *walk) expand(n visit, s *summary) {
	if n.level == during {
		for _, a := range s.acts {
			f := found{by: n, kind: a.kind, call: a.call, pos: a.pos}
			if a.call == "" {
				f.fn = n.node.(*ssa.Function)
				e := w.via[n]
				f.by, f.pos = e.from, e.pos
				if e.from.node == nil {
					f.pos = f.fn.Pos()
				}
			}
			w.find(f)
		}
	}
	for _, st := range s.steps {
		switch {
		case !st.taken:
			w.call(n, st.to, st.pos, n.level)
		case !w.initial:
			w.call(n, st.to, st.pos, during)
		default:
			w.take(n, st)
		}
	}
	if w.initial {
		for _, sig := range s.dynamic {
			w.callValues(sig)
		}
	}
	for _, g := range s.globals {
		w.reach(n, g, token.NoPos, before)
	}
	for _, t := range s.converts {
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
			w.calls[id] = append(w.calls[id], m)
		}
		if first || again {
			for _, t := range w.having[id] {
				w.dispatch(m, t)
			}
		}
	}
}

// A keep is a function value that was made and may be called.
type keep struct {
	from visit
	step
}

// take notes that a function value was made. In the initialization of a package
// most are stored or registered for later; it counts as called if any function
// value of its type is.
func (w *walk) take(from visit, st step) {
	sig := st.to.Signature
	if w.called.At(sig) != nil {
		w.call(from, st.to, st.pos, during)
		return
	}
	list, _ := w.kept.At(sig).([]keep)
	w.kept.Set(sig, append(list, keep{from, st}))
}

// callValues follows the call of function values of one type.
func (w *walk) callValues(sig *types.Signature) {
	if w.called.Set(sig, true) != nil {
		return
	}
	list, _ := w.kept.At(sig).([]keep)
	w.kept.Delete(sig)
	for _, k := range list {
		w.call(k.from, k.to, k.pos, during)
	}
}

// call follows a call of a known function, unless a table knows better.
func (w *walk) call(from visit, to *ssa.Function, pos token.Pos, l level) {
	verdict, kind := judge(to, w.root)
	switch {
	case verdict == harmful && l == during:
		w.find(found{by: from, kind: kind, fn: to, pos: pos})
	case verdict == descend:
		w.reach(from, to, pos, l)
		switch path, name := nameOf(to); {
		case path != "reflect":
		case name == "Value.Method", name == "Value.MethodByName":
			w.reflect(visit{to, w.levels[to]}, pos)
		case name == "Value.Interface" && !w.inside:
			w.inside = true
			for i := 0; i < len(w.all); i++ {
				parts(w.all[i], w.convert)
			}
		}
	}
}

// dispatch follows the call m to the method of t.
func (w *walk) dispatch(m target, t *concrete) {
	if fn := w.u.method(t, m); fn != nil {
		l := w.levels[m]
		w.call(visit{m, l}, fn, token.NoPos, l)
	}
}

// convert notes that values of type t stand in interfaces.
func (w *walk) convert(t types.Type) {
	if types.IsInterface(t) || w.types.Set(t, true) != nil {
		return
	}
	w.all = append(w.all, t)
	if w.inside {
		parts(t, w.convert)
	}
	c := w.u.concrete(t)
	if c == nil {
		return
	}
	w.list = append(w.list, c)
	for sel := range c.methods.Methods() {
		id := sel.Obj().Id()
		w.having[id] = append(w.having[id], c)
		for _, m := range w.calls[id] {
			w.dispatch(m, c)
		}
	}
	if w.reflects {
		w.dispatchAll(c)
	}
}

// reflect notes that methods are called by reflection.
func (w *walk) reflect(from visit, pos token.Pos) {
	w.reach(from, reflection{}, pos, during)
	if w.reflects {
		return
	}
	w.reflects = true
	for i := 0; i < len(w.list); i++ {
		w.dispatchAll(w.list[i])
	}
}

func (w *walk) dispatchAll(c *concrete) {
	for _, fn := range w.u.exported(c) {
		w.call(visit{reflection{}, during}, fn, token.NoPos, during)
	}
}

// reflectType reports whether m is the way to a type's methods.
func reflectType(m *types.Func) bool {
	return m.Pkg() != nil && m.Pkg().Path() == "reflect" && (m.Name() == "Method" || m.Name() == "MethodByName")
}
