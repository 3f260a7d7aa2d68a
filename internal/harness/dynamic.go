package harness

import (
	"go/ast"
	"go/types"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// maxDynamicTypes is the most dynamic types with which an interface is reported.
const maxDynamicTypes = 24

// fillDynamic makes out report an interface by its dynamic value, for the dynamic types that are
// expected there.
func (c *Coder) fillDynamic(out *input.Type, u *types.Interface) {
	out.Kind = input.Dynamic // set first, because the alternatives may refer to out
	for _, h := range c.dynamicTypes(u) {
		out.Alts = append(out.Alts, c.dynamicAlt(h))
	}
	if len(out.Alts) == 0 {
		out.Kind = input.Opaque
	}
}

func (c *Coder) dynamicAlt(t types.Type) input.Alt {
	return input.Alt{Name: c.typeText(t), Make: code.Arg(0), Fields: []input.Field{{Name: "value", Type: c.outcomeType(t)}}}
}

// dynamicTypes returns at most maxDynamicTypes dynamic types expected in an interface u: plain types
// if u is empty; types that functions of the package return as an interface, or mention in type
// switches and assertions; last, in an empty interface, error; and types of the package that implement u if u has methods.
func (c *Coder) dynamicTypes(u *types.Interface) (list []types.Type) {
	add := func(t types.Type) {
		t = types.Unalias(t)
		if len(list) < maxDynamicTypes && !types.IsInterface(t) && !containsType(list, t) && types.Implements(t, u) && c.unwritable(t) == "" {
			list = append(list, t)
		}
	}
	if u.NumMethods() == 0 {
		for _, t := range c.plainDynamicTypes() {
			add(t)
		}
	}
	for _, t := range c.interfaceResults() {
		add(t)
	}
	for _, t := range c.typeMentions().all {
		add(t)
	}
	if u.NumMethods() == 0 { // any other error is told by its message
		return append(list, types.Universe.Lookup("error").Type())
	}
	for _, t := range c.declaredTypes(c.pkg.Types) {
		if !types.Implements(t, u) || isStruct(t) {
			add(types.NewPointer(t))
		}
		add(t)
	}
	return list
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// plainDynamicTypes returns the types that an empty interface is likely to hold in any package.
func (c *Coder) plainDynamicTypes() []types.Type {
	list := []types.Type{}
	for _, k := range []types.BasicKind{types.Int, types.String, types.Bool, types.Float64, types.Int64, types.Uint64, types.Int32, types.Uint8} {
		list = append(list, types.Typ[k])
	}
	value := types.Universe.Lookup("any").Type()
	for _, t := range []types.Type{types.Typ[types.Uint8], types.Typ[types.Int], types.Typ[types.String], value} {
		list = append(list, types.NewSlice(t))
	}
	list = append(list, types.NewMap(types.Typ[types.String], value))
	if p := c.pkg.Imports["time"]; p != nil && p.Types != nil {
		if d := p.Types.Scope().Lookup("Duration"); d != nil {
			list = append(list, d.Type())
		}
	}
	return list
}

// findInterfaceResults returns the types of the values that functions of the package return as
// interfaces, or put into interfaces in literals and by assignments, in the order of the source.
func (c *Coder) findInterfaceResults() []types.Type {
	r := &resultFinder{info: c.pkg.Info}
	for _, d := range c.pkg.FuncDecls() {
		if fn, ok := c.pkg.Info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
			r.returnsOf(d.Body, fn.Signature().Results())
		}
	}
	return r.found
}

// resultFinder finds the types of the values that code puts into interfaces.
type resultFinder struct {
	info  *types.Info
	found []types.Type
}

func (r *resultFinder) returnsOf(body *ast.BlockStmt, results *types.Tuple) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if sig, ok := r.info.TypeOf(n).(*types.Signature); ok {
				r.returnsOf(n.Body, sig.Results())
			}
			return false
		case *ast.ReturnStmt:
			for i, x := range n.Results {
				if len(n.Results) == results.Len() {
					r.putInto(results.At(i).Type(), x)
				}
			}
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				if len(n.Lhs) == len(n.Rhs) {
					r.putInto(r.info.TypeOf(n.Lhs[i]), x)
				}
			}
		case *ast.CompositeLit:
			r.elementsOf(n)
		}
		return true
	})
}

// elementsOf notes the types of the elements of a literal that are interfaces.
func (r *resultFinder) elementsOf(lit *ast.CompositeLit) {
	t := r.info.TypeOf(lit)
	if t == nil {
		return
	}
	for i, x := range lit.Elts {
		kv, keyed := x.(*ast.KeyValueExpr)
		if keyed {
			x = kv.Value
		}
		switch u := t.Underlying().(type) {
		case interface{ Elem() types.Type }:
			r.putInto(u.Elem(), x)
		case *types.Struct:
			if !keyed {
				r.putInto(u.Field(i).Type(), x)
			} else if name, ok := kv.Key.(*ast.Ident); ok {
				if f := syntax.Field(u, name.Name); f != nil {
					r.putInto(f.Type(), x)
				}
			}
		}
	}
}

// putInto notes the type of x if a place of type t is an interface.
func (r *resultFinder) putInto(t types.Type, x ast.Expr) {
	if t == nil || !types.IsInterface(t) {
		return
	}
	held := r.info.TypeOf(x)
	if held != nil && !types.IsInterface(held) && !isUntyped(held) && !syntax.Parameterized(held) && !containsType(r.found, held) {
		r.found = append(r.found, held)
	}
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

// typeAfterCall returns the outcome type of an input of type t after the call. An interface may
// then hold a value that the input put there, such as a stub.
func (c *Coder) typeAfterCall(in *input.Type, t types.Type) *input.Type {
	if in.Kind != input.Choice || !types.IsInterface(t) || syntax.IsError(t) {
		return c.outcomeType(t)
	}
	out := c.newType(t)
	out.Kind = input.Dynamic
	var have []types.Type
	add := func(a input.Alt) {
		if a.Decl == nil {
			t := a.Fields[0].Type.Origin.(types.Type)
			if containsType(have, t) || len(have) == 2*maxDynamicTypes {
				return
			}
			have = append(have, t)
		}
		out.Alts = append(out.Alts, a)
	}
	for i := range in.Alts {
		if a, ok := c.altAfterCall(&in.Alts[i]); ok {
			add(a)
		}
	}
	general := c.outcomeType(t)
	for _, a := range general.Alts {
		add(a)
	}
	if len(out.Alts) == 0 {
		return general
	}
	return out
}

// altAfterCall returns the alternative of the outcome type for an interface made by a. It reports
// false if there is none.
func (c *Coder) altAfterCall(a *input.Alt) (left input.Alt, ok bool) {
	switch {
	case isStub(a):
		return c.stubAfterCall(a), true
	case c.reportedTypeOf(a) != nil:
		return c.dynamicAlt(c.reportedTypeOf(a)), true
	}
	t := types.Unalias(dynamicTypeOf(a))
	if t == nil {
		return left, false
	}
	return c.dynamicAlt(t), c.unwritable(t) == ""
}

// dynamicTypeOf returns the dynamic type of an interface that a makes from its only field; nil if it
// makes it in another way.
func dynamicTypeOf(a *input.Alt) types.Type {
	if len(a.Fields) != 1 {
		return nil
	}
	t, ok := a.Fields[0].Type.Origin.(types.Type)
	switch {
	case !ok || types.IsInterface(t):
	case a.Make.Is(code.Argument):
		return t
	case a.Make.Is(code.Address, code.Argument):
		return types.NewPointer(t)
	}
	return nil
}

func isStub(a *input.Alt) bool { return a.Decl != nil && a.Make.Kind == code.Address }

// stubAfterCall returns the alternative that reports a stub after the call, with the fields that
// are not inputs too.
func (c *Coder) stubAfterCall(a *input.Alt) input.Alt {
	left := input.Alt{Name: a.Name, Decl: a.Decl}
	add := func(name string, t types.Type) {
		left.Fields = append(left.Fields, input.Field{Name: name, Type: c.outcomeType(t)})
	}
	own := strings.Contains(a.Decl.Key, "\n\tpos int\n")
	for _, f := range a.Fields {
		own = own && f.Name != "pos"
		add(f.Name, f.Type.Origin.(types.Type))
	}
	if own {
		add("pos", types.Typ[types.Int])
	}
	left.Make = makeStub(left.Fields, a.Records())
	return left
}

// sharesMemory reports whether an interface value made by a leads to memory that a callee shares
// with its caller.
func sharesMemory(a *input.Alt) bool {
	if isStub(a) {
		return len(a.Fields) > 0
	}
	t := dynamicTypeOf(a)
	return t != nil && isReference(t)
}

// dynamic writes the encoder of an interface by its dynamic value.
func (g *generator) dynamic(t *input.Type) {
	g.printf("if zznmd >= %d || len(zznmg.Words) > %d {\n%s(zznmg, zznmv != nil)\nreturn\n}\n", outcomeDepth, outcomeWords, g.helper("PutBool"))
	g.printf("switch zznmx := zznmv.(type) {\ncase nil:\nzznmg.Put(0)\n")
	for i := range t.Alts {
		a := &t.Alts[i]
		if a.Decl == nil {
			g.printf("case %s:\nzznmg.Put(%d)\n", g.text(a.Fields[0].Type), i+2)
			g.encodeInto(a.Fields[0].Type, "zznmx", "zznmg", "zznmd+1")
			continue
		}
		g.printf("case *%s:\nzznmg.Put(%d)\n", g.declare(a.Decl), i+2)
		for _, f := range a.Fields {
			g.encodeInto(f.Type, "zznmx."+f.Name, "zznmg", "zznmd+1")
		}
	}
	g.printf("default:\n_ = zznmx\nzznmg.Put(1)\n}\n")
}
