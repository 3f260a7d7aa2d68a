package testgen

import (
	"go/types"
	"strings"

	"nearmiss/input"
)

// parameterized reports whether a type parameter stands somewhere in t.
func parameterized(t types.Type) bool {
	return mentions(t, map[types.Type]bool{})
}

func mentions(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return mentionsList(t.TypeArgs(), seen)
	case *types.Pointer:
		return mentions(t.Elem(), seen)
	case *types.Slice:
		return mentions(t.Elem(), seen)
	case *types.Array:
		return mentions(t.Elem(), seen)
	case *types.Chan:
		return mentions(t.Elem(), seen)
	case *types.Map:
		return mentions(t.Key(), seen) || mentions(t.Elem(), seen)
	case *types.Signature:
		return mentionsTuple(t.Params(), seen) || mentionsTuple(t.Results(), seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if mentions(t.Field(i).Type(), seen) {
				return true
			}
		}
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			if mentions(t.ExplicitMethod(i).Type(), seen) {
				return true
			}
		}
		for i := range t.NumEmbeddeds() {
			if mentions(t.EmbeddedType(i), seen) {
				return true
			}
		}
	case *types.Union:
		for i := range t.Len() {
			if mentions(t.Term(i).Type(), seen) {
				return true
			}
		}
	}
	return false
}

func mentionsList(list *types.TypeList, seen map[types.Type]bool) bool {
	for i := range list.Len() {
		if mentions(list.At(i), seen) {
			return true
		}
	}
	return false
}

func mentionsTuple(list *types.Tuple, seen map[types.Type]bool) bool {
	for i := range list.Len() {
		if mentions(list.At(i).Type(), seen) {
			return true
		}
	}
	return false
}

// function is the name of the function under test, with its type arguments.
func (p *plan) function() (string, error) {
	args := p.fn.Sig.TypeArgs
	if p.external && !p.fn.Obj.Exported() && args != "" {
		return p.bridge.instance(p.fn.Obj, args)
	}
	name, err := p.object(p.fn.Obj)
	if err != nil || args == "" {
		return name, err
	}
	args, err = p.expand(args, input.Fill{})
	return name + args, err
}

// resultType is the type of result i in the test.
func (p *plan) resultType(i int) types.Type {
	return concrete(p.fn.signature().Results().At(i).Type(), p.fn.Sig.Results[i].Type)
}

// typeArgs are the type arguments of a function, or of its receiver, as a
// reader sees them: [int, time.Duration].
func (fn *Func) typeArgs() string {
	brief := func(path string) string {
		if path == fn.Obj.Pkg().Path() {
			return ""
		}
		return baseName(path)
	}
	if fn.Sig.TypeArgs != "" {
		return input.Expand(fn.Sig.TypeArgs, input.Fill{Package: brief})
	}
	if fn.Sig.Recv == nil || fn.Obj.Signature().RecvTypeParams().Len() == 0 || origin(fn.Sig.Recv.Type) == nil {
		return ""
	}
	text := types.TypeString(origin(fn.Sig.Recv.Type), func(p *types.Package) string { return brief(p.Path()) })
	if i := strings.IndexByte(text, '['); i >= 0 {
		return text[i:]
	}
	return ""
}

// signature is the type of the function, or of all calls together.
func (fn *Func) signature() *types.Signature {
	if fn.Type != nil {
		return fn.Type
	}
	return fn.Obj.Signature()
}

// subject is what a test runs, as its comment calls it.
func (fn *Func) subject() string {
	if fn.Sig.Calls != nil {
		return "what " + fn.said() + " returns"
	}
	return fn.said()
}

// said is the function as comments and messages call it.
func (fn *Func) said() string {
	args := fn.typeArgs()
	if args == "" || fn.Sig.Recv == nil {
		return fn.Sig.Name + args
	}
	// (*List).Len of List[int] is (*List[int]).Len.
	typ, method, _ := strings.Cut(fn.Sig.Name, ".")
	if inner, ok := strings.CutSuffix(typ, ")"); ok {
		return inner + args + ")." + method
	}
	return typ + args + "." + method
}
