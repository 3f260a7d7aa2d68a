package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"nearmiss/smt/interval"
)

// transfer is what is known behind a node.
func (a *Analysis) transfer(s state, n ast.Node) state {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return a.assign(s, n)
	case *ast.IncDecStmt:
		op := token.ADD
		if n.Tok == token.DEC {
			op = token.SUB
		}
		return a.set(s, n.X, a.combined(s, n.X, op, interval.Single(interval.Int(1))), nil)
	case *ast.ValueSpec:
		return a.declare(s, n)
	case *ast.DeclStmt:
		if d, ok := n.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				s = a.declare(s, spec.(*ast.ValueSpec))
			}
		}
	}
	return s
}

func (a *Analysis) assign(s state, n *ast.AssignStmt) state {
	switch {
	case len(n.Rhs) == 0:
		return a.turn(s, n)
	case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
		v := a.eval(s, n.Rhs[0])
		if v.class != integer {
			return a.set(s, n.Lhs[0], value{}, nil)
		}
		return a.set(s, n.Lhs[0], a.combined(s, n.Lhs[0], n.Tok-token.ADD_ASSIGN+token.ADD, v.iv), nil)
	case len(n.Lhs) != len(n.Rhs):
		for _, x := range n.Lhs {
			s = a.set(s, x, value{}, nil)
		}
		return s
	}
	out := s
	for i, x := range n.Lhs {
		out = a.set(out, x, a.given(s, x, n.Rhs[i]), a.length(s, n.Rhs[i]))
	}
	return out
}

// combined is x op y as a value of x's type.
func (a *Analysis) combined(s state, x ast.Expr, op token.Token, y interval.Span) value {
	v := a.eval(s, x)
	if v.class != integer {
		return value{}
	}
	if m, ok := binary(op, v.iv, y); ok && m.Within(a.limits(a.info.TypeOf(x))) {
		return value{class: integer, iv: m}
	}
	return value{}
}

// given is what x holds once y is assigned to it. A concrete value makes an
// interface other than nil, even if it is nil itself.
func (a *Analysis) given(s state, x, y ast.Expr) value {
	to, from := a.info.TypeOf(x), a.info.TypeOf(y)
	if to != nil && from != nil && types.IsInterface(to) && !types.IsInterface(from) {
		switch {
		case a.info.Types[y].IsNil():
			return value{class: nilness, bits: yes}
		case infeasibleConcrete(from):
			return value{class: nilness, bits: no}
		}
		return value{}
	}
	return a.eval(s, y)
}

// set lets x, if it is a variable that is followed, be v with a length; what
// is not known is forgotten.
func (a *Analysis) set(s state, x ast.Expr, v value, length *interval.Span) state {
	id, ok := x.(*ast.Ident)
	if !ok {
		return s
	}
	t := a.tracked(id)
	if t == nil {
		return s
	}
	out := maps.Clone(s)
	delete(out, key{v: t})
	delete(out, key{t, true})
	if v.class != unknown && v.class == classOf(t.Type()) {
		out[key{v: t}] = v
	}
	if length != nil && hasLength(t.Type()) {
		if m, ok := length.Meet(a.lengths()); ok {
			out[key{t, true}] = value{class: integer, iv: m}
		}
	}
	return out
}

// length is what the length of a string or slice can be; nil: anything.
func (a *Analysis) length(s state, x ast.Expr) *interval.Span {
	x = ast.Unparen(x)
	if tv := a.info.Types[x]; tv.Value != nil && tv.Value.Kind() == constant.String {
		n := interval.Single(interval.Int(int64(len(constant.StringVal(tv.Value)))))
		return &n
	} else if tv.IsNil() {
		n := interval.Single(interval.Int(0))
		return &n
	}
	if v := a.sized(x); v != nil {
		if n, ok := s[key{v, true}]; ok {
			return &n.iv
		}
		return nil
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		if _, ok := a.info.TypeOf(x).Underlying().(*types.Slice); !ok {
			return nil
		}
		for _, e := range x.Elts {
			if _, ok := e.(*ast.KeyValueExpr); ok {
				return nil
			}
		}
		n := interval.Single(interval.Int(int64(len(x.Elts))))
		return &n
	case *ast.CallExpr:
		return a.builtLength(s, x)
	}
	return nil
}

// builtLength is the length of what make and append give.
func (a *Analysis) builtLength(s state, x *ast.CallExpr) *interval.Span {
	id, ok := ast.Unparen(x.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	if _, ok := a.info.Uses[id].(*types.Builtin); !ok {
		return nil
	}
	switch {
	case id.Name == "make" && len(x.Args) > 1:
		if v := a.eval(s, x.Args[1]); v.class == integer {
			return &v.iv
		}
	case id.Name == "append" && !x.Ellipsis.IsValid():
		n := a.lengths()
		if old := a.length(s, x.Args[0]); old != nil {
			n = *old
		}
		more := interval.Int(int64(len(x.Args) - 1))
		n = interval.Add(n, interval.Single(more))
		return &n
	}
	return nil
}

// declare is a var declaration: without values the zero ones.
func (a *Analysis) declare(s state, spec *ast.ValueSpec) state {
	out := s
	for i, id := range spec.Names {
		switch {
		case len(spec.Values) == 0:
			out = a.zero(out, id)
		case len(spec.Values) == len(spec.Names):
			out = a.set(out, id, a.given(s, id, spec.Values[i]), a.length(s, spec.Values[i]))
		default:
			out = a.set(out, id, value{}, nil)
		}
	}
	return out
}

func (a *Analysis) zero(s state, id *ast.Ident) state {
	v := a.tracked(id)
	if v == nil {
		return s
	}
	none := interval.Single(interval.Int(0))
	switch classOf(v.Type()) {
	case integer:
		return a.set(s, id, value{class: integer, iv: none}, nil)
	case truth:
		return a.set(s, id, value{class: truth, bits: no}, nil)
	case nilness:
		return a.set(s, id, value{class: nilness, bits: yes}, &none)
	}
	return a.set(s, id, value{}, &none)
}

// turn assigns key and value of a range loop.
func (a *Analysis) turn(s state, n *ast.AssignStmt) state {
	var k, e value
	if loop := a.loops[n.Lhs[0]]; loop != nil {
		k, e = a.turnOf(loop)
	}
	s = a.set(s, n.Lhs[0], k, nil)
	if len(n.Lhs) > 1 {
		s = a.set(s, n.Lhs[1], e, nil)
	}
	return s
}

// turnOf is what key and value of a range loop can be.
func (a *Analysis) turnOf(loop *ast.RangeStmt) (k, e value) {
	t := a.info.TypeOf(loop.X)
	if _, generic := types.Unalias(t).(*types.TypeParam); generic {
		return k, e
	}
	below := a.lengths()
	below.Hi = below.Hi.Sub(interval.Int(1))
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if arr, ok := u.Elem().Underlying().(*types.Array); ok && arr.Len() > 0 {
			below.Hi = interval.Int(arr.Len() - 1)
		}
	case *types.Array:
		if u.Len() > 0 {
			below.Hi = interval.Int(u.Len() - 1)
		}
	case *types.Slice:
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			e = value{class: integer, iv: interval.Span{Hi: interval.Int(0x10FFFF)}}
		case u.Info()&types.IsUntyped != 0:
			return k, e
		case u.Info()&types.IsInteger != 0:
			n := a.limits(t).Hi
			if v := a.constant(a.info.Types[loop.X]); v.class == integer {
				n = v.iv.Lo
			}
			below.Hi = interval.Greatest(n.Sub(interval.Int(1)), interval.Int(0))
		default:
			return k, e
		}
	default:
		return k, e
	}
	return value{class: integer, iv: below}, e
}
