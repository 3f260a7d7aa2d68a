package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"nearmiss/cfg"
	"nearmiss/smt/interval"
)

// Analysis is what is known about one function.
type Analysis struct {
	fn    *cfg.Func
	pkg   *cfg.Package
	info  *types.Info
	sizes types.Sizes

	usage  *usage
	loops  map[ast.Expr]*ast.RangeStmt // by key
	marks  []interval.Number           // to which bounds that keep moving are widened, in order
	graph  *cfg.Graph                  // at hand
	states map[*cfg.Graph][]state      // behind the nodes of each block
	gaveUp map[*cfg.Graph]bool
}

// Infeasible lists the branches of a package that are proved infeasible, with the
// reasons. Those that the graphs themselves leave out are not among them.
func Infeasible(p *cfg.Package) map[uint32]string {
	out := map[uint32]string{}
	for _, fn := range p.Funcs {
		if len(fn.Conds) > 0 {
			newAnalysis(p, fn).prove(out)
		}
	}
	return out
}

func newAnalysis(p *cfg.Package, fn *cfg.Func) *Analysis {
	a := &Analysis{
		fn: fn, pkg: p, info: p.Info, sizes: p.Sizes,
		loops: map[ast.Expr]*ast.RangeStmt{}, states: map[*cfg.Graph][]state{}, gaveUp: map[*cfg.Graph]bool{},
	}
	if a.sizes == nil {
		a.sizes = types.SizesFor("gc", "amd64")
	}
	a.usage = usageOf(a.info, fn)
	a.collect()
	for _, g := range fn.Graphs {
		a.solve(g)
	}
	return a
}

// collect finds the loops and the constants of the function.
func (a *Analysis) collect() {
	marks := []interval.Number{interval.Int(0)}
	ast.Inspect(a.fn.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if n.Key != nil {
				a.loops[n.Key] = n
			}
		case ast.Expr:
			tv := a.info.Types[n]
			if tv.Value == nil || tv.Value.Kind() != constant.Int {
				break
			}
			if v := a.constant(tv); v.class == integer {
				marks = append(marks, v.iv.Lo.Sub(interval.Int(1)), v.iv.Lo, v.iv.Lo.Add(interval.Int(1)))
			}
		}
		return true
	})
	slices.SortFunc(marks, interval.Number.Cmp)
	a.marks = slices.Compact(marks)
}

// tracked returns the variable behind an identifier if it can be followed in
// the graph at hand.
func (a *Analysis) tracked(id *ast.Ident) *types.Var {
	v, ok := a.info.Uses[id].(*types.Var)
	if !ok {
		if v, ok = a.info.Defs[id].(*types.Var); !ok {
			return nil
		}
	}
	owner, known := a.usage.owner[v]
	if !known || owner != a.graph.Lit || a.usage.open[v] || classOf(v.Type()) == unknown && !hasLength(v.Type()) {
		return nil
	}
	return v
}
