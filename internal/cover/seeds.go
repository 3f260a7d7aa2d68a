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

// Constants in the source are seeds of inputs. A function has its own constants as seeds, and
// those of its callees in the package, because it often only passes a parameter on to the
// function that compares it.
const (
	callDepth   = 2    // levels of callees whose constants count
	mostSeeds   = 64   // constants of one class
	mostSamples = 40   // texts in languages that the code parses
	usualLength = 63   // elements; a list of one element more fits into the default length limit
	mostLength  = 3000 // elements
)

// A seeder finds seeds for the inputs of the functions of a package.
type seeder struct {
	info      *types.Info
	decls     map[*types.Func]*ast.FuncDecl
	languages *harness.Languages
}

func newSeeder(p *cfg.Package) *seeder {
	return &seeder{p.Info, declsOf(p), harness.NewLanguages(p.Info, p.Files)}
}

// of collects the constants for the inputs of a function, and texts in the languages that the
// function and its callees parse. Constants of callees only fill each class up to mostSeeds.
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

// length returns the list length that inputs of a function need: one more than the largest
// constant that the function or a callee compares with the length of a list. It returns 0, for
// the default limit, if there is no constant between usualLength and mostLength.
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

// within lists a function, then the functions that it calls, up to callDepth calls deep.
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

// declsOf maps the functions of a package to their declarations.
func declsOf(p *cfg.Package) map[*types.Func]*ast.FuncDecl {
	decls := map[*types.Func]*ast.FuncDecl{}
	for _, f := range p.Funcs {
		if f.Obj != nil {
			decls[f.Obj] = f.Decl
		}
	}
	return decls
}

// callees lists the functions of the package that the given functions call, in the order of the
// calls.
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
