package harness

import (
	"go/types"
	"slices"
)

// parts are the types that a type is made of: of one that has a name, its type arguments.
func parts(t types.Type) (list []types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}
	case interface{ Elem() types.Type }:
		return []types.Type{t.Elem()}
	case *types.Signature:
		return []types.Type{t.Params(), t.Results()}
	case *types.Tuple:
		for v := range t.Variables() {
			list = append(list, v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			list = append(list, f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			list = append(list, m.Type())
		}
		list = slices.AppendSeq(list, t.EmbeddedTypes())
	case *types.Named:
		list = slices.AppendSeq(list, t.TypeArgs().Types())
	}
	return list
}

// mentionsTypeParam reports whether a type is made of a type parameter.
func mentionsTypeParam(t types.Type) bool {
	_, is := types.Unalias(t).(*types.TypeParam)
	return is || slices.ContainsFunc(parts(t), mentionsTypeParam)
}

// substitute replaces type parameters within a type. Structs and interfaces
// stay as they are.
func substitute(t types.Type, with map[*types.TypeParam]types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if s, ok := with[t]; ok {
			return s
		}
	case *types.Pointer:
		return types.NewPointer(substitute(t.Elem(), with))
	case *types.Slice:
		return types.NewSlice(substitute(t.Elem(), with))
	case *types.Array:
		return types.NewArray(substitute(t.Elem(), with), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), substitute(t.Elem(), with))
	case *types.Map:
		return types.NewMap(substitute(t.Key(), with), substitute(t.Elem(), with))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, substituteTuple(t.Params(), with), substituteTuple(t.Results(), with), t.Variadic())
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t
		}
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, substitute(a, with))
		}
		if n, err := types.Instantiate(nil, t.Origin(), args, false); err == nil {
			return n
		}
	}
	return t
}

func substituteTuple(t *types.Tuple, with map[*types.TypeParam]types.Type) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), substitute(v.Type(), with)))
	}
	return types.NewTuple(vars...)
}
