package testgen

import (
	"cmp"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// declare returns the name of the top-level declaration that alt needs, such as the type of a
// stub. The first call for a declaration adds it to the file. For a reader, declare adds nothing
// and returns the label of alt.
func (f *file) declare(alt *input.Alt) string {
	if name, ok := f.declared[alt.Decl]; ok {
		return name
	}
	if f.forReader {
		return cmp.Or(alt.Label, "stub")
	}
	if why := f.brokenDecls[alt.Decl]; why != "" {
		return f.failf("%s cannot be declared in its test: %s", alt.Name, why)
	}
	label := alt.Label
	if !token.IsIdentifier(label) {
		label = "stub"
	}
	name := f.scope.claim(label)
	text := f.expand(alt.Decl, input.Fill{Type: name})
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution); err != nil {
		f.fail(err)
	}
	if f.err == nil {
		f.declared[alt.Decl] = name
		f.decls = append(f.decls, topDecl{name: name, text: text, key: alt.Decl})
	}
	return name
}

// topDecl is a declaration beside the tests; key identifies it in all suites: the template
// (input.Alt.Decl) of its text, or the form that it returns.
type topDecl struct{ name, text, key string }

var packageName = regexp.MustCompile(`\$\(([^()]*)\)\.([\pL_][\pL\pN_]*)`)

// expand fills in a template for this file. An external file uses the exported names of the
// package under test; the bridge exports the unexported names.
func (f *file) expand(template string, fill input.Fill) string {
	if f.external {
		template = packageName.ReplaceAllStringFunc(template, func(m string) string {
			parts := packageName.FindStringSubmatch(m)
			if !f.isOwn(parts[1]) || token.IsExported(parts[2]) {
				return m
			}
			obj := f.pkg.Types.Scope().Lookup(parts[2])
			if obj == nil {
				return f.failf("there is no %s in the package", parts[2])
			}
			return f.bridge.exportObject(obj)
		})
	}
	fill.Package = f.qualifier
	return input.Expand(template, fill)
}

// callableTemplate returns template, a step on a variable $0 of type t, as this file can call it:
// for an external file, the bridge exports an unexported method as a function with the receiver
// as its first argument.
func (f *file) callableTemplate(template string, t types.Type) string {
	fn := f.methodOn(t, template, "$0")
	if !f.external || fn == nil || fn.Exported() {
		return template
	}
	recv := "$0"
	switch has, wants := syntax.IsPointer(t), syntax.IsPointer(fn.Signature().Recv().Type()); {
	case has && !wants:
		recv = "*$0"
	case !has && wants:
		recv = "&$0"
	}
	call := f.bridge.exportMethod(fn) + "(" + recv
	if fn.Signature().Params().Len() > 0 {
		call += ", "
	}
	return strings.Replace(template, "$0."+fn.Name()+"(", call, 1)
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
	seen := map[*types.Package]bool{}
	var find func(*types.Package) string
	find = func(p *types.Package) string {
		if importPath(p.Path()) == importPath(path) {
			return p.Name()
		}
		seen[p] = true
		for _, q := range p.Imports() {
			if !seen[q] {
				if name := find(q); name != "" {
					return name
				}
			}
		}
		return ""
	}
	if name := find(f.pkg.Types); name != "" {
		return name
	}
	parts := strings.Split(path, "/")
	if last := parts[len(parts)-1]; len(parts) > 1 && version.MatchString(last) {
		return parts[len(parts)-2]
	}
	return baseName(path)
}

var version = regexp.MustCompile(`^v[0-9]+$`)
