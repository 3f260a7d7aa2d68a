package syntax

import (
	"go/types"
	"slices"
)

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsTime reports whether a named type is time.Time.
func IsTime(n *types.Named) bool {
	return n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Time"
}

// IsTypeParam reports whether a type is a type parameter.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// IsPointer reports whether t is a pointer type without a name.
func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// NamedOf returns the named type t, or the named type that t points to. named is nil if there is
// none; pointer reports whether t is a pointer.
func NamedOf(t types.Type) (named *types.Named, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	named, _ = t.(*types.Named)
	return named, pointer
}

// IsInterfaceMethod reports whether fn is a method of an interface.
func IsInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// Parameterized reports whether t contains a type parameter. It looks through aliases.
func Parameterized(t types.Type) bool {
	return AnyPart(t, func(t types.Type) bool {
		a, alias := t.(*types.Alias)
		return IsTypeParam(t) || alias && Parameterized(a.Rhs())
	})
}

// AnyPart reports whether found is true for t, or for a part of t at any depth (see Parts).
func AnyPart(t types.Type, found func(types.Type) bool) bool {
	if t == nil {
		return false
	}
	return found(t) || slices.ContainsFunc(Parts(t), func(t types.Type) bool { return AnyPart(t, found) })
}

// Terms returns the types of the terms of a constraint, each once, in order. It replaces an
// interface by the terms of this interface.
func Terms(constraint types.Type) []types.Type {
	return collectTerms(constraint, map[types.Type]bool{})
}

func collectTerms(t types.Type, seen map[types.Type]bool) (list []types.Type) {
	var inside []types.Type
	u, isUnion := t.(*types.Union)
	i, isInterface := t.Underlying().(*types.Interface)
	switch {
	case seen[t]:
	case isUnion:
		inside = Parts(u)
	case isInterface && !IsTypeParam(t):
		inside = slices.Collect(i.EmbeddedTypes())
	default:
		list = append(list, t)
	}
	seen[t] = true
	for _, x := range inside {
		list = append(list, collectTerms(x, seen)...)
	}
	return list
}

// Parts returns the types that are written in t. The parts of a named type or alias are its type
// arguments only.
func Parts(t types.Type) (list []types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		return slices.Collect(t.TypeArgs().Types())
	case *types.Named:
		return slices.Collect(t.TypeArgs().Types())
	case *types.Tuple:
		return typesOf(t.Variables())
	case *types.Signature:
		return append(Parts(t.Params()), Parts(t.Results())...)
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			list = append(list, m.Type())
		}
		return slices.AppendSeq(list, t.EmbeddedTypes())
	case *types.Union:
		for term := range t.Terms() {
			list = append(list, term.Type())
		}
		return list
	}
	return componentTypes(t)
}

// Path returns the fields that a selector goes through: the embedded fields on the way, and the
// field that it selects, if it selects one.
func Path(sel *types.Selection) (list []*types.Var) {
	t, path := sel.Recv(), sel.Index()
	if sel.Kind() != types.FieldVal {
		path = path[:len(path)-1]
	}
	for _, i := range path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		list, t = append(list, f), f.Type()
	}
	return list
}

// Field returns the field of a struct that has the name, nil if there is none.
func Field(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// AnyField reports whether t is a struct and found is true for one of its fields.
func AnyField(t types.Type, found func(*types.Var) bool) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(s.Fields()), found)
}

// Inside returns the types of the values directly inside a value of type t: the fields of a
// struct, the elements of a slice, array or channel, the keys and elements of a map, and the
// target of a pointer.
func Inside(t types.Type) []types.Type { return componentTypes(t.Underlying()) }

// HoldsLock reports whether a value must not be copied, as a sync.Mutex must not.
func HoldsLock(t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		set := types.NewMethodSet(types.NewPointer(named))
		if set.Lookup(named.Obj().Pkg(), "Lock") != nil && set.Lookup(named.Obj().Pkg(), "Unlock") != nil {
			return true
		}
	}
	switch Underlying(t).(type) {
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(Inside(t), HoldsLock)
	}
	return false
}

// componentTypes returns the types inside the type literal t.
func componentTypes(t types.Type) (list []types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		return typesOf(t.Fields())
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return []types.Type{t.Elem()}
	}
	return nil
}

func typesOf(vars func(func(*types.Var) bool)) (list []types.Type) {
	for v := range vars {
		list = append(list, v.Type())
	}
	return list
}

// FuncName returns the name of fn as Go writes it within its package:
// Triangle, (*Buffer).ReadBytes, Time.String.
func FuncName(fn *types.Func) string {
	r := fn.Signature().Recv()
	if r == nil {
		return fn.Name()
	}
	name := "?"
	n, pointer := NamedOf(r.Type())
	if n != nil {
		name = n.Obj().Name()
	}
	if pointer {
		return "(*" + name + ")." + fn.Name()
	}
	return name + "." + fn.Name()
}
