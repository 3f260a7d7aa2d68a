package cover

import (
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/load"
)

const (
	mostValues = 14 // of one variable
	mostNames  = 32 // of variables that a package names and nobody hears it ask for
	longValue  = 64 // bytes
)

// obeyed are variables that the runtime, the loader, the sandbox or package net/http goes by,
// and not the code under test: a process does not start with values that make no sense there.
var obeyed = regexp.MustCompile(`^(GO(DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|RACE|COVERDIR)|LD_.*|NEARMISS_.*|DEBUG_HTTP2_GOROUTINES)$`)

// variable reports whether a name is one of a variable that can be set.
func variable(name string) bool {
	return name != "" && !strings.ContainsAny(name, "=\x00") && !obeyed.MatchString(name)
}

// general are values that any variable may have.
var general = []string{"", "1", "true", here}

// valuesOf are those to give to variables: some that any may have, and then constants of the
// source, which it may compare them with: numbers, too, and what is larger by one. Names of
// variables are none.
func valuesOf(own input.Seeds, initial, names []string) []string {
	values := slices.Clone(general)
	var numbers []string
	for _, n := range own.Ints {
		numbers = append(numbers, strconv.FormatInt(n, 10), strconv.FormatInt(n+1, 10))
	}
	for _, text := range slices.Concat(own.Strings, initial, numbers) {
		if len(values) < mostValues && len(text) <= longValue && !strings.Contains(text, "\x00") && !slices.Contains(values, text) && !slices.Contains(names, text) {
			values = append(values, text)
		}
	}
	return values
}

// texts lists the string literals in a node.
func texts(n ast.Node) (list []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				list = append(list, text)
			}
		}
		return true
	})
	return list
}

// initialTexts lists those of the initialization of a package.
func initialTexts(pkg *load.Package) (list []string) {
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil || d.Name.Name != "init" {
					continue
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
			}
			list = append(list, texts(d)...)
		}
	}
	return list
}

// quiet is how a text asks for variables so that nobody hears it.
var quiet = regexp.MustCompile(`\b(?:os|syscall)\.Environ\b|\bsyscall\.Getenv\b`)

// named matches the names that variables are usually given.
var named = regexp.MustCompile(`^[A-Z][A-Z0-9_]{2,}=?$`)

// unheard lists what may be names of variables in a package, if that or one that it imports
// outside the standard library asks for variables without being heard.
func unheard(pkg *load.Package) (names []string) {
	if !asksQuietly(pkg, map[*load.Package]bool{}) {
		return nil
	}
	for _, f := range pkg.Files {
		for _, text := range texts(f) {
			if name := strings.TrimSuffix(text, "="); named.MatchString(text) && variable(name) && len(names) < mostNames && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func asksQuietly(pkg *load.Package, known map[*load.Package]bool) bool {
	if known[pkg] || pkg.Std {
		return false
	}
	known[pkg] = true
	for _, path := range pkg.GoFiles {
		if text, err := os.ReadFile(path); err == nil && quiet.Match(text) {
			return true
		}
	}
	for _, q := range pkg.Imports {
		if asksQuietly(q, known) {
			return true
		}
	}
	return false
}
