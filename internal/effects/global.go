package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// globalIndex tells, for package variables, what initialization may store in
// them.
type globalIndex map[*ssa.Global][]part

// A part of a package's initialization shares no value with the rest of it.
type part struct {
	pkg *types.Package
	s   *summary
}

// global returns what may be stored in g during initialization.
func (z *summarizer) global(g *ssa.Global) []part {
	if z.inits == nil {
		z.inits = globalIndex{}
		for _, pkg := range sortedPackages(z.prog.ssa) {
			if fn := pkg.Func("init"); fn != nil {
				z.initialize(fn)
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						if f := initFunc(instr); f != nil {
							z.initialize(f)
						}
					}
				}
			}
		}
	}
	return z.inits[g]
}

// initFunc returns the declared init function that instr calls, if it does.
func initFunc(instr ssa.Instruction) *ssa.Function {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	f, ok := call.Call.Value.(*ssa.Function)
	if !ok || !strings.HasPrefix(f.Name(), "init#") {
		return nil
	}
	return f
}

// initialize splits an initializing function into parts that share no value,
// and enters each under the variables that it mentions, itself or by a call
// that it hands an interface or a function to.
func (z *summarizer) initialize(fn *ssa.Function) {
	joined := components{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			joined.join(instr)
		}
	}
	type group struct {
		s     *summary
		calls []*ssa.Function
	}
	found := map[any]*group{}
	var order []*group
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if initFunc(instr) != nil {
				continue
			}
			root := joined.find(instr)
			p := found[root]
			if p == nil {
				p = &group{s: &summary{}}
				found[root] = p
				order = append(order, p)
			}
			z.add(p.s, fn, instr)
			if f := z.hands(instr); f != nil {
				p.calls = append(p.calls, f)
			}
		}
	}
	for _, p := range order {
		if len(p.s.steps)+len(p.s.converts) == 0 {
			continue
		}
		entered := map[*ssa.Global]bool{}
		enter := func(g *ssa.Global) {
			if !entered[g] {
				entered[g] = true
				z.inits[g] = append(z.inits[g], part{fn.Pkg.Pkg, p.s})
			}
		}
		for _, g := range p.s.globals {
			enter(g)
		}
		for _, f := range p.calls {
			for _, g := range z.mentions(f) {
				enter(g)
			}
		}
	}
}

// hands returns the function that instr calls with an argument that may hold
// an interface or a function.
func (z *summarizer) hands(instr ssa.Instruction) *ssa.Function {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	f := call.Common().StaticCallee()
	if f == nil || initializer(f) {
		return nil
	}
	for _, arg := range call.Common().Args {
		if z.mayCall(arg.Type()) {
			return f
		}
	}
	return nil
}

// forgetful are packages whose functions keep nothing that they are handed; they
// are called nearly everywhere.
var forgetful = set(`fmt errors sync sync/atomic reflect runtime io bufio strings bytes strconv sort slices maps time regexp unicode/utf8`)

// mentions returns the variables that fn, and what it calls by name, mentions:
// those in which it may keep what it is handed.
func (z *summarizer) mentions(fn *ssa.Function) []*ssa.Global {
	if path, _ := nameOf(fn); forgetful[path] {
		return nil
	}
	if list, ok := z.mentioned[fn]; ok {
		return list
	}
	var list []*ssa.Global
	seenG := map[*ssa.Global]bool{}
	seen := map[*ssa.Function]bool{fn: true}
	queue := []*ssa.Function{fn}
	for len(queue) > 0 {
		s := z.function(queue[0])
		queue = queue[1:]
		for _, g := range s.globals {
			if !seenG[g] {
				seenG[g] = true
				list = append(list, g)
			}
		}
		for _, st := range s.steps {
			path, _ := nameOf(st.to)
			if !st.taken && !seen[st.to] && !forgetful[path] && !strings.HasPrefix(path, "internal/") {
				seen[st.to] = true
				queue = append(queue, st.to)
			}
		}
	}
	z.mentioned[fn] = list
	return list
}

// components is a union-find over instructions and the values they use.
type components map[any]any

func (c components) find(x any) any {
	for {
		up, ok := c[x]
		if !ok {
			return x
		}
		if up2, ok := c[up]; ok {
			c[x] = up2
		}
		x = up
	}
}

func (c components) join(instr ssa.Instruction) {
	var buf [8]*ssa.Value
	for _, op := range instr.Operands(buf[:0]) {
		switch v := (*op).(type) {
		case nil, *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Builtin:
		default:
			if a, b := c.find(any(instr)), c.find(any(v)); a != b {
				c[a] = b
			}
		}
	}
}
