package cfg

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Source is a type-checked package with its syntax.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info // with Types, Defs, Uses, Selections and Implicits, Scopes and Instances
	Sizes types.Sizes
}

// LoadMode is the mode in which go/packages must load a package for SourceOf.
const LoadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo

// SourceOf returns the source of a package that was loaded with LoadMode. It leaves out files that
// cgo generated.
func SourceOf(p *packages.Package) Source {
	s := Source{Fset: p.Fset, Types: p.Types, Info: p.TypesInfo, Sizes: p.TypesSizes}
	for _, f := range p.Syntax {
		name := p.Fset.File(f.FileStart).Name()
		if p.Fset.Position(f.Package).Filename != name || slices.Contains(p.GoFiles, name) {
			s.Files = append(s.Files, f)
		}
	}
	return s
}

// FuncDecls returns the declared functions and methods in source order.
func (s Source) FuncDecls() []*ast.FuncDecl {
	var decls []*ast.FuncDecl
	for _, f := range s.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				decls = append(decls, d)
			}
		}
	}
	return decls
}

// FuncName returns the name of a declared function as Go writes it within
// its package: Triangle, T.String, (*Buffer).ReadBytes. Type parameters of a
// receiver are left out: (*List).Push.
func FuncName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := ast.Unparen(d.Recv.List[0].Type)
	star, pointer := t.(*ast.StarExpr)
	if pointer {
		t = ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	name := "?"
	if id, ok := t.(*ast.Ident); ok {
		name = id.Name
	}
	if pointer {
		return "(*" + name + ")." + d.Name.Name
	}
	return name + "." + d.Name.Name
}

// ComparePos compares two positions by file name and then by offset, without regard to line
// directives. The plain values of positions in different files depend on the order of concurrent
// parsing, which differs between runs.
func ComparePos(fset *token.FileSet, a, b token.Pos) int {
	pa, pb := fset.PositionFor(a, false), fset.PositionFor(b, false)
	return cmp.Or(
		strings.Compare(filepath.Base(pa.Filename), filepath.Base(pb.Filename)),
		strings.Compare(pa.Filename, pb.Filename),
		cmp.Compare(pa.Offset, pb.Offset),
	)
}
