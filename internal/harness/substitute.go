package harness

import "go/types"

// mentionsTypeParam reports whether a type is made of a type parameter.
func mentionsTypeParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return mentionsTypeParam(t.Elem())
	case *types.Slice:
		return mentionsTypeParam(t.Elem())
	case *types.Array:
		return mentionsTypeParam(t.Elem())
	case *types.Chan:
		return mentionsTypeParam(t.Elem())
	case *types.Map:
		return mentionsTypeParam(t.Key()) || mentionsTypeParam(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if mentionsTypeParam(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return mentionsTypeParam(t.Params()) || mentionsTypeParam(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if mentionsTypeParam(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if mentionsTypeParam(m.Type()) {
				return true
			}
		}
		for e := range t.EmbeddedTypes() {
			if mentionsTypeParam(e) {
				return true
			}
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if mentionsTypeParam(a) {
				return true
			}
		}
	}
	return false
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
