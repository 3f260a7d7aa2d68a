package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/syntax"
)

// A reference is a use of a function in the body of another function: a call, or a use as a value.
type reference struct {
	to      *ssa.Function
	pos     token.Pos
	asValue bool // not called, but used as a value, which other code may call
}

// An invoke is a call of an interface method.
type invoke struct {
	iface  *types.Interface
	method *types.Func
	pos    token.Pos
}

// An operation is a harmful operation in a function that is not a call of a Go function.
type operation struct {
	kind Kind
	call string // name of the operation; empty if the harm is that the function has no body
	pos  token.Pos
}

// A summary holds the references and operations of one function, or of a part of an
// initialization.
type summary struct {
	references   []reference
	invokes      []invoke
	dynamicCalls []*types.Signature // signatures of the function values that it calls
	conversions  []types.Type       // concrete types that it converts to interfaces
	globals      []*ssa.Global      // mentioned package variables that may hold interfaces or functions
	operations   []operation
}

// A summarizer computes the summaries of functions, and caches them.
type summarizer struct {
	prog        *program
	funcs       map[*ssa.Function]*summary
	inits       globalIndex                     // built by the first call of global
	mentioned   map[*ssa.Function][]*ssa.Global // memo of mentionedGlobals
	mayCallMemo map[types.Type]bool             // memo of mayCall
}

func newSummarizer(p *program) *summarizer {
	return &summarizer{
		prog:        p,
		funcs:       map[*ssa.Function]*summary{},
		mentioned:   map[*ssa.Function][]*ssa.Global{},
		mayCallMemo: map[types.Type]bool{},
	}
}

// function returns the summary of fn.
func (z *summarizer) function(fn *ssa.Function) *summary {
	s := z.funcs[fn]
	if s == nil {
		s = &summary{}
		z.funcs[fn] = s
		for instr := range instructions(fn) {
			z.add(s, fn, instr)
		}
		if len(fn.Blocks) == 0 {
			z.bodyless(s, fn)
		}
	}
	return s
}

// bodyless adds the operations of a function without a body. In the standard library, it may only
// call its arguments and their methods. Elsewhere the missing body is the harm.
func (z *summarizer) bodyless(s *summary, fn *ssa.Function) {
	if !z.trusted(fn) {
		s.operations = append(s.operations, operation{Body, "", fn.Pos()})
		return
	}
	for p := range fn.Signature.Params().Variables() {
		switch u := p.Type().Underlying().(type) {
		case *types.Signature:
			s.dynamicCalls = append(s.dynamicCalls, u)
		case *types.Interface:
			for m := range u.Methods() {
				s.invokes = append(s.invokes, invoke{u, m, fn.Pos()})
			}
		}
	}
}

// trusted reports whether fn is code of the standard library.
func (z *summarizer) trusted(fn *ssa.Function) bool {
	for fn.Pkg == nil {
		switch {
		case fn.Parent() != nil:
			fn = fn.Parent()
		case fn.Origin() != nil:
			fn = fn.Origin()
		case fn.Object() != nil && fn.Object().Pkg() != nil:
			return z.prog.std[fn.Object().Pkg().Path()]
		default:
			return true // fn is a wrapper for a method of an unnamed type
		}
	}
	return z.prog.std[fn.Pkg.Pkg.Path()]
}

// add adds the references and operations of one instruction of fn.
func (z *summarizer) add(s *summary, fn *ssa.Function, instr ssa.Instruction) {
	var callee ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok {
		callee = z.addCall(s, fn, call)
	}
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		if !standardStream(instr.X) {
			s.conversions = append(s.conversions, instr.X.Type())
		}
	case *ssa.Convert:
		z.addConvert(s, fn, instr)
	}
	var buf [8]*ssa.Value
	for _, op := range instr.Operands(buf[:0]) {
		if *op == nil {
			continue
		}
		switch v := (*op).(type) {
		case *ssa.Function:
			if v != callee && !isPackageInit(v) && !calledAtOnce(instr) {
				s.references = append(s.references, reference{v, instr.Pos(), true})
			}
		case *ssa.Global:
			if z.mayCall(v.Type()) {
				s.globals = append(s.globals, v)
			}
		}
	}
}

// addCall adds a call, and returns the callee if it is known statically.
func (z *summarizer) addCall(s *summary, fn *ssa.Function, call ssa.CallInstruction) ssa.Value {
	c := call.Common()
	if c.IsInvoke() {
		if iface, ok := c.Value.Type().Underlying().(*types.Interface); ok {
			s.invokes = append(s.invokes, invoke{iface, c.Method, c.Pos()})
		}
		return nil
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "Add", "Slice", "SliceData", "String", "StringData":
			z.addUnsafe(s, fn, "unsafe."+b.Name(), c.Pos())
		}
		return nil
	}
	f := c.StaticCallee()
	if f == nil {
		s.dynamicCalls = append(s.dynamicCalls, c.Signature())
		return nil
	}
	if isPackageInit(f) || streamCall(f, c) {
		return f
	}
	if name, ok := cgoCall(f); ok {
		s.operations = append(s.operations, operation{Cgo, name, c.Pos()})
		return f
	}
	s.references = append(s.references, reference{f, c.Pos(), false})
	return f
}

// calledAtOnce reports whether instr makes a closure that is only called, never stored or passed.
func calledAtOnce(instr ssa.Instruction) bool {
	m, ok := instr.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for _, r := range *m.Referrers() {
		call, ok := r.(ssa.CallInstruction)
		if !ok || call.Common().Value != m || slices.Contains(call.Common().Args, ssa.Value(m)) {
			return false
		}
	}
	return true
}

// cgoCall reports whether f is the wrapper that the cgo command generates for a C function, and
// returns the name of the C function.
func cgoCall(f *ssa.Function) (string, bool) {
	for _, prefix := range []string{"_Cfunc_", "_C2func_"} {
		if name, ok := strings.CutPrefix(f.Name(), prefix); ok {
			return "C." + name, true
		}
	}
	return "", false
}

// isPackageInit reports whether fn is the initialization of a package, which has run before.
func isPackageInit(fn *ssa.Function) bool { return fn.Synthetic == "package initializer" }

// addConvert adds a conversion from or to unsafe.Pointer outside of the
// standard library.
func (z *summarizer) addConvert(s *summary, fn *ssa.Function, instr *ssa.Convert) {
	if isUnsafe(instr.Type()) || isUnsafe(instr.X.Type()) {
		z.addUnsafe(s, fn, "unsafe.Pointer", instr.Pos())
	}
}

// addUnsafe adds a use of unsafe, except in the standard library and in declarations that the cgo
// command generates.
func (z *summarizer) addUnsafe(s *summary, fn *ssa.Function, what string, pos token.Pos) {
	file := z.prog.fset.PositionFor(pos, false).Filename
	made := !strings.HasSuffix(file, ".go") && file == z.prog.fset.Position(pos).Filename
	if !made && !z.trusted(fn) {
		s.operations = append(s.operations, operation{Unsafe, what, pos})
	}
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// standardStream reports whether v is the value of os.Stdout or os.Stderr.
// Writing there is harmless, because a worker redirects them.
func standardStream(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "os" && (g.Name() == "Stdout" || g.Name() == "Stderr")
}

// streamCall reports whether a call writes to os.Stdout or os.Stderr.
func streamCall(f *ssa.Function, c *ssa.CallCommon) bool {
	if f.Signature.Recv() == nil || len(c.Args) == 0 || !standardStream(c.Args[0]) {
		return false
	}
	switch f.Name() {
	case "Write", "WriteString", "Sync":
		return true
	}
	return false
}

// mayCall reports whether a value of type t may hold an interface or a
// function, by which code that reads the value may make a call.
func (z *summarizer) mayCall(t types.Type) bool {
	if v, ok := z.mayCallMemo[t]; ok {
		return v
	}
	z.mayCallMemo[t] = false // ends the recursion in recursive types
	var v bool
	switch t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		v = true
	default:
		v = slices.ContainsFunc(syntax.Inside(t), z.mayCall)
	}
	z.mayCallMemo[t] = v
	return v
}
