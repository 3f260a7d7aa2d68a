package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/syntax"
)

// handedSSA is Handed in SSA form.
type handedSSA struct {
	funcs []*ssa.Function
	vars  []*ssa.Global
	types []types.Type
}

// resolveHanded translates a Handed to SSA form. Objects of packages that the packages under test
// do not import are left out.
func (s *Study) resolveHanded(h Handed) (b handedSSA) {
	for _, fn := range h.Funcs {
		if f := s.analysis.prog.function(fn); f != nil {
			b.funcs = append(b.funcs, f)
		}
	}
	for _, v := range h.Vars {
		if pkg := s.analysis.prog.ssa.ImportedPackage(v.Pkg().Path()); pkg != nil {
			if g := pkg.Var(v.Name()); g != nil {
				b.vars = append(b.vars, g)
			}
		}
	}
	for _, t := range h.Types {
		if t := s.translate(t); t != nil {
			b.types = append(b.types, t)
		}
	}
	return b
}

// addHanded adds the code that the inputs of fn bring along to a walk.
func (w *walk) addHanded(fn *ssa.Function, b handedSSA) {
	from := visit{fn, duringCall}
	for _, f := range b.funcs {
		w.call(from, f, fn.Pos(), duringCall)
	}
	for _, g := range b.vars {
		w.reach(from, g, fn.Pos(), duringInit)
	}
	for _, t := range b.types {
		w.convert(t)
	}
}

// callResultMethods adds to the walk calls of all methods of the interfaces in results, the results
// of a function, except error.
func (w *walk) callResultMethods(from visit, results *types.Tuple) {
	s := &summary{}
	for _, u := range resultInterfaces(results) {
		for m := range u.Methods() {
			s.invokes = append(s.invokes, invoke{u, m, token.NoPos})
		}
	}
	w.expand(from, s)
}

// resultInterfaces returns the interfaces among the results of a function, except error.
func resultInterfaces(results *types.Tuple) (list []*types.Interface) {
	for r := range results.Variables() {
		if u, ok := r.Type().Underlying().(*types.Interface); ok && !syntax.IsError(r.Type()) {
			list = append(list, u)
		}
	}
	return list
}

// translate returns the SSA program's type for a type of a package under test. It returns nil if
// the program lacks the type, and for structs, functions and interfaces without a name.
func (s *Study) translate(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t
	case *types.Pointer:
		if e := s.translate(t.Elem()); e != nil {
			return types.NewPointer(e)
		}
	case *types.Slice:
		if e := s.translate(t.Elem()); e != nil {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := s.translate(t.Elem()); e != nil {
			return types.NewArray(e, t.Len())
		}
	case *types.Chan:
		if e := s.translate(t.Elem()); e != nil {
			return types.NewChan(t.Dir(), e)
		}
	case *types.Map:
		if k, e := s.translate(t.Key()), s.translate(t.Elem()); k != nil && e != nil {
			return types.NewMap(k, e)
		}
	case *types.Named:
		return s.translateNamed(t)
	}
	return nil
}

func (s *Study) translateNamed(t *types.Named) types.Type {
	if t.Obj().Pkg() == nil {
		return t
	}
	pkg := s.analysis.prog.ssa.ImportedPackage(t.Obj().Pkg().Path())
	if pkg == nil {
		return nil
	}
	tn, ok := pkg.Pkg.Scope().Lookup(t.Obj().Name()).(*types.TypeName)
	if !ok {
		return nil
	}
	if t.TypeArgs().Len() == 0 {
		return tn.Type()
	}
	var args []types.Type
	for a := range t.TypeArgs().Types() {
		arg := s.translate(a)
		if arg == nil {
			return nil
		}
		args = append(args, arg)
	}
	inst, err := types.Instantiate(nil, tn.Type(), args, true)
	if err != nil {
		return nil
	}
	return inst
}
