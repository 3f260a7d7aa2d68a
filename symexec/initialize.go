package symexec

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// An unknown is a value that a function without a model returned during the initialization of a
// package. It may be copied; any other use ends the path.
type unknown struct{ why string }

// rejectUnusable ends the path at an operand that is an unknown value or an address used as a number.
func (m *machine) rejectUnusable(c cell) bool {
	if u, ok := c.r.(*unknown); ok {
		return m.stopAt(Unsupported, u.why)
	}
	return m.stopAt(Unsupported, "arithmetic on addresses")
}

func isUnknown(c cell) bool {
	_, ok := c.r.(*unknown)
	return ok
}

// referent returns the object that the cell of a map, channel, function or interface refers to, or
// nil. A cell with any other content is a runtime error of this program, which ends the path (see
// confine).
func referent[T any](c cell) *T {
	if c.r == nil {
		return nil
	}
	return c.r.(*T)
}

// initialize runs the init function of a package once, and then those of its hooks, in the initial
// state. Their effects are part of it.
func (m *machine) initialize(p *ssa.Package) bool {
	if why := m.initFailures[p]; why != "" {
		return m.stopAt(Unsupported, "initialization of package "+p.Pkg.Path()+": "+why)
	}
	if m.inits[p] != untouched || uninitialized(p.Pkg.Path()) {
		return true
	}
	m.inits[p] = initializing
	p.Build()
	if init := p.Func("init"); init != nil {
		var why string
		m.beforeRun(func() { why = m.runInit(m.functionOf(init)) })
		delete(m.funcs, init) // frees its code, which fills the tables of the package and is long
		if why != "" {
			m.inits[p], m.initFailures[p] = initialized, why
			return m.stopAt(Unsupported, "initialization of package "+p.Pkg.Path()+": "+why)
		}
	}
	m.inits[p] = initialized
	for _, q := range m.prog.hooks[p] {
		m.initHook(q)
	}
	return true
}

// initHook initializes a package that sets variables of a package just initialized. If that fails,
// the variables keep their values.
func (m *machine) initHook(q *ssa.Package) {
	end := m.end
	if m.initFailures[q] == "" && !m.initialize(q) {
		m.end = end
	}
}

// runInit runs an init function. If a call in it reaches code without a model, the result of
// the call is unknown and the initialization continues.
func (m *machine) runInit(init *function) (why string) {
	g, depth, panics := m.current, len(m.current.frames), m.current.panics
	_, ok := m.call(init, nil, nil)
	for !ok && m.end != nil && m.end.Kind == Unsupported && m.current == g && len(g.frames) > depth && m.giveUp(depth) {
		m.end = nil
		ok = !m.loop() && m.end == nil
	}
	switch {
	case m.end != nil:
		why = m.end.Detail
		m.end = nil
	case !ok:
		why, g.panics = "it panics", panics
	}
	return why
}

// giveUp makes the result of the current call or operation of the frame at a depth unknown, and
// drops the frames above it. After a call, the variables that the callee assigns to become unknown,
// too. giveUp returns false if the instruction is neither a call nor an operation (opAdd64
// to opConvert).
func (m *machine) giveUp(depth int) bool {
	routine := m.current
	f := routine.frames[depth]
	in := &f.fn.code[f.pc-1]
	u := &unknown{m.end.Detail}
	operands, isCall := in.aux.(*call)
	switch {
	case len(routine.frames) == depth+1 && opAdd64 <= in.op && in.op <= opConvert:
		f.regs[in.dst] = cell{r: u}
		if in.k.complex() && in.op != opEqual {
			f.regs[in.dst+1] = cell{r: u}
		}
		return true
	case !isCall || in.op == opDefer || in.op == opGo:
		return false
	}
	if len(routine.frames) > depth+1 {
		routine.stack.top = routine.frames[depth+1].mark
	}
	routine.frames = routine.frames[:depth+1]
	routine.panics = nil
	for i := range operands.size {
		f.regs[in.dst+i] = cell{r: u}
	}
	if operands.fn != nil {
		m.makeAssignedUnknown(operands.fn.ssa, u)
	}
	return true
}

// makeAssignedUnknown makes the package variables that a function assigns to unknown, because the
// function was abandoned.
func (m *machine) makeAssignedUnknown(f *ssa.Function, u *unknown) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			store, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if v, ok := store.Addr.(*ssa.Global); ok {
				for i := range m.globalObject(v).cells {
					m.globalObject(v).cells[i] = cell{r: u}
				}
			}
		}
	}
}

// markInterrupted marks packages as unusable whose initialization a runtime error of this program
// ended.
func (m *machine) markInterrupted(why string) {
	for p, s := range m.inits {
		if s == initializing {
			m.inits[p], m.initFailures[p] = initialized, why
		}
	}
}

// hooks returns, for each package, the packages whose init functions set its variables or
// register something with it, such as
//
//	func init() { scannerhooks.StringEnd = stringEnd }
//
// A package is initialized when its variables are first touched. Its hooks are initialized
// together with it, because their own variables may never be touched.
func hooks(prog *ssa.Program, roots []*packages.Package) map[*ssa.Package][]*ssa.Package {
	hooking := map[*ssa.Package][]*ssa.Package{}
	packages.Visit(roots, nil, func(q *packages.Package) {
		from := prog.Package(q.Types)
		if from == nil || uninitialized(q.PkgPath) {
			return
		}
		seen := map[*types.Package]bool{}
		for _, file := range q.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || f.Name.Name != "init" || f.Body == nil {
					continue
				}
				ast.Inspect(f.Body, func(n ast.Node) bool {
					for _, p := range packagesModified(q.TypesInfo, n) {
						if to := prog.Package(p); to != nil && !seen[p] && !uninitialized(p.Path()) {
							seen[p] = true
							hooking[to] = append(hooking[to], from)
						}
					}
					return true
				})
			}
		}
	})
	return hooking
}

// packagesModified returns the packages whose variables a statement sets, or whose functions it
// calls without using a result. Calls into internal packages do not count, since they may be
// self-tests.
func packagesModified(info *types.Info, n ast.Node) []*types.Package {
	var list []*types.Package
	add := func(p *types.Package) {
		if p != nil {
			list = append(list, p)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			add(packageOf(info, x))
		}
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			break
		}
		if p := packageOf(info, call.Fun); p != nil && !strings.Contains("/"+p.Path()+"/", "/internal/") {
			add(p)
		}
	}
	return list
}

// packageOf returns the package in x.Name, x.Name[i], x.Name.Field and similar expressions.
func packageOf(info *types.Info, e ast.Expr) *types.Package {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if name, ok := info.Uses[id].(*types.PkgName); ok {
					return name.Imported()
				}
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}
