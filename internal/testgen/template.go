package testgen

import (
	"cmp"
	"fmt"
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
func (f *file) declare(alt *input.Alt) (string, error) {
	if name, ok := f.declared[alt.Decl]; ok {
		return name, nil
	}
	if f.forReader {
		return cmp.Or(alt.Label, "stub"), nil
	}
	if why := f.brokenDecls[alt.Decl]; why != "" {
		return "", fmt.Errorf("%s cannot be declared in its test: %s", alt.Name, why)
	}
	label := alt.Label
	if !token.IsIdentifier(label) {
		label = "stub"
	}
	name := f.scope.claim(label)
	text, err := f.expand(alt.Decl, input.Fill{Type: name})
	if err == nil {
		_, err = parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	}
	if err != nil {
		return "", err
	}
	f.declared[alt.Decl] = name
	f.decls = append(f.decls, topDecl{name: name, text: text, key: alt.Decl})
	return name, nil
}

// topDecl is a declaration beside the tests; key identifies it in all suites: the template
// (input.Alt.Decl) of its text, or the form that it returns.
type topDecl struct{ name, text, key string }

var packageName = regexp.MustCompile(`\$\(([^()]*)\)\.([\pL_][\pL\pN_]*)`)

// expand fills in a template for this file. An external file uses the exported names of the
// package under test; the bridge exports the unexported names.
func (f *file) expand(template string, fill input.Fill) (string, error) {
	var failed error
	if f.external {
		template = packageName.ReplaceAllStringFunc(template, func(m string) string {
			parts := packageName.FindStringSubmatch(m)
			if !f.isOwn(parts[1]) || token.IsExported(parts[2]) {
				return m
			}
			obj := f.pkg.Types.Scope().Lookup(parts[2])
			if obj == nil {
				failed = fmt.Errorf("there is no %s in the package", parts[2])
				return m
			}
			text, err := f.bridge.exportObject(obj)
			if err != nil {
				failed = err
			}
			return text
		})
	}
	if failed != nil {
		return "", failed
	}
	fill.Package = f.qualifier
	return input.Expand(template, fill), nil
}

// callableTemplate returns template, a step on a variable $0 of type t, as this file can call it:
// for an external file, the bridge exports an unexported method as a function with the receiver
// as its first argument.
func (f *file) callableTemplate(template string, t types.Type) (string, error) {
	fn := f.methodOn(t, template, "$0")
	if !f.external || fn == nil || fn.Exported() {
		return template, nil
	}
	name, err := f.bridge.exportMethod(fn)
	if err != nil {
		return "", err
	}
	recv := "$0"
	switch has, wants := syntax.IsPointer(t), syntax.IsPointer(fn.Signature().Recv().Type()); {
	case has && !wants:
		recv = "*$0"
	case !has && wants:
		recv = "&$0"
	}
	call := name + "(" + recv
	if fn.Signature().Params().Len() > 0 {
		call += ", "
	}
	return strings.Replace(template, "$0."+fn.Name()+"(", call, 1), nil
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
