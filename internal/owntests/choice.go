package owntests

import (
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
)

// choice returns the words of a value that one of several alternatives makes: nil, a value of a type, or a call of
// a function.
func (v Value) choice(t *input.Type) (input.Vector, bool) {
	isNil := v.tests.info.Types[v.Expr].IsNil()
	for i := range t.Alts {
		a := &t.Alts[i]
		var args input.Vector
		ok := a.Make.IsNil()
		switch {
		case isNil || ok:
			ok = ok && isNil
		default:
			args, ok = v.made(a)
		}
		if ok {
			words := append(input.Vector{uint64(i)}, args...)
			if a.Steps != nil {
				words = append(words, 0)
			}
			return words, true
		}
	}
	return nil, false
}

// made returns the words of the fields of an alternative that makes v. It reports false if the alternative
// does not make v.
func (v Value) made(a *input.Alt) (input.Vector, bool) {
	if call, ok := v.Expr.(*ast.CallExpr); ok {
		path, name := v.tests.named(call)
		if name != "" && a.Make.Has(func(t *code.Tree) bool { return t.Is(code.Named) && t.Path == path && t.Text == name }) {
			var args []Value
			for _, x := range call.Args {
				args = append(args, v.with(x))
			}
			fn := v.tests.callee(call)
			return arguments(a.Fields, fn != nil && fn.Signature().Variadic(), args)
		}
	}
	if id, ok := v.Expr.(*ast.Ident); ok && a.Make.Is(code.Named) { // a package variable
		of, ok := v.tests.info.Uses[id].(*types.Var)
		return nil, ok && of.Pkg() != nil && of.Pkg().Path() == a.Make.Path && of.Name() == a.Make.Text
	}
	if len(a.Fields) != 1 || !a.Make.Is(code.Argument) && !a.Make.Is(code.Address, code.Argument) {
		return nil, false
	}
	of := v
	if u, ok := v.Expr.(*ast.UnaryExpr); ok && a.Make.Is(code.Address) {
		of = v.with(u.X).resolve()
	}
	want, _ := a.Fields[0].Type.Origin.(types.Type)
	is := v.tests.info.Types[of.Expr].Type
	if want == nil || is == nil || !types.Identical(want, types.Default(is)) {
		return nil, false
	}
	return of.words(a.Fields[0].Type)
}

// least returns the words of a value without contents, which is not nil if it need not be. A value within one of the same type is nil if
// it can be: a reader may read from a reader.
func least(t *input.Type, within ...*input.Type) input.Vector {
	switch {
	case slices.Contains(within, t):
	case t.Kind == input.Pointer:
		return append(input.Vector{1}, make(input.Vector, input.MinWords(t.Elem))...)
	case t.Kind == input.Choice:
		i := max(slices.IndexFunc(t.Alts, func(a input.Alt) bool { return !a.Make.IsNil() }), 0)
		words := input.Vector{uint64(i)}
		for _, f := range t.Alts[i].Fields {
			words = append(words, least(f.Type, append(within, t)...)...)
		}
		if t.Alts[i].Steps != nil {
			words = append(words, 0)
		}
		return words
	}
	return make(input.Vector, input.MinWords(t))
}
