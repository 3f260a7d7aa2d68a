package keep

import (
	"bytes"
	"go/ast"
	"go/format"
	"regexp"
	"strconv"
	"strings"
)

// tidy returns a changed text of the file without the imports that the file used and the text
// does not, and without unused closures before tables. It is formatted if the file was.
func (f *file) tidy(text []byte) ([]byte, error) {
	g, err := parseFile(f.name, text)
	if err != nil {
		return nil, err
	}
	var e edits
	for _, d := range g.decls {
		if d.table != nil && !f.hadUnused(d.name) {
			for _, s := range d.table.unused() {
				e.remove(g.lineStart(g.offset(s.Pos())), g.lineEnd(g.offset(s.End())))
			}
		}
	}
	if !e.empty() {
		return f.tidy(e.apply(text))
	}
	for _, d := range g.decls {
		if spec, ok := d.imported(); ok && f.usesImport(spec) && !g.usesImport(spec) {
			g.removeDecl(&e, d)
		}
	}
	return f.formatted(emptyImports.ReplaceAll(e.apply(text), nil))
}

// emptyImports matches an import declaration without imports.
var emptyImports = regexp.MustCompile(`(?m)^import \(\s*\)\n+`)

// hadUnused reports whether the test of a name has unused closures in f.
func (f *file) hadUnused(test string) bool {
	for _, d := range f.decls {
		if d.name == test && d.table != nil {
			return len(d.table.unused()) > 0
		}
	}
	return false
}

// formatted formats a changed text of the file if the file was formatted.
func (f *file) formatted(text []byte) ([]byte, error) {
	if was, err := format.Source(f.text); err != nil || !bytes.Equal(was, f.text) {
		return text, err
	}
	return format.Source(text)
}

// imported returns the import that a declaration is.
func (d *decl) imported() (*ast.ImportSpec, bool) {
	gen, ok := d.node.(*ast.GenDecl)
	if !ok {
		return nil, false
	}
	for _, s := range gen.Specs {
		if spec, ok := s.(*ast.ImportSpec); ok && spec.Path.Value == d.name {
			return spec, true
		}
	}
	return nil, false
}

// usesImport reports whether a file uses an import under one of the names that it may have.
func (f *file) usesImport(spec *ast.ImportSpec) bool {
	names := map[string]bool{}
	for _, name := range importNames(spec) {
		names[name] = true
	}
	for _, id := range f.ast.Unresolved {
		if names[id.Name] {
			return true
		}
	}
	return false
}

// importNames returns the names that an import may have in its file. The last is the likeliest:
// the last element of the path.
func importNames(spec *ast.ImportSpec) []string {
	if spec.Name != nil {
		return []string{spec.Name.Name}
	}
	path, _ := strconv.Unquote(spec.Path.Value)
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if n := len(parts); n > 1 && version.MatchString(last) {
		return append(strings.FieldsFunc(parts[n-2], isNoName), last)
	}
	return append(strings.FieldsFunc(last, isNoName), last)
}

// version matches the last element of the path of a major version.
var version = regexp.MustCompile(`^v[0-9]+$`)

func isNoName(r rune) bool { return r == '.' || r == '-' }
