package testgen

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	goversion "go/version"
	"nearmiss/internal/report"
	"os/exec"
	"slices"
	"strings"

	"nearmiss/internal/fault"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/oracle"
)

// Suite is the emitted tests of one package: their text, and the case of each subtest.
type Suite struct {
	Pkg     *load.Package
	Files   []File
	Funcs   []Func // with the cases that were written, named, in the order of the tables
	Dropped []Dropped
	Tests   []string // names of the test functions, parallel to Funcs
	Spared  int      // checks of cases that are not written, because others notice as much (Case.Spared)

	prepared *Prepared
	bridge   []byte            // the bridge that exports every name that any suite of the package needs
	verdicts []*oracle.Verdict // parallel to Funcs
	lines    map[line]Place
}

// underTesting reports whether package testing depends on pkg.
func underTesting(pkg *load.Package, h Header) (bool, error) {
	if !pkg.Std {
		return false, nil
	}
	cmd := exec.Command("go", "list", "-deps", "testing")
	cmd.Dir, cmd.Env = h.Dir, h.Env
	cmd.SysProcAttr = native.GroupAttr() // keep Ctrl-C away from the child process
	out, err := cmd.Output()
	if err != nil {
		return false, fmt.Errorf("%s: the emitted tests cannot be run: go list -deps testing: %s", pkg.ImportPath, commandError(err))
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

// newSuite returns an empty suite, the file for its tests, and the package variables that calls
// may change. The file is WorstFile if worst is set.
func (p *Prepared) newSuite(worst bool) (*Suite, *file, *varWrites) {
	s := &Suite{Pkg: p.pkg, prepared: p, lines: map[line]Place{}}
	sc := newScope(p.pkg, worst)
	for name := range p.takenNames {
		sc.declareInTest(name)
	}
	f := newFile(p.pkg, sc, p.external)
	f.brokenDecls, f.sentinels, f.env = p.brokenDecls, p.errors, p.env
	if p.external {
		p.bridge.exportFor(f)
	}
	return s, f, p.writes()
}

// Emit returns a suite with one table-driven test for the cases of each function that panic, and
// one for its other cases, unless it would assert nothing. Rows are in the order of the cases. funcs are
// functions of the package that p was prepared for.
//
// The tests are in-package, except for packages that package testing depends on: an in-package
// test of such a package would be an import cycle. Its tests are external, and a second file
// in the package, BridgeFile, exports the unexported names that they need.
func (p *Prepared) Emit(funcs []Func) (*Suite, error) {
	s, f, w := p.newSuite(false)
	var bodies, panics []*piece
	for _, fn := range clone(panicsFirst(funcs)) {
		if len(fn.Cases) == 0 {
			continue
		}
		text, err := s.addFunc(f, w, &fn)
		if err != nil {
			why := Dropped{Func: fn.Sig.Name, IDs: ids(fn.Cases...), Reason: err.Error(), Cause: Unbuilt}
			if errors.As(err, new(silentError)) {
				why.Cause = Silent
			}
			s.Dropped = append(s.Dropped, why)
			continue
		}
		if fn.Panics() {
			panics = append(panics, text)
		} else {
			bodies = append(bodies, text)
		}
	}
	if len(bodies)+len(panics) == 0 {
		return s, nil
	}
	return s, s.formatFiles(f, bodies, panics)
}

func ids(cases ...Case) (list []int) {
	for i := range cases {
		list = append(list, cases[i].ID)
	}
	return list
}

// addFunc adds one test function. A panic of testgen becomes an error of this function only,
// so that the other functions keep their tests.
func (s *Suite) addFunc(f *file, w *varWrites, fn *Func) (test *piece, err error) {
	err = fault.Catch(func() (err error) {
		test, err = s.testOf(f, w, fn)
		return err
	})
	var p *fault.Fault
	if errors.As(err, &p) {
		return nil, missingTestError(fmt.Sprintf("%v in %s", p.Value, p.At))
	}
	return test, err
}

// testOf plans and prints one test function, and adds it to the suite.
func (s *Suite) testOf(f *file, w *varWrites, fn *Func) (test *piece, err error) {
	if name := fn.Obj.Name(); name == "_" || name == "init" && fn.Obj.Signature().Recv() == nil {
		return nil, fmt.Errorf("%s cannot be called", name)
	}
	p, text, err := s.addPlan(f, w, fn)
	if err != nil {
		return nil, err
	}
	if test, err = f.marks.newPiece(text, Place{Func: len(s.Funcs), Case: -1}); err != nil {
		return nil, err
	}
	p.verdict.Forget()
	s.verdicts = append(s.verdicts, p.verdict)
	s.Dropped = append(s.Dropped, p.dropped...)
	s.Funcs = append(s.Funcs, Func{Obj: fn.Obj, Type: fn.Type, Sig: fn.Sig, Silent: fn.Silent, Cases: p.cases, Restores: len(p.globals)+len(p.settings) > 0})
	s.Tests = append(s.Tests, p.name)
	s.Spared += p.spared
	return test, nil
}

// addPlan plans and prints one test function.
func (s *Suite) addPlan(f *file, w *varWrites, fn *Func) (p *plan, text string, err error) {
	p = newPlan(f, fn)
	p.writes = w
	err = f.try(func() {
		if err := p.build(); err != nil {
			p.fail(err)
			return
		}
		if err := p.silence(); err != nil {
			p.fail(err)
			return
		}
		p.remarkSites()
		nameCases(p)
		for _, x := range p.found { // now that the cases have names
			p.dropped = append(p.dropped, Dropped{Func: p.fn.Sig.Name, Case: p.cases[x.Case].Name, Reason: fmt.Sprintf("%s not asserted: %s", x.ID, x.Why), Weaker: true})
		}
		p.name = f.scope.claim(s.testName(fn))
		text = p.source()
	})
	return p, text, err
}

// testName returns TestClassifyBranches or TestClassifyPanics. It adds the type arguments for
// a second instance, as in TestMax_stringBranches, and _result for calls on the result of a
// function, as in TestMax_resultBranches.
func (s *Suite) testName(fn *Func) string {
	stem, kind := TestStem(fn.Obj), "Branches"
	if fn.Panics() {
		kind = "Panics"
	}
	if fn.Sig.IsScenario() {
		return ScenarioTest(fn.Sig.Name)
	}
	if fn.Sig.Calls != nil {
		return stem + "_result" + kind
	}
	if args := fn.typeArgs(); args != "" && slices.Contains(s.Tests, stem+kind) {
		stem += "_" + strings.Map(identOnly, strings.NewReplacer(", ", "_", ".", "_").Replace(args))
	}
	return stem + kind
}

// ScenarioTest returns the name of the test of a type.
func ScenarioTest(typ string) string { return "Test" + typ + "Steps" }

// TestStem returns the name of the test of a function up to Branches or Panics: TestClassify, Test_lower, TestBuffer_ReadByte or Test_listNode_len: go vet
// wants an underscore or an upper-case letter after Test.
func TestStem(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		typ, _, _ := strings.Cut(recv.Type().String(), "[")
		typ = typ[strings.LastIndexAny(typ, "./*")+1:]
		name = strings.Map(identOnly, typ) + "_" + name
	}
	if !ast.IsExported(name) {
		name = "_" + name
	}
	return "Test" + name
}

func identOnly(r rune) rune {
	if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f {
		return r
	}
	return -1
}

// headText returns the comment at the top of a file.
func (h Header) headText(name string) string {
	first := written
	if name == WorstFile || name == FuzzFile {
		first = generated
	}
	return fmt.Sprintf("%s\n//\n// Seed %d: %s\n\n", first, h.Seed, report.PrintableLine(strings.Join(strings.Fields(h.Command), " ")))
}

// formatFiles prints the files and records what is on which line. Tests that need code with build
// constraints stand in a file of their own, unless all do. What they share with other tests is
// declared in TestFile, because it is the only file that is never missing.
func (s *Suite) formatFiles(f *file, bodies, panics []*piece) error {
	shared := map[string]bool{}
	tests, bound := s.bind(f, bodies, shared)
	panicking, boundPanics := s.bind(f, panics, shared)
	bound = slices.Concat(bound, boundPanics)
	used := map[string]bool{}
	if f.constraints.bound {
		all := allBounds(bound)
		for _, t := range bound {
			t.bounds = all
		}
		tests, panicking, bound = bound[:len(bound)-len(boundPanics)], bound[len(bound)-len(boundPanics):], nil
	}
	if len(bound) == 0 {
		clear(shared)
	}
	if err := s.file(f, TestFile, "", tests, shared, used); err != nil {
		return err
	}
	if err := s.file(f, PanicFile, panicHead, panicking, nil, used); err != nil {
		return err
	}
	if err := s.file(f, BuildFile, buildHead, bound, nil, used); err != nil {
		return err
	}
	return s.addBridge(f, used)
}

// missingLanguage returns the language version that a file needs, "" if the module's version is high
// enough.
func (f *file) missingLanguage(needs string) string {
	if m := f.pkg.Module; m == nil || goversion.Compare("go"+cmp.Or(m.GoVersion, "1.16"), needs) >= 0 {
		return ""
	}
	return needs
}

// addBridge adds the bridge with the names in used, and keeps for the checks the bridge that
// exports every name.
func (s *Suite) addBridge(f *file, used map[string]bool) error {
	if !f.external {
		return nil
	}
	var err error
	if s.bridge, err = f.bridge.source(generated+"\n\n", nil, func(from int, p *piece) { s.index(BridgeFile, from, p) }); err != nil {
		return err
	}
	data, err := f.bridge.source(s.prepared.header.headText(BridgeFile), used, nil)
	if len(data) > 0 {
		s.Files = append(s.Files, File{Name: BridgeFile, Data: data})
	}
	return err
}

// head returns the head of a file, with the imports that its declarations use. A field or a local
// variable with the name of a package does not count as a use of the package.
func (f *file) head(comment string, pieces []*piece) string {
	used := map[string]bool{}
	for _, p := range pieces {
		for _, name := range f.mentions(p.text).free {
			used[name] = true
		}
	}
	name := f.pkg.Name
	if f.external {
		name += "_test"
	}
	head := comment + "package " + name + "\n\n"
	if imports := f.importLines(used); imports != "" {
		head += imports + "\n"
	}
	return head
}
