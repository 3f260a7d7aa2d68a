package harness

import "go/types"

// substitute replaces type parameters within t by the types in with, and aliases by their
// targets, since a generated file may not be able to write an alias. Structs and interfaces are
// not changed.
func substitute(t types.Type, with map[*types.TypeParam]types.Type) types.Type {
	t = types.Unalias(t)
	switch t := t.(type) {
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
