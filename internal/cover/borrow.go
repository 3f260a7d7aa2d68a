package cover

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
	"nearmiss/search"
)

// A function often hands on what it is given: MustParse to Parse, ParsePrefix a
// part of its text to ParseAddr. What took the branches of those that it calls
// is worth a try there. It costs an evaluation.

// mostBorrowed is how many inputs an errand borrows.
const mostBorrowed = 128

// callees lists the functions of the package that others call, in the order of
// the calls.
func callees(info *types.Info, decls map[*types.Func]*ast.FuncDecl, of ...*ast.FuncDecl) (list []*ast.FuncDecl) {
	for _, d := range of {
		ast.Inspect(d, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if f := typeutil.StaticCallee(info, call); f != nil && decls[f.Origin()] != nil {
					list = append(list, decls[f.Origin()])
				}
			}
			return true
		})
	}
	return list
}

// borrowed lists inputs that the explorer has not tried yet: a base, with an input of a
// function that is called in the place of one of the same type.
func (x *explorer) borrowed(base input.Vector) (vs []input.Vector) {
	f := x.fn
	to := segments(f.sig, base)
	for _, g := range f.calls() {
		for _, v := range g.archived() {
			for j, from := range segments(g.sig, v) {
				for i, at := range to {
					if len(vs) == mostBorrowed {
						return vs
					}
					if !sameType(f.sig.Input(i).Type, g.sig.Input(j).Type) {
						continue
					}
					w := slices.Concat(base[:at[0]], v[from[0]:from[1]], base[at[1]:])
					if h := search.Hash(w); !x.lent[h] {
						x.lent[h] = true
						vs = append(vs, w)
					}
				}
			}
		}
	}
	return vs
}

// sameType reports whether two types are one, as far as that is easy to see.
func sameType(a, b *input.Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Go != b.Go || a.Bits != b.Bits {
		return false
	}
	if a.Kind == input.Slice {
		a, b = a.Elem, b.Elem
	}
	return a.Kind <= input.String && b.Kind == a.Kind && a.Bits == b.Bits
}

// segments are where each input of a function lies in a vector.
func segments(sig *input.Signature, v input.Vector) (list [][2]int) {
	pos := 0
	for i := range sig.Inputs() {
		end := input.Skip(sig.Input(i).Type, v, pos)
		list = append(list, [2]int{pos, end})
		pos = end
	}
	return list
}

// calls lists the searched functions of the package that f calls, and that
// these call.
func (f *function) calls() (list []*function) {
	u := f.unit
	decls := declsOf(u.graph)
	level := []*ast.FuncDecl{f.cfg.Decl}
	for range callDepth {
		level = callees(u.pkg.Info, decls, level...)
		for _, d := range level {
			i := slices.IndexFunc(u.funcs, func(g *function) bool { return g.cfg.Decl == d })
			if i >= 0 && u.funcs[i] != f && u.funcs[i].searched() && !slices.Contains(list, u.funcs[i]) {
				list = append(list, u.funcs[i])
			}
		}
	}
	return list
}

// archived lists the inputs of a function's archive, each once.
func (f *function) archived() (vs []input.Vector) {
	seen := map[*find]bool{}
	for _, g := range f.goals {
		if g.found != nil && g.found.fn == f && !seen[g.found] {
			seen[g.found] = true
			vs = append(vs, g.found.vector)
		}
	}
	return vs
}
