package cover

import (
	"go/ast"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/codec"
)

// Whose constants an input may have to hold: a function's own, and those of
// the functions of the package that it calls, since a parameter is often only
// handed on to the one that compares it.
const (
	callDepth = 2
	mostSeeds = 64 // of a class
)

// seedsOf collects the constants that are worth trying in a function's
// inputs, its own first.
func seedsOf(info *types.Info, decls map[*types.Func]*ast.FuncDecl, f *cfg.Func) input.Seeds {
	level := []*ast.FuncDecl{f.Decl}
	seen := map[*ast.FuncDecl]bool{f.Decl: true}
	nodes := []ast.Node{f.Decl}
	for range callDepth {
		var next []*ast.FuncDecl
		for _, c := range callees(info, decls, level...) {
			if !seen[c] {
				seen[c] = true
				next = append(next, c)
				nodes = append(nodes, c)
			}
		}
		level = next
	}
	s := codec.Constants(info, nodes...)
	own := codec.Constants(info, f.Decl)
	s.Ints = s.Ints[:min(len(s.Ints), max(mostSeeds, len(own.Ints)))]
	s.Floats = s.Floats[:min(len(s.Floats), max(mostSeeds, len(own.Floats)))]
	s.Strings = s.Strings[:min(len(s.Strings), max(mostSeeds, len(own.Strings)))]
	return s
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
