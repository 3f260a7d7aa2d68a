package effects

import (
	"go/types"
	"nearmiss/internal/syntax"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// globalIndex maps a package variable to the parts of initializations that may store values in it.
type globalIndex map[*ssa.Global][]initPart

// An initPart is a part of the initialization of a package that shares no SSA value with the other
// parts.
type initPart struct {
	pkg     *types.Package
	summary *summary
}

// global returns the parts of initializations that may store values in g.
func (z *summarizer) global(g *ssa.Global) []initPart {
	if z.inits == nil {
		z.inits = globalIndex{}
		for _, pkg := range sortedPackages(z.prog.ssa) {
			if fn := pkg.Func("init"); fn != nil {
				z.splitInit(fn)
				for instr := range instructions(fn) {
					if f := initFunc(instr); f != nil {
						z.splitInit(f)
					}
				}
			}
		}
	}
	return z.inits[g]
}

// initFunc returns the init function of the source that instr calls, nil if it calls none.
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

// splitInit splits an initializing function into parts that share no SSA value, and adds each part
// to the index under the variables that it may store to. These are the variables that it mentions,
// and the variables that functions mention to which it passes an interface or a function.
func (z *summarizer) splitInit(fn *ssa.Function) {
	joined := components{}
	for instr := range instructions(fn) {
		joined.join(instr)
	}
	type group struct {
		s     *summary
		calls []*ssa.Function
	}
	found := map[any]*group{}
	var order []*group
	for instr := range instructions(fn) {
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
		if f := z.passesCallable(instr); f != nil {
			p.calls = append(p.calls, f)
		}
	}
	for _, p := range order {
		if len(p.s.references)+len(p.s.conversions) == 0 {
			continue
		}
		entered := map[*ssa.Global]bool{}
		enter := func(g *ssa.Global) {
			if !entered[g] {
				entered[g] = true
				z.inits[g] = append(z.inits[g], initPart{fn.Pkg.Pkg, p.s})
			}
		}
		for _, g := range p.s.globals {
			enter(g)
		}
		for _, f := range p.calls {
			for _, g := range z.mentionedGlobals(f) {
				enter(g)
			}
		}
	}
}

// passesCallable returns the function that instr calls with an argument that may hold an
// interface or a function, nil if there is none.
func (z *summarizer) passesCallable(instr ssa.Instruction) *ssa.Function {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	f := call.Common().StaticCallee()
	if f == nil || isPackageInit(f) {
		return nil
	}
	for _, arg := range call.Common().Args {
		if z.mayCall(arg.Type()) {
			return f
		}
	}
	return nil
}

// nonRetaining lists packages whose functions do not store their arguments in package variables.
// It keeps the walk small: these packages are called nearly everywhere.
var nonRetaining = nameSet(`fmt errors sync sync/atomic reflect runtime io bufio strings bytes strconv sort slices maps time regexp unicode/utf8`)

// mentionedGlobals returns the package variables that fn and its static callees mention, and in
// which they may store the arguments of fn.
func (z *summarizer) mentionedGlobals(fn *ssa.Function) []*ssa.Global {
	if path, _ := nameOf(fn); nonRetaining[path] {
		return nil
	}
	if list, ok := z.mentioned[fn]; ok {
		return list
	}
	var list []*ssa.Global
	seen := map[*ssa.Global]bool{}
	next := func(fn *ssa.Function) (callees []*ssa.Function) {
		for _, ref := range z.function(fn).references {
			if path, _ := nameOf(ref.to); !ref.asValue && !nonRetaining[path] && !strings.HasPrefix(path, "internal/") {
				callees = append(callees, ref.to)
			}
		}
		return callees
	}
	for _, fn := range syntax.Reach(next, fn) {
		for _, g := range z.function(fn).globals {
			if !seen[g] {
				seen[g] = true
				list = append(list, g)
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
