package testgen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"sort"
	"strings"

	"nearmiss/internal/load"
)

// Suite is the emitted tests of one package: their text, and which case
// stands behind which subtest.
type Suite struct {
	Pkg     *load.Package
	Files   []File
	Funcs   []Func // with the cases that were written, named and in the order of the tables
	Dropped []Dropped
	Tests   []string // test function of each of Funcs

	header   Header
	external bool
	slots    map[string][]slot // by test function, in the order of its assertions
	lines    map[int]slotLine  // by line of the test file
	spans    []span
}

// slotLine is the assertion that reports at one line.
type slotLine struct {
	test string
	slot slot
}

// span is the lines of one test function.
type span struct {
	test     string
	from, to int
}

// Emit writes one table-driven test for each function that has cases.
//
// The tests are in-package, except for packages that package testing itself
// depends on: an in-package test of these would be an import cycle. There
// the test is external, and what it needs and the package does not export is
// exported by a second file in the package (BridgeFile).
func Emit(pkg *load.Package, funcs []Func, h Header) (*Suite, error) {
	external, err := UnderTesting(pkg)
	if err != nil {
		return nil, err
	}
	return emit(pkg, funcs, h, external)
}

// UnderTesting reports whether package testing depends on pkg.
func UnderTesting(pkg *load.Package) (bool, error) {
	if !pkg.Std {
		return false, nil
	}
	cmd := exec.Command("go", "list", "-deps", "testing")
	cmd.SysProcAttr = groupAttr() // a Ctrl-C is not meant for it
	out, err := cmd.Output()
	if err != nil {
		return false, &RunError{Package: pkg.ImportPath, Msg: "go list -deps testing: " + commandError(err)}
	}
	return slices.Contains(strings.Fields(string(out)), pkg.ImportPath), nil
}

func commandError(err error) string {
	var e *exec.ExitError
	if errors.As(err, &e) && len(e.Stderr) > 0 {
		line, _, _ := strings.Cut(strings.TrimSpace(string(e.Stderr)), "\n")
		return line
	}
	return err.Error()
}

func emit(pkg *load.Package, funcs []Func, h Header, external bool) (*Suite, error) {
	s := &Suite{Pkg: pkg, header: h, external: external, slots: map[string][]slot{}, lines: map[int]slotLine{}}
	f := newFile(pkg, newScope(pkg), external)
	w := newWrites(pkg, s.header.Keep)
	var bodies []string
	for _, fn := range clone(funcs) {
		if len(fn.Cases) == 0 {
			continue
		}
		text, err := s.addFunc(f, w, &fn)
		if err != nil {
			s.Dropped = append(s.Dropped, Dropped{Func: fn.Sig.Name, Covers: allBranches(fn.Cases), Reason: err.Error()})
			continue
		}
		bodies = append(bodies, text)
	}
	if len(bodies) == 0 {
		return s, nil
	}
	return s, s.assemble(f, bodies)
}

func allBranches(cases []Case) []string {
	seen := map[string]bool{}
	for i := range cases {
		for _, b := range cases[i].branches() {
			seen[b] = true
		}
	}
	list := make([]string, 0, len(seen))
	for b := range seen {
		list = append(list, b)
	}
	sort.Strings(list)
	return list
}

// addFunc plans and prints one test function.
func (s *Suite) addFunc(f *file, w *writes, fn *Func) (string, error) {
	if fn.Obj.Name() == "_" || fn.Obj.Name() == "init" && fn.Obj.Signature().Recv() == nil {
		return "", fmt.Errorf("%s cannot be called", fn.Obj.Name())
	}
	orderCases(fn.Cases)
	p := newPlan(f, fn)
	if err := p.build(); err != nil {
		return "", err
	}
	p.globals = w.of(fn.Obj)
	nameCases(p)
	p.name = f.scope.claim(testName(fn))
	text, err := p.source()
	if err != nil {
		return "", err
	}
	// Each function must be well formed on its own, so that a fault in one
	// does not take the others with it.
	if _, err := format.Source([]byte("package p\n" + text)); err != nil {
		panic(fmt.Sprintf("testgen: BUG: test of %s does not parse: %v\n%s", fn.Sig.Name, err, text))
	}
	s.slots[p.name] = p.slots
	s.Dropped = append(s.Dropped, p.dropped...)
	s.Funcs = append(s.Funcs, Func{Obj: fn.Obj, Sig: fn.Sig, Cases: p.cases})
	s.Tests = append(s.Tests, p.name)
	return text, nil
}

// testName is TestClassifyBranches, Test_lowerBranches,
// TestBuffer_ReadByteBranches or Test_listNode_lenBranches: go vet wants an
// underscore or an upper-case letter after Test.
func testName(fn *Func) string {
	name := fn.Obj.Name()
	if recv := fn.Obj.Signature().Recv(); recv != nil {
		typ := recv.Type().String()
		typ = typ[strings.LastIndexAny(typ, "./*")+1:]
		name = strings.Map(identOnly, typ) + "_" + name
	}
	if !ast.IsExported(name) {
		name = "_" + name
	}
	return "Test" + name + "Branches"
}

func identOnly(r rune) rune {
	if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f {
		return r
	}
	return -1
}

// head returns the comment at the top of every file.
func (h Header) head() string {
	return fmt.Sprintf("%s\n//\n// Seed %d: %s\n\n", generated, h.Seed, strings.Join(strings.Fields(h.Command), " "))
}

// assemble puts the file together and notes which line asserts what.
func (s *Suite) assemble(f *file, bodies []string) error {
	name := f.pkg.Name
	if s.external {
		name += "_test"
	}
	body := strings.Join(bodies, "\n")
	body += f.helperSource(usedNames(body))
	used := usedNames(body)
	f.keepImports(used)
	text, err := format.Source([]byte(s.header.head() + "package " + name + "\n\n" + f.importLines() + "\n" + body))
	if err != nil {
		return fmt.Errorf("testgen: %w", err)
	}
	s.Files = []File{{Name: TestFile, Data: text}}
	if s.external {
		if src := f.bridge.source(s.header.head(), used); src != "" {
			data, err := format.Source([]byte(src))
			if err != nil {
				return fmt.Errorf("testgen: %w", err)
			}
			s.Files = append(s.Files, File{Name: BridgeFile, Data: data})
		}
	}
	return s.index(text)
}

// usedNames returns all identifiers in a body.
func usedNames(body string) map[string]bool {
	used := map[string]bool{}
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, parser.SkipObjectResolution)
	if err != nil {
		panic("testgen: BUG: " + err.Error())
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	return used
}

func (f *file) keepImports(used map[string]bool) {
	for path, name := range f.imports {
		if !used[name] {
			delete(f.imports, path)
		}
	}
}

// index finds the lines of the assertions, which stand in the text in the
// order in which they were printed.
func (s *Suite) index(text []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, TestFile, text, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("testgen: %w", err)
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !slices.Contains(s.Tests, fn.Name.Name) {
			continue
		}
		s.spans = append(s.spans, span{fn.Name.Name, fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line})
		left := s.slots[fn.Name.Name]
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Errorf" || sel.Sel.Name == "Fatalf") && len(left) > 0 {
				s.lines[fset.Position(call.Pos()).Line] = slotLine{fn.Name.Name, left[0]}
				left = left[1:]
			}
			return true
		})
		if len(left) > 0 {
			panic("testgen: BUG: " + fn.Name.Name + " lacks assertions")
		}
	}
	return nil
}
