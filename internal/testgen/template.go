package testgen

import (
	"cmp"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// declare returns the name of the top-level declaration that alt needs, such as the type of a
// stub. The first call for a declaration adds it to the file. For a reader, declare adds nothing
// and returns the label of alt.
func (f *file) declare(alt *input.Alt) string {
	if name, ok := f.declared[alt.Decl.Key]; ok {
		return name
	}
	label := alt.Decl.Label
	if f.forReader {
		return cmp.Or(label, "stub")
	}
	if why := f.brokenDecls[alt.Decl.Key]; why != "" {
		return f.failf("%s cannot be declared in its test: %s", alt.Name, why)
	}
	if !token.IsIdentifier(label) {
		label = "stub"
	}
	name := f.scope.claim(label)
	text := f.spell(alt.Decl.Tree, func(t *code.Tree) (string, bool) { return name, t.Kind == code.Declared })
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution); err != nil {
		f.fail(err)
	}
	if f.err == nil {
		f.declared[alt.Decl.Key] = name
		f.decls = append(f.decls, topDecl{name: name, text: text, key: alt.Decl.Key})
	}
	return name
}

// topDecl is a declaration beside the tests, or of the bridge; key identifies it in all suites: that of an
// input.Alt.Decl, the form that it returns, or what it exports.
type topDecl struct{ name, text, key string }

// spell returns the text of a tree in this file; part knows the texts of parts, if it is not nil. An external
// file uses the exported names of the package under test; the bridge exports the unexported names.
func (f *file) spell(t *code.Tree, part func(*code.Tree) (string, bool)) string {
	return t.Print(f.qualifier, func(t *code.Tree) (string, bool) {
		if t.Kind == code.Named && f.external && f.isOwn(t.Path) && !token.IsExported(t.Text) {
			if obj := f.pkg.Types.Scope().Lookup(t.Text); obj != nil {
				return f.bridge.exportObject(obj), true
			}
			return f.failf("there is no %s in the package", t.Text), true
		}
		if part == nil {
			return "", false
		}
		return part(t)
	})
}

func (f *file) isOwn(path string) bool {
	return path == f.pkg.Types.Path() || path == f.pkg.ImportPath
}

// qualifier returns the package name that precedes the names of a package in this file.
func (f *file) qualifier(path string) string {
	if f.isOwn(path) {
		return strings.TrimSuffix(f.ownPrefix(), ".")
	}
	if have, ok := f.imports[importPath(path)]; ok {
		return have
	}
	return f.use(importPath(path), f.nameOf(path))
}

// nameOf returns the name of the package with an import path. It searches the imports of the
// package under test, direct and indirect, and else guesses from the path.
func (f *file) nameOf(path string) string {
	for _, p := range syntax.Reach((*types.Package).Imports, f.pkg.Types) {
		if importPath(p.Path()) == importPath(path) {
			return p.Name()
		}
	}
	return syntax.PackageName(path)
}
