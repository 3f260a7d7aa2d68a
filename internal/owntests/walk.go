package owntests

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// Limits on what is read.
const (
	mostCalls   = 1 << 14 // calls in the tests of a package, of any function, and elements of literals
	mostOf      = 1 << 9  // calls of one function that are kept
	mostRows    = 256     // elements of a literal that a loop ranges over
	helperDepth = 2       // helpers that call each other
)

// An env says what parameters and variables of loops stand for.
type env struct {
	of    *types.Var
	is    Value
	outer *env
}

func (e *env) lookup(v *types.Var) (Value, bool) {
	for ; e != nil; e = e.outer {
		if e.of == v {
			return e.is, true
		}
	}
	return Value{}, false
}

// function reads the calls in a function of the tests.
func (t *Tests) function(d *ast.FuncDecl) {
	before := map[*types.Func]int{}
	for fn, list := range t.calls {
		before[fn] = len(list)
	}
	t.seeds = nil
	t.walk(d.Body, nil, 0)
	if isFuzzTarget(d) {
		t.target(d)
	}
	for fn, list := range t.calls {
		if len(list) > before[fn] {
			t.callers[fn] = append(t.callers[fn], d.Body)
		}
	}
}

// walk reads the calls in a node.
func (t *Tests) walk(n ast.Node, in *env, depth int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			return !t.loop(n, in, depth)
		case *ast.CallExpr:
			if t.walked++; t.walked > mostCalls {
				return false
			}
			t.call(n, in, depth)
			if x, ok := n.Fun.(*ast.SelectorExpr); ok && x.Sel.Name == "Add" && depth == 0 {
				seed := Call{}
				for _, arg := range n.Args {
					seed.Args = append(seed.Args, Value{t, arg, in})
				}
				t.seeds = append(t.seeds, seed)
			}
		}
		return true
	})
}

// loop reads the body of a loop for each element of a literal. It reports whether the loop ranges over one.
func (t *Tests) loop(s *ast.RangeStmt, in *env, depth int) bool {
	list := Value{t, s.X, in}.resolve()
	lit, ok := list.Expr.(*ast.CompositeLit)
	if !ok {
		return false
	}
	bind := func(x ast.Expr, to Value, in *env) *env {
		if id, ok := x.(*ast.Ident); ok && to.Expr != nil {
			if v, ok := t.info.Defs[id].(*types.Var); ok {
				return &env{v, to, in}
			}
		}
		return in
	}
	for _, row := range lit.Elts[:min(len(lit.Elts), mostRows)] {
		if t.walked++; t.walked > mostCalls {
			break
		}
		key, value := ast.Expr(nil), row
		if pair, ok := row.(*ast.KeyValueExpr); ok {
			key, value = pair.Key, pair.Value
		}
		within := bind(s.Key, list.with(key), in)
		t.walk(s.Body, bind(s.Value, list.with(value), within), depth)
	}
	return true
}

// call keeps a call of a function of the package, and reads the helper that a call runs.
func (t *Tests) call(call *ast.CallExpr, in *env, depth int) {
	fn := t.callee(call)
	if fn == nil {
		return
	}
	if d := t.helpers[fn]; d != nil {
		if depth < helperDepth {
			t.walk(d.Body, t.bind(fn.Signature().Params(), call.Args, in), depth+1)
		}
		return
	}
	if fn.Pkg() != t.pkg.Types || len(t.calls[fn]) == mostOf {
		return
	}
	c := Call{}
	if fn.Signature().Recv() != nil {
		x, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || t.info.Selections[x] == nil || t.info.Selections[x].Kind() != types.MethodVal {
			return
		}
		c.Recv = Value{t, x.X, in}
	}
	for _, x := range call.Args {
		c.Args = append(c.Args, Value{t, x, in})
	}
	t.calls[fn] = append(t.calls[fn], c)
}

// bind returns an environment in which parameters stand for arguments.
func (t *Tests) bind(params *types.Tuple, args []ast.Expr, in *env) *env {
	within := in
	for i := range min(params.Len(), len(args)) {
		within = &env{params.At(i), Value{t, args[i], in}, within}
	}
	return within
}

// target reads the function that a fuzz target passes to F.Fuzz, for each entry of its corpus.
func (t *Tests) target(d *ast.FuncDecl) {
	seeds := t.seeds
	for _, args := range t.corpus[d.Name.Name] {
		seed := Call{}
		for _, x := range args {
			seed.Args = append(seed.Args, Value{t, x, nil})
		}
		seeds = append(seeds, seed)
	}
	t.targets[d.Name.Name] = seeds
	var body *ast.FuncLit
	for n := range ast.Preorder(d.Body) {
		if call, ok := n.(*ast.CallExpr); ok {
			if x, ok := call.Fun.(*ast.SelectorExpr); ok && x.Sel.Name == "Fuzz" && len(call.Args) == 1 {
				body, _ = call.Args[0].(*ast.FuncLit)
			}
		}
	}
	if body == nil {
		return
	}
	var params []*types.Var
	for _, f := range body.Type.Params.List {
		for _, name := range f.Names {
			v, _ := t.info.Defs[name].(*types.Var)
			params = append(params, v)
		}
	}
	for _, seed := range seeds {
		var in *env
		for i := range min(max(len(params)-1, 0), len(seed.Args)) { // behind the *testing.T
			in = &env{params[i+1], seed.Args[i], in}
		}
		t.walk(body.Body, in, 0)
	}
}

// Enter takes the seeds of a fuzz target as calls of a function with the inputs of the target as parameters.
func (t *Tests) Enter(target string, fn *types.Func) {
	t.calls[fn] = append(t.calls[fn], t.targets[target]...)
}

// entry returns the values of an entry of testdata/fuzz, nil if it is none.
func (t *Tests) entry(text string) (args []ast.Expr) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 || strings.TrimSpace(lines[0]) != "go test fuzz v1" {
		return nil
	}
	for _, line := range lines[1:] {
		x, err := parser.ParseExpr(line)
		if err != nil || types.CheckExpr(token.NewFileSet(), nil, token.NoPos, x, t.info) != nil {
			return nil
		}
		args = append(args, x)
	}
	return args
}

// A Value is an expression of the tests, in an environment. Without an expression it is a zero value.
type Value struct {
	tests *Tests
	Expr  ast.Expr
	in    *env
}

// with returns an expression in the environment of v.
func (v Value) with(x ast.Expr) Value { return Value{v.tests, x, v.in} }

// resolveDepth bounds the names that stand for other names.
const resolveDepth = 16

// resolve returns what a name or a selected field stands for.
func (v Value) resolve() Value {
	for range resolveDepth {
		switch x := v.Expr.(type) {
		case *ast.ParenExpr:
			v = v.with(x.X)
			continue
		case *ast.Ident:
			of, ok := v.tests.info.Uses[x].(*types.Var)
			if !ok {
				return v
			}
			if is, ok := v.in.lookup(of); ok {
				v = is
				continue
			}
			if is, ok := v.tests.values[of]; ok {
				v = v.with(is)
				continue
			}
		case *ast.SelectorExpr:
			if f, ok := v.field(x); ok {
				v = f
				continue
			}
		}
		return v
	}
	return v
}

// field returns the expression of a selected field in the literal that it is selected from.
func (v Value) field(x *ast.SelectorExpr) (f Value, ok bool) {
	sel := v.tests.info.Selections[x]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		return f, false
	}
	lit, of, ok := v.with(x.X).resolve().literal()
	if !ok {
		return f, false
	}
	return of.with(fieldOf(lit, x.Sel.Name, sel.Index()[0])), true
}

// literal returns v as a composite literal, or the literal whose address v is.
func (v Value) literal() (lit *ast.CompositeLit, of Value, ok bool) {
	of = v
	if u, is := v.Expr.(*ast.UnaryExpr); is && u.Op == token.AND {
		of = v.with(u.X).resolve()
	}
	lit, ok = of.Expr.(*ast.CompositeLit)
	return lit, of, ok
}

// fieldOf returns the expression of a field in the literal of a struct, nil if it has none.
func fieldOf(lit *ast.CompositeLit, name string, index int) ast.Expr {
	for i, e := range lit.Elts {
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			if id, ok := pair.Key.(*ast.Ident); ok && id.Name == name {
				return pair.Value
			}
		} else if i == index {
			return e
		}
	}
	return nil
}

// constant returns the value of a constant expression, nil of others.
func (v Value) constant() constant.Value {
	if v.Expr == nil {
		return nil
	}
	return v.tests.info.Types[v.Expr].Value
}
