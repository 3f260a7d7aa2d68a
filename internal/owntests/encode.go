package owntests

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Vectors returns the inputs of the calls of a function, as far as its signature can express them, each
// once, in the order of the tests. A receiver that it cannot express becomes one without contents.
func (t *Tests) Vectors(fn *types.Func, space *input.Space) (list []input.Vector) {
	for _, c := range t.calls[fn] {
		v, ok := c.vector(space.Sig)
		if !ok || len(v) > space.Limits.Words {
			continue
		}
		v = space.Normalize(nil, v)
		if !slices.ContainsFunc(list, func(w input.Vector) bool { return slices.Equal(v, w) }) {
			list = append(list, v)
		}
	}
	return list
}

// vector returns the words of a call. It reports false if the signature cannot express them.
func (c *Call) vector(sig *input.Signature) (v input.Vector, ok bool) {
	if (sig.Recv != nil) != (c.Recv.Expr != nil) {
		return nil, false
	}
	if sig.Recv != nil {
		recv, ok := c.Recv.receiver(sig.Recv.Type)
		if !ok {
			recv = least(sig.Recv.Type)
		}
		v = append(v, recv...)
	}
	first := sig.Chain()[0]
	args, ok := arguments(sig.Params[:min(first.Params, len(sig.Params))], first.Variadic, c.Args)
	return append(v, args...), ok
}

// receiver returns the words of a receiver, whose address a call may take, or which it may dereference.
func (v Value) receiver(t *input.Type) (input.Vector, bool) {
	if words, ok := v.words(t); ok {
		return words, ok
	}
	if t.Kind == input.Pointer {
		words, ok := v.words(t.Elem)
		return append(input.Vector{1}, words...), ok
	}
	return nil, false
}

// arguments returns the words of arguments. Missing ones are zero; those that a variadic parameter takes
// are a list.
func arguments(params []input.Field, variadic bool, args []Value) (v input.Vector, ok bool) {
	for i, p := range params {
		switch {
		case variadic && i == len(params)-1 && p.Type.Kind == input.Slice && len(args) > i && !args[i].spread(p.Type):
			list, ok := listOf(p.Type.Elem, args[i:])
			if !ok {
				return nil, false
			}
			v = append(v, list...)
		case i < len(args):
			words, ok := args[i].words(p.Type)
			if !ok {
				return nil, false
			}
			v = append(v, words...)
		default:
			v = append(v, make(input.Vector, input.MinWords(p.Type))...)
		}
	}
	return v, len(args) <= len(params) || variadic
}

// spread reports whether a value is the list of a variadic parameter itself.
func (v Value) spread(list *input.Type) bool {
	of, _ := list.Origin.(types.Type)
	is := v.tests.info.Types[v.Expr].Type
	return of != nil && is != nil && types.Identical(of, is)
}

func listOf(elem *input.Type, list []Value) (v input.Vector, ok bool) {
	v = input.Vector{uint64(len(list)) + 1}
	for _, e := range list {
		words, ok := e.words(elem)
		if !ok {
			return nil, false
		}
		v = append(v, words...)
	}
	return v, true
}

// words returns the words of a value as an input of type t. It reports false if it cannot tell them.
func (v Value) words(t *input.Type) (input.Vector, bool) {
	v = v.resolve()
	if v.Expr == nil {
		return make(input.Vector, input.MinWords(t)), true
	}
	if t.Kind == input.Choice {
		return v.choice(t)
	}
	if call, ok := v.Expr.(*ast.CallExpr); ok && len(call.Args) == 1 && v.tests.info.Types[call.Fun].IsType() && v.constant() == nil {
		return v.with(call.Args[0]).words(t) // a conversion
	}
	if c := v.constant(); c != nil {
		return scalar(t, c)
	}
	isNil := v.tests.info.Types[v.Expr].IsNil()
	lit, of, isLit := v.literal()
	switch t.Kind {
	case input.Slice, input.Map:
		if isNil {
			return input.Vector{0}, true
		}
		if isLit {
			return of.elements(t, lit)
		}
	case input.Array:
		if isLit && len(lit.Elts) == t.Len {
			words, ok := of.elements(t, lit)
			return words[min(1, len(words)):], ok
		}
	case input.Pointer:
		if isNil {
			return input.Vector{0}, true
		}
		if isLit && t.Elem.Kind == input.Struct {
			return append(input.Vector{1}, of.fields(t.Elem, lit)...), true
		}
	case input.Struct:
		if isLit {
			return of.fields(t, lit), true
		}
	}
	return nil, false
}

// scalar returns the words of a constant.
func scalar(t *input.Type, c constant.Value) (input.Vector, bool) {
	switch t.Kind {
	case input.Bool:
		if c.Kind() == constant.Bool && constant.BoolVal(c) {
			return input.Vector{1}, true
		}
		return input.Vector{0}, c.Kind() == constant.Bool
	case input.Int, input.Uint:
		c = constant.ToInt(c)
		w, exact := harness.WordOf(c)
		return input.Vector{w}, exact
	case input.Float:
		f, _ := constant.Float64Val(constant.ToFloat(c))
		return input.Vector{math.Float64bits(f)}, constant.ToFloat(c).Kind() == constant.Float
	}
	if c.Kind() != constant.String {
		return nil, false
	}
	return text(t, constant.StringVal(c))
}

// text returns the words of a string, or of a list of its bytes or runes.
func text(t *input.Type, s string) (input.Vector, bool) {
	var v input.Vector
	switch {
	case t.Kind == input.Slice && t.Elem.Kind == input.Int && t.Elem.Bits == 32:
		for _, r := range s {
			v = append(v, uint64(r))
		}
		return append(input.Vector{uint64(len(v)) + 1}, v...), true
	case t.Kind == input.String:
		v = input.Vector{uint64(len(s))}
	case t.Kind == input.Slice && t.Elem.Kind == input.Uint && t.Elem.Bits == 8:
		v = input.Vector{uint64(len(s)) + 1}
	default:
		return nil, false
	}
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v, true
}

// elements returns the words of the literal of a list or map.
func (v Value) elements(t *input.Type, lit *ast.CompositeLit) (list input.Vector, ok bool) {
	list = input.Vector{uint64(len(lit.Elts)) + 1}
	for _, e := range lit.Elts {
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed != (t.Kind == input.Map) {
			return nil, false
		}
		if keyed {
			key, ok := v.with(pair.Key).words(t.Key)
			if !ok {
				return nil, false
			}
			list, e = append(list, key...), pair.Value
		}
		words, ok := v.with(e).words(t.Elem)
		if !ok {
			return nil, false
		}
		list = append(list, words...)
	}
	return list, true
}

// fields returns the words of the literal of a struct. Fields that it cannot tell are zero.
func (v Value) fields(t *input.Type, lit *ast.CompositeLit) (list input.Vector) {
	s, _ := v.tests.info.Types[lit].Type.Underlying().(*types.Struct)
	for _, f := range t.Fields {
		words, ok := input.Vector(nil), false
		for i := 0; s != nil && i < s.NumFields(); i++ {
			if x := fieldOf(lit, f.Name, i); s.Field(i).Name() == f.Name && x != nil {
				words, ok = v.with(x).words(f.Type)
			}
		}
		if !ok {
			words = make(input.Vector, input.MinWords(f.Type))
		}
		list = append(list, words...)
	}
	return list
}
