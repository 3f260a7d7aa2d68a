package syntax

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Capitalize returns name with an upper-case first letter.
func Capitalize(name string) string { return mapFirst(unicode.ToUpper, name) }

// Uncapitalize returns name with a lower-case first letter.
func Uncapitalize(name string) string { return mapFirst(unicode.ToLower, name) }

func mapFirst(f func(rune) rune, name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(f(r)) + name[n:]
}

// Free returns base, or base with the least number from 2 on with which taken is false.
func Free(base string, taken func(name string) bool) string {
	name := base
	for n := 2; taken(name); n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}

// Selected returns the names that a file selects from, as it does from every package that it uses.
func Selected(f *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				names[x.Name] = true
			}
		}
		return true
	})
	return names
}

// PackageName guesses the name of a package from its import path: the last element that is no major version. As for
// the go command, v2 and greater numbers are versions, and v1 is a name.
func PackageName(importPath string) string {
	if dir, last := path.Split(importPath); dir != "" && majorVersion.MatchString(last) {
		return path.Base(dir)
	}
	return path.Base(importPath)
}

var majorVersion = regexp.MustCompile(`^v(?:[2-9]|[1-9][0-9]+)$`)

// ImportsC reports whether a file uses cgo.
func ImportsC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
}
