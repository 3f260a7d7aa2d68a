package symexec

import "golang.org/x/tools/go/ssa"

// An unknown is in cells whose value nobody knows: the initialization of a
// package got it from a function that is not modelled. It may be moved about;
// using it ends the path.
type unknown struct{ why string }

// odd ends the path at a value that is not of its type.
func (m *machine) odd(c cell) bool {
	if u, ok := c.r.(*unknown); ok {
		return m.stopAt(Unsupported, u.why)
	}
	return m.stopAt(Unsupported, "arithmetic on addresses")
}

func isUnknown(c cell) bool {
	_, ok := c.r.(*unknown)
	return ok
}

// The referents of maps, channels, functions and interfaces; anything else
// there is an error of this program's own runtime, which ends the path.

func mapOf(c cell) *hashmap {
	if c.r == nil {
		return nil
	}
	return c.r.(*hashmap)
}

func chanOf(c cell) *channel {
	if c.r == nil {
		return nil
	}
	return c.r.(*channel)
}

func funcOf(c cell) *closure {
	if c.r == nil {
		return nil
	}
	return c.r.(*closure)
}

func dynamicOf(c cell) *rtype {
	if c.r == nil {
		return nil
	}
	return c.r.(*rtype)
}

// initialize runs the init function of a package, if that did not happen. What
// it does is part of the initial state.
func (m *machine) initialize(p *ssa.Package) bool {
	if why := m.broken[p]; why != "" {
		return m.stopAt(Unsupported, "initialization of package "+p.Pkg.Path()+": "+why)
	}
	if m.inits[p] != untouched || uninitialized(p.Pkg.Path()) {
		return true
	}
	m.inits[p] = initializing
	p.Build()
	if init := p.Func("init"); init != nil {
		saved := m.beginInit()
		why := m.runInit(m.function(init))
		m.endInit(saved)
		if why != "" {
			m.inits[p], m.broken[p] = initialized, why
			return m.stopAt(Unsupported, "initialization of package "+p.Pkg.Path()+": "+why)
		}
	}
	m.inits[p] = initialized
	for _, q := range m.prog.hooks[p] {
		m.hook(q)
	}
	return true
}

// hook initializes a package that sets variables of one that has just been. If
// it cannot, it leaves them as they are.
func (m *machine) hook(q *ssa.Package) {
	end := m.end
	if m.broken[q] == "" && !m.initialize(q) {
		m.end = end
	}
}

// runInit runs an init function. Where a call in it comes to code that is not
// modelled, its result is unknown, and the initialization goes on.
func (m *machine) runInit(init *function) (why string) {
	if m.g == nil {
		m.g = m.newGoroutine()
	}
	g, depth := m.g, len(m.g.frames)
	_, ok := m.call(init, nil, nil)
	for !ok && m.end != nil && m.end.Kind == Unsupported && m.g == g && len(g.frames) > depth && m.giveUp(depth) {
		m.end = nil
		ok = !m.loop() && m.end == nil
	}
	switch {
	case m.end != nil:
		why = m.end.What
		m.end = nil
	case !ok:
		why = "it panics"
	}
	m.unwound = false
	return why
}

// giveUp makes the result of the call or the operation that the frame at a
// depth is in unknown, and drops the frames above.
func (m *machine) giveUp(depth int) bool {
	g := m.g
	f := g.frames[depth]
	in := &f.fn.code[f.pc-1]
	u := &unknown{m.end.What}
	c, isCall := in.aux.(*call)
	switch {
	case len(g.frames) == depth+1 && opAdd64 <= in.op && in.op <= opConvert:
		f.regs[in.dst] = cell{r: u}
		if in.k.complex() && in.op != opEqual {
			f.regs[in.dst+1] = cell{r: u}
		}
		return true
	case !isCall || in.op == opDefer || in.op == opGo:
		return false
	}
	if len(g.frames) > depth+1 {
		g.stack.at = g.frames[depth+1].mark
	}
	g.frames = g.frames[:depth+1]
	g.panics = nil
	for i := range c.size {
		f.regs[in.dst+i] = cell{r: u}
	}
	if c.fn != nil {
		m.leaveUnset(c.fn.ssa, u)
	}
	return true
}

// leaveUnset makes the variables unknown that a function assigns to which was not run to
// its end.
func (m *machine) leaveUnset(f *ssa.Function, u *unknown) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			store, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if v, ok := store.Addr.(*ssa.Global); ok {
				for i := range m.global(v).cells {
					m.global(v).cells[i] = cell{r: u}
				}
			}
		}
	}
}

// interrupted is for when an error of this program's own runtime has ended
// initializations: the packages are not to be used.
func (m *machine) interrupted(why string) {
	for p, s := range m.inits {
		if s == initializing {
			m.inits[p], m.broken[p] = initialized, why
		}
	}
}
