package harness

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/input"
)

// Constants returns the distinct constants in the nodes by class, in order of appearance. Where
// the type checker folds an expression, its value is returned and its operands are not.
func Constants(info *types.Info, nodes ...ast.Node) input.Seeds {
	var s input.Seeds
	for _, n := range nodes {
		ast.Inspect(n, func(n ast.Node) bool {
			x, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			tv, ok := info.Types[x]
			if !ok || tv.Value == nil {
				return true
			}
			addConstant(&s, tv)
			return false
		})
	}
	return s
}

func addConstant(s *input.Seeds, tv types.TypeAndValue) {
	b, _ := tv.Type.Underlying().(*types.Basic)
	switch v := tv.Value; v.Kind() {
	case constant.String:
		if t := constant.StringVal(v); !slices.Contains(s.Strings, t) {
			s.Strings = append(s.Strings, t)
		}
	case constant.Int:
		if b != nil && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
			addFloat(s, v)
			return
		}
		w, exact := WordOf(v)
		if !exact {
			addFloat(s, v)
			return
		}
		if n := int64(w); !slices.Contains(s.Ints, n) {
			s.Ints = append(s.Ints, n)
		}
	case constant.Float:
		addFloat(s, v)
	case constant.Complex:
		addFloat(s, constant.Real(v))
		addFloat(s, constant.Imag(v))
	}
}

// WordOf returns an integer constant as a word of 64 bits. It reports false if the constant does
// not fit.
func WordOf(v constant.Value) (w uint64, exact bool) {
	if n, exact := constant.Int64Val(v); exact {
		return uint64(n), true
	}
	return constant.Uint64Val(v)
}

func addFloat(s *input.Seeds, v constant.Value) {
	if f, _ := constant.Float64Val(v); !slices.Contains(s.Floats, f) {
		s.Floats = append(s.Floats, f)
	}
}

// ConstantsOf returns the constants of type named that its package declares, by name.
func ConstantsOf(named *types.Named) (list []*types.Const) {
	if named.Obj().Pkg() == nil {
		return nil
	}
	sc := named.Obj().Pkg().Scope()
	for _, name := range sc.Names() {
		if c, ok := sc.Lookup(name).(*types.Const); ok && name != "_" && types.Identical(c.Type(), named) {
			list = append(list, c)
		}
	}
	return list
}

// fillConstants adds the declared constants of type named to the values of out.
func (c *Coder) fillConstants(out *input.Type, named *types.Named) {
	for _, k := range ConstantsOf(named) {
		switch out.Kind {
		case input.Int, input.Uint:
			if w, exact := WordOf(constant.ToInt(k.Val())); exact && !slices.Contains(out.Words, w) {
				out.Words = append(out.Words, w)
			}
		case input.String:
			if t := constant.StringVal(k.Val()); !slices.Contains(out.Texts, t) {
				out.Texts = append(out.Texts, t)
			}
		}
	}
	out.Flags = len(out.Words) > 1 && c.combined()[named.Obj()]
}

// findCombined returns the types with values that the code combines bit by bit.
func (c *Coder) findCombined() map[*types.TypeName]bool {
	found := map[*types.TypeName]bool{}
	add := func(op token.Token, x ast.Expr) {
		switch op {
		case token.AND, token.OR, token.AND_NOT, token.AND_ASSIGN, token.OR_ASSIGN, token.AND_NOT_ASSIGN:
			if n, ok := types.Unalias(c.pkg.Info.TypeOf(x)).(*types.Named); ok {
				found[n.Obj()] = true
			}
		}
	}
	for n := range c.nodes {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			add(n.Op, n)
		case *ast.AssignStmt:
			add(n.Tok, n.Lhs[0])
		}
	}
	return found
}
