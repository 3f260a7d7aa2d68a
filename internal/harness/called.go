package harness

import (
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Options, decorators, handlers and iterators are functions that other functions return. A
// function that returns a function literal is therefore signed once more, with a call of the
// literal, whose parameters become inputs too: f(a)(b). If the literal returns a literal, the
// inner literal is called as well.
//
// If the result is an interface, either the literal is converted to a function type with
// methods, and one of the methods is called: f(a).ServeHTTP(w, r); or the interface holds the
// literal itself, which is called after a type assertion: f(a).(func(int) bool)(b).
//
// An iterator is called with a yield function that collects the values. The collected values are
// the results.

// maxCalls is the most calls in a chain such as f(a)(b)(c).
const maxCalls = 3

// withResultCalls returns way, an instance of fn, extended by calls of the function literals that fn
// returns. It reports false if there are none.
func (c *Coder) withResultCalls(fn *types.Func, way instance) (instance, bool) {
	d := c.declOf(fn)
	if d == nil || d.Body == nil {
		return way, false
	}
	last := way.sig
	calls := []input.Call{{Params: last.Params().Len(), Variadic: last.Variadic()}}
	params := slices.Collect(last.Params().Variables())
	for body := d.Body; body != nil && len(calls) < maxCalls && last.Results().Len() > 0; {
		next, sig, inner := c.callOn(last.Results(), body)
		if sig == nil {
			break
		}
		calls[len(calls)-1].ReturnsError = last.Results().Len() > 1
		if values := c.iteratorResults(sig); values != nil {
			next.Iterator, inner = true, nil
			most := types.NewTuple(types.NewParam(0, c.pkg.Types, "limit", types.Typ[types.Int]))
			sig = types.NewSignatureType(nil, nil, nil, most, values, false)
		}
		params = slices.AppendSeq(params, sig.Params().Variables())
		calls = append(calls, next)
		last, body = sig, inner
	}
	if len(calls) == 1 {
		return way, false
	}
	way.calls = calls
	way.sig = types.NewSignatureType(way.sig.Recv(), nil, nil, types.NewTuple(params...), last.Results(), last.Variadic())
	return way, true
}

// iteratorResults returns, for the signature of an iterator, results of slice types that collect
// its values. It returns nil if sig is no iterator.
func (c *Coder) iteratorResults(sig *types.Signature) *types.Tuple {
	if sig.Params().Len() != 1 || sig.Results().Len() > 0 {
		return nil
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || !c.hasGenerics() || yield.Variadic() || yield.Params().Len() < 1 || yield.Params().Len() > 2 ||
		yield.Results().Len() != 1 || !types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	names := []string{"keys", "values"}
	if yield.Params().Len() == 1 {
		names = []string{""}
	}
	var values []*types.Var
	for i, name := range names {
		list := types.NewSlice(yield.Params().At(i).Type())
		if c.unwritable(list) != "" {
			return nil
		}
		values = append(values, types.NewParam(0, c.pkg.Types, name, list))
	}
	return types.NewTuple(values...)
}

// callOn returns the call on the result of a body that returns a function literal, alone or with
// an error, and the signature of the called function. It returns the body of the literal too,
// unless the call is that of a method. The signature is nil if there is no such call.
func (c *Coder) callOn(results *types.Tuple, body *ast.BlockStmt) (input.Call, *types.Signature, *ast.BlockStmt) {
	result := results.At(0).Type()
	lit, held := c.returnedLiteral(result, body)
	if lit == nil || results.Len() > 2 || results.Len() == 2 && !(syntax.IsError(results.At(1).Type()) && c.hasGenerics()) {
		return input.Call{}, nil, nil
	}
	call := func(sig *types.Signature) input.Call {
		return input.Call{Params: sig.Params().Len(), Variadic: sig.Variadic()}
	}
	switch u := result.Underlying().(type) {
	case *types.Signature:
		if own := c.pkg.Info.TypeOf(lit).(*types.Signature); types.Identical(own, u) {
			u = own // its parameters have names
		}
		return call(u), u, lit.Body
	case *types.Interface:
		for m := range u.Methods() {
			if obj, _, _ := types.LookupFieldOrMethod(held, true, c.pkg.Types, m.Name()); obj == nil || !m.Exported() && m.Pkg() != c.pkg.Types {
				continue
			}
			next := call(m.Signature())
			next.Method = m.Name()
			return next, m.Signature(), nil
		}
		sig, ok := held.Underlying().(*types.Signature)
		if !ok || u.NumMethods() > 0 || syntax.Parameterized(held) || c.unwritable(held) != "" {
			break
		}
		next := call(sig)
		if next.AssertedType = c.tree(held); held == sig {
			next.AssertedType = c.tree(withoutNames(sig))
		}
		return next, sig, lit.Body
	}
	return input.Call{}, nil, nil
}

// returnedLiteral returns the first function literal that a body returns as its first result,
// directly, through a conversion or through a variable, and the type of the returned expression.
// It returns nil if this type is not assignable to result, the type of the result.
func (c *Coder) returnedLiteral(result types.Type, body *ast.BlockStmt) (lit *ast.FuncLit, held types.Type) {
	assigned := map[types.Object]ast.Expr{}
	ast.Inspect(body, func(n ast.Node) bool {
		for place, value := range syntax.Assignments(n) {
			if id, ok := place.(*ast.Ident); ok && value != nil {
				assigned[c.pkg.Info.ObjectOf(id)] = value
			}
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if lit == nil && len(n.Results) > 0 {
				lit, held = c.function(n.Results[0], assigned)
			}
		}
		return true
	})
	if held != nil && !types.AssignableTo(held, result) && !syntax.Parameterized(held) {
		return nil, nil
	}
	return lit, held
}

// function returns the function literal that x evaluates to, directly, through a conversion or
// through an assigned variable, and the type of x.
func (c *Coder) function(x ast.Expr, assigned map[types.Object]ast.Expr) (*ast.FuncLit, types.Type) {
	switch x := ast.Unparen(x).(type) {
	case *ast.FuncLit:
		return x, c.pkg.Info.TypeOf(x)
	case *ast.Ident:
		if y := assigned[c.pkg.Info.ObjectOf(x)]; y != nil {
			lit, _ := c.function(y, nil)
			return lit, c.pkg.Info.TypeOf(x)
		}
	case *ast.CallExpr:
		if tv := c.pkg.Info.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
			lit, _ := c.function(x.Args[0], assigned)
			return lit, tv.Type
		}
	}
	return nil, nil
}
