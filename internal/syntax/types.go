package syntax

import (
	"go/types"
	"slices"
)

// IsError reports whether a type is that of errors.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsTypeParam reports whether a type is a type parameter.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// IsPointer reports whether a type is a pointer that has no name of its own.
func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// NamedOf is the named type that t is, or is a pointer to; nil if there is none.
func NamedOf(t types.Type) (named *types.Named, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	named, _ = t.(*types.Named)
	return named, pointer
}

// IsInterfaceMethod reports whether a function is a method that an interface asks for.
func IsInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// Parameterized reports whether a type parameter stands somewhere in t, or in what an
// alias in it stands for.
func Parameterized(t types.Type) bool {
	return AnyPart(t, func(t types.Type) bool {
		a, alias := t.(*types.Alias)
		return IsTypeParam(t) || alias && Parameterized(a.Rhs())
	})
}

// AnyPart reports whether found holds of t or of a type that stands in its text.
func AnyPart(t types.Type, found func(types.Type) bool) bool {
	if t == nil {
		return false
	}
	return found(t) || slices.ContainsFunc(Parts(t), func(t types.Type) bool { return AnyPart(t, found) })
}

// Terms are the types that the terms of a constraint name, each once, in order: an
// interface among them stands for its own terms.
func Terms(constraint types.Type) []types.Type { return terms(constraint, map[types.Type]bool{}) }

func terms(t types.Type, seen map[types.Type]bool) (list []types.Type) {
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
		list = append(list, terms(x, seen)...)
	}
	return list
}

// Parts are the types that t is written with: what t names stands for itself.
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
	return inner(t)
}

// AnyField reports whether found holds of a field of t. Types that are no structs have none.
func AnyField(t types.Type, found func(*types.Var) bool) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(s.Fields()), found)
}

// Inside are the types of the values that a value of type t holds, or leads to by one
// step: the fields of a struct, the elements of lists and what pointers point to.
func Inside(t types.Type) []types.Type { return inner(t.Underlying()) }

// inner are the types of the values in a value of a type that has no name.
func inner(t types.Type) (list []types.Type) {
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
