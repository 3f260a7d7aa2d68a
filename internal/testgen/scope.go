package testgen

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"nearmiss/internal/load"
)

// scope knows the names that an emitted file must not declare again.
type scope struct {
	taken   map[string]bool // declared, imported or predeclared anywhere in the package and its tests
	decls   map[string]bool // declared at package level by the package or its tests
	beside  map[string]bool // declared by test files alone, which no emitted text speaks of
	foreign bool            // a file under one of our names that is not ours
}

// newScope reads the names of the package and of the test files beside it, but
// for those of ours that are to be replaced: WorstFile, or all others.
// Build constraints are not looked at: a name in any test file is taken.
func newScope(pkg *load.Package, worst bool) *scope {
	s := &scope{taken: map[string]bool{}, decls: map[string]bool{}, beside: map[string]bool{}}
	for _, name := range pkg.Types.Scope().Names() {
		s.declare(name)
	}
	for _, name := range types.Universe.Names() {
		s.taken[name] = true
	}
	// Local variables must not hide what the rest of a test may import.
	for _, name := range []string{pkg.Name, "bytes", "context", "errors", "io", "maps", "math", "reflect", "slices", "strings", "testing", "time"} {
		s.taken[name] = true
	}
	for _, f := range pkg.Files {
		for _, imp := range f.Imports {
			s.taken[importName(imp)] = true
		}
	}
	files, _ := filepath.Glob(filepath.Join(pkg.Dir, "*_test.go"))
	sort.Strings(files)
	for _, path := range files {
		s.addTestFile(path, worst)
	}
	return s
}

func (s *scope) declare(name string) { s.taken[name], s.decls[name] = true, true }

// declareBeside takes a name that a test file declares.
func (s *scope) declareBeside(name string) {
	if !s.taken[name] {
		s.beside[name] = true
	}
	s.declare(name)
}

func (s *scope) addTestFile(path string, worst bool) {
	data, err := load.ReadFile(path)
	if err != nil {
		return
	}
	base := filepath.Base(path)
	if ours(data) && (base == WorstFile) == worst {
		return // will be replaced
	}
	if !ours(data) && (base == TestFile || base == BridgeFile || base == PanicFile) {
		s.foreign = true
	}
	// What the parser can still make of a broken file counts too.
	f, _ := parser.ParseFile(token.NewFileSet(), path, data, parser.SkipObjectResolution)
	if f == nil {
		return
	}
	for _, imp := range f.Imports {
		s.taken[importName(imp)] = true
	}
	for _, d := range f.Decls {
		s.addDecl(d)
	}
}

func (s *scope) addDecl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			s.declareBeside(d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.declareBeside(spec.Name.Name)
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					s.declareBeside(n.Name)
				}
			}
		}
	}
}

func importName(imp *ast.ImportSpec) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	path, _ := strconv.Unquote(imp.Path.Value)
	return baseName(path)
}

// baseName guesses the package name of an import path.
func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// ours reports whether a file begins with the line that marks our files.
func ours(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return strings.TrimRight(string(line), "\r") == generated
}

// claim returns base, or base with the first number that makes it free, and
// takes it.
func (s *scope) claim(base string) string {
	name := base
	for i := 2; s.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	s.declare(name)
	return name
}

// locals hands out names within one test function: none hides a name that
// the function's text may need.
type locals struct {
	outer *scope
	used  map[string]bool
}

func (s *scope) locals() *locals { return &locals{outer: s, used: map[string]bool{}} }

func (l *locals) claim(base string) string {
	name := base
	for i := 2; l.taken(name); i++ {
		name = base + strconv.Itoa(i)
	}
	l.used[name] = true
	return name
}

func (l *locals) taken(name string) bool {
	return l.used[name] || l.outer.taken[name] && !l.outer.beside[name] || token.IsKeyword(name)
}
