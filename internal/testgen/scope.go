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
	"nearmiss/internal/syntax"
)

// nameScope holds the names that an emitted file must not declare again.
type nameScope struct {
	takenNames map[string]bool // declared, imported or predeclared anywhere in the package and its tests
	decls      map[string]bool // declared at package level by the package or its tests
	testOnly   map[string]bool // declared only by test files or by files of other builds, which emitted text does not mention
	imports    map[string]bool // local names of the packages that emitted files import
}

// newScope collects the names of the package and of the test files in its directory. It skips
// the files of nearmiss that will be replaced: WorstFile if worst is set, else all others. It
// ignores build constraints: a name in any file is taken, because the tests are also built on
// other systems and under -race.
func newScope(pkg *load.Package, worst bool) *nameScope {
	s := &nameScope{takenNames: map[string]bool{}, decls: map[string]bool{}, testOnly: map[string]bool{}, imports: map[string]bool{}}
	for _, name := range pkg.Types.Scope().Names() {
		s.declare(name)
	}
	for _, name := range types.Universe.Names() {
		s.takenNames[name] = true
	}
	// Local variables must not hide the packages that a test may import.
	for _, name := range []string{pkg.Name, "bytes", "context", "errors", "io", "maps", "math", "reflect", "slices", "strings", "testing", "time"} {
		s.takenNames[name] = true
	}
	for _, f := range pkg.Files {
		s.addImports(pkg, f)
	}
	for _, path := range pkg.LeftOut() {
		if data, err := load.ReadFile(path); err == nil {
			s.addFile(pkg, path, data)
		}
	}
	files, _ := filepath.Glob(filepath.Join(pkg.Dir, "*_test.go"))
	sort.Strings(files)
	for _, path := range files {
		s.addTestFile(pkg, path, worst)
	}
	return s
}

// Taken returns the names that the package, its own tests and their imports have taken.
func Taken(pkg *load.Package) map[string]bool { return newScope(pkg, false).takenNames }

func (s *nameScope) declare(name string) { s.takenNames[name], s.decls[name] = true, true }

// declareInTest takes a name that a test file declares.
func (s *nameScope) declareInTest(name string) {
	if !s.takenNames[name] {
		s.testOnly[name] = true
	}
	s.declare(name)
}

func (s *nameScope) addTestFile(pkg *load.Package, path string, worst bool) {
	data, err := load.ReadFile(path)
	if err != nil {
		return
	}
	base := filepath.Base(path)
	if Ours(data) && (base == WorstFile) == worst {
		return // will be replaced
	}
	s.addFile(pkg, path, data)
}

// addFile takes the names of a file that was not type-checked. Of a file with syntax errors it
// takes the declarations that the parser recovers.
func (s *nameScope) addFile(pkg *load.Package, path string, data []byte) {
	f, _ := parser.ParseFile(token.NewFileSet(), path, data, parser.SkipObjectResolution)
	if f == nil {
		return
	}
	s.addImports(pkg, f)
	for _, d := range f.Decls {
		s.addDecl(d)
	}
}

// addImports takes the local names of the packages that a file imports: the go command rejects
// a declaration of the package with the same name. A dot import takes all exported names of
// the package.
func (s *nameScope) addImports(pkg *load.Package, f *ast.File) {
	for _, imp := range f.Imports {
		path, _ := strconv.Unquote(imp.Path.Value)
		known := pkg.Imports[path]
		switch {
		case imp.Name != nil && imp.Name.Name != ".":
			s.takenNames[imp.Name.Name] = true
		case imp.Name != nil && known != nil && known.Types != nil:
			for _, name := range known.Types.Scope().Names() {
				s.takenNames[name] = s.takenNames[name] || token.IsExported(name)
			}
		case known != nil:
			s.takenNames[known.Name] = true
		default:
			for _, name := range likelyNames(path) {
				s.takenNames[name] = true
			}
		}
	}
}

func (s *nameScope) addDecl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			s.declareInTest(d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.declareInTest(spec.Name.Name)
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					s.declareInTest(n.Name)
				}
			}
		}
	}
}

// likelyNames returns the package names that an import path suggests: the last element of
// example.com/must, the last but one of example.com/must/v2, and a word of
// example.com/go-must.v2.
func likelyNames(path string) []string {
	parts := strings.Split(path, "/")
	parts = parts[max(0, len(parts)-2):]
	return strings.FieldsFunc(strings.Join(parts, "/"), func(r rune) bool { return identOnly(r) < 0 })
}

// baseName guesses the package name of an import path.
func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Ours reports whether a file begins with a header line of nearmiss.
func Ours(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	first := strings.TrimRight(string(line), "\r")
	return first == generated || first == written
}

// claim takes and returns base, or base with the least number from 2 on that makes it free.
func (s *nameScope) claim(base string) string {
	name := syntax.Free(base, func(name string) bool { return s.takenNames[name] || s.imports[name] })
	s.declare(name)
	return name
}

// locals hands out names within one test function. No local name hides a name that the text of
// the function may need.
type locals struct {
	outer *nameScope
	used  map[string]bool
}

func (s *nameScope) locals() *locals { return &locals{outer: s, used: map[string]bool{}} }

func (l *locals) claim(base string) string {
	name := syntax.Free(base, l.isTaken)
	l.used[name] = true
	return name
}

func (l *locals) isTaken(name string) bool {
	return l.used[name] || l.outer.takenNames[name] && !l.outer.testOnly[name] || token.IsKeyword(name)
}
