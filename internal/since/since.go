// Package since tells which symbols of the standard library are newer than a version of Go.
//
// The table is that of the analyzer stdversion (golang.org/x/tools/go/analysis/passes/stdversion), which go vet runs, but
// not on generated files, nor in modules for Go 1.20 and before. It is asked with a file that uses every symbol of a package once.
package since

import (
	"go/ast"
	"go/token"
	"go/types"
	goversion "go/version"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/analysis/passes/stdversion"
	"golang.org/x/tools/go/ast/inspector"
)

// oldest is the oldest version of Go that tests are written for.
const oldest = "go1.21"

// Symbols are the symbols of the standard library of a version of Go. They are not safe for concurrent use.
type Symbols struct {
	version string // such as go1.21
	newer   map[*types.Package]map[types.Object]bool
}

// New returns the symbols for a module with the go directive of a version, such as 1.22 or 1.26.0; "" stands for none, and for a package
// of the standard library itself there are all symbols.
func New(directive string, std bool) *Symbols {
	s := &Symbols{newer: map[*types.Package]map[types.Object]bool{}}
	if s.version = oldest; goversion.Compare("go"+directive, oldest) > 0 {
		s.version = goversion.Lang("go" + directive)
	}
	if std {
		s.version = ""
	}
	return s
}

// Lack reports whether a function, method, variable, constant, type or field is newer.
func (s *Symbols) Lack(o types.Object) bool {
	if o.Pkg() == nil || s.version == "" {
		return false
	}
	newer, ok := s.newer[o.Pkg()]
	if !ok {
		newer = tooNew(o.Pkg(), s.version)
		s.newer[o.Pkg()] = newer
	}
	return newer[origin(o)]
}

func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// tooNew returns the symbols of a package that the analyzer complains about in a file of a version. The position of a complaint is the number of the symbol.
func tooNew(pkg *types.Package, version string) map[types.Object]bool {
	objects := symbols(pkg)
	file := &ast.File{Name: ast.NewIdent("p")}
	uses := map[*ast.Ident]types.Object{}
	for i, o := range objects {
		id := &ast.Ident{NamePos: token.Pos(i + 1), Name: o.Name()}
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Type: id}}})
		uses[id] = o
	}
	conf := types.Config{GoVersion: version}
	user, err := conf.Check("p", token.NewFileSet(), nil, nil)
	if err != nil {
		panic("since: BUG: " + err.Error())
	}
	newer := map[types.Object]bool{}
	pass := &analysis.Pass{
		Analyzer: stdversion.Analyzer, Fset: token.NewFileSet(), Files: []*ast.File{file}, Pkg: user,
		TypesInfo: &types.Info{Uses: uses, FileVersions: map[*ast.File]string{file: version}},
		ResultOf:  map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New([]*ast.File{file})},
		Report:    func(d analysis.Diagnostic) { newer[objects[d.Pos-1]] = true },
	}
	if _, err := stdversion.Analyzer.Run(pass); err != nil {
		panic("since: BUG: " + err.Error())
	}
	return newer
}

// symbols lists the symbols of a package, with the methods and fields of its types.
func symbols(pkg *types.Package) (list []types.Object) {
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		list = append(list, o)
		named, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType {
			continue
		}
		for m := range named.Methods() {
			list = append(list, m)
		}
		switch u := named.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				list = append(list, f)
			}
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				list = append(list, m)
			}
		}
	}
	return list
}
