package cover

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Whose constants an input may have to hold: a function's own, and those of
// the functions of the package that it calls, since a parameter is often only
// handed on to the one that compares it.
const (
	callDepth   = 2
	mostSeeds   = 64 // of a class
	mostSamples = 40 // texts of the languages that the code expects
	usualLength = 63 // of a list, such that one more is within the usual limit
	mostLength  = 3000
)

// A seeder looks for what is worth trying in the inputs of the functions of a package.
type seeder struct {
	info      *types.Info
	decls     map[*types.Func]*ast.FuncDecl
	languages *harness.Languages
}

func newSeeder(p *cfg.Package) *seeder {
	return &seeder{p.Info, declsOf(p), harness.NewLanguages(p.Info, p.Files)}
}

// of collects the constants that are worth trying in the inputs of a function, and texts of
// the languages that it and what it calls expect.
func (d *seeder) of(f *cfg.Func) input.Seeds {
	nodes := d.within(f.Decl)
	s := harness.Constants(d.info, nodes...)
	own := harness.Constants(d.info, f.Decl)
	s.Ints = s.Ints[:min(len(s.Ints), max(mostSeeds, len(own.Ints)))]
	s.Floats = s.Floats[:min(len(s.Floats), max(mostSeeds, len(own.Floats)))]
	s.Strings = s.Strings[:min(len(s.Strings), max(mostSeeds, len(own.Strings)))]
	most := len(s.Strings) + mostSamples
	for _, text := range d.languages.Of(nodes...) {
		if len(s.Strings) < most && !slices.Contains(s.Strings, text) {
			s.Strings = append(s.Strings, text)
		}
	}
	return s
}

// length is how long lists may be in the inputs of a function: what is refused for its length
// has to be longer than the constant that it, or what it calls, compares a length with. It is
// 0, the usual, where there is no such constant, or only one beyond reach.
func (d *seeder) length(f *cfg.Func) (most int) {
	compare := func(length, with ast.Expr) {
		call, ok := ast.Unparen(length).(*ast.CallExpr)
		if !ok || d.info.Types[with].Value == nil || typeutil.Callee(d.info, call) != types.Universe.Lookup("len") {
			return
		}
		if n, ok := constant.Int64Val(constant.ToInt(d.info.Types[with].Value)); ok && n > usualLength && n <= mostLength {
			most = max(most, int(n)+1)
		}
	}
	for _, n := range d.within(f.Decl) {
		ast.Inspect(n, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && cfg.IsComparison(b.Op) {
				compare(b.X, b.Y)
				compare(b.Y, b.X)
			}
			return true
		})
	}
	return most
}

// within lists a function and those that it calls, itself first.
func (d *seeder) within(f *ast.FuncDecl) []ast.Node {
	level := []*ast.FuncDecl{f}
	seen := map[*ast.FuncDecl]bool{f: true}
	nodes := []ast.Node{f}
	for range callDepth {
		var next []*ast.FuncDecl
		for _, c := range callees(d.info, d.decls, level...) {
			if !seen[c] {
				seen[c] = true
				next = append(next, c)
				nodes = append(nodes, c)
			}
		}
		level = next
	}
	return nodes
}

// declsOf finds the declarations of a package's functions.
func declsOf(p *cfg.Package) map[*types.Func]*ast.FuncDecl {
	decls := map[*types.Func]*ast.FuncDecl{}
	for _, f := range p.Funcs {
		if f.Obj != nil {
			decls[f.Obj] = f.Decl
		}
	}
	return decls
}

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
