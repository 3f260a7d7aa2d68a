package cover

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Whose constants an input may have to hold: a function's own, and those of
// the functions of the package that it calls, since a parameter is often only
// handed on to the one that compares it; then those of the constructors that make its
// inputs, and of what they call.
const (
	callDepth   = 2
	mostSeeds   = 64 // of a class
	mostSamples = 40 // texts of the languages that the code expects
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

// of collects the constants that are worth trying in the inputs of a function, which go
// through nodes, its own first, and texts of the languages that these expect.
func (d *seeder) of(f *cfg.Func, nodes []ast.Node) input.Seeds {
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

// nodes lists what inputs of a function with a signature go through: itself, what it
// calls, and then what makes them.
func (d *seeder) nodes(f *cfg.Func, sig *input.Signature) []ast.Node {
	nodes := d.within(f.Decl)
	for _, m := range d.makers(f, sig) {
		for _, n := range d.within(m) {
			if !slices.Contains(nodes, n) {
				nodes = append(nodes, n)
			}
		}
	}
	return nodes
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

// makers lists the functions of the package of f that may make its inputs.
func (d *seeder) makers(f *cfg.Func, sig *input.Signature) (list []*ast.FuncDecl) {
	if f.Obj == nil || sig == nil {
		return nil
	}
	scope := f.Obj.Pkg().Scope()
	seen := map[*input.Type]bool{}
	var visit func(t *input.Type)
	visit = func(t *input.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t.Elem)
		visit(t.Key)
		for _, f := range t.Fields {
			visit(f.Type)
		}
		for i := range t.Alts {
			a := &t.Alts[i]
			if fn, ok := scope.Lookup(a.Name).(*types.Func); ok && a.Runs && d.decls[fn] != nil && !slices.Contains(list, d.decls[fn]) {
				list = append(list, d.decls[fn])
			}
			visit(a.Steps)
			for _, f := range a.Fields {
				visit(f.Type)
			}
		}
	}
	for i := range sig.Inputs() {
		visit(sig.Input(i).Type)
	}
	return list
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
