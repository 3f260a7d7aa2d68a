package testgen

import (
	"flag"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

var update = flag.Bool("update", false, "write the goldens anew")

var goldenHeader = Header{Seed: 7, Command: "nearmiss cover -seed 7 -w ."}

// TestGolden compares the emitted file of every signature in testdata, and
// runs them all for real.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no goldens", err)
	}
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.com/golden\n\ngo 1.21\n"}
	archives := map[string]*txtar.Archive{}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		archives[path] = a
		for _, f := range a.Files {
			if f.Name != "cases" && f.Name != "alts" && f.Name != "faults" && f.Name != TestFile && f.Name != PanicFile {
				files[filepath.Join(name, f.Name)] = string(f.Data)
			}
		}
	}
	testdir.Write(t, dir, files)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			pkg := loadOne(t, dir, "./"+name)
			golden(t, path, archives[path], pkg)
		})
	}
	t.Run("386", func(t *testing.T) { compiles386(t, dir) })
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-vet=off", "-shuffle=on", "-count=3", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, out)
		}
	}
}

// compiles386 checks the types of all packages below dir, with their tests, for a processor on which
// an int has 32 bits.
func compiles386(t *testing.T, dir string) {
	conf := &packages.Config{Mode: packages.LoadAllSyntax&^packages.NeedDeps | packages.NeedExportFile | packages.NeedImports | packages.NeedTypes, Dir: dir, Tests: true}
	pkgs, err := packages.Load(conf, "./...")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, p := range pkgs {
		imports := importers{}
		narrow := types.Config{Importer: imports, Sizes: types.SizesFor("gc", "386"), Error: func(err error) { t.Error(err) }}
		for path, q := range p.Imports {
			imports[path] = q.Types
		}
		if imports["math"] != nil {
			imports["math"] = limits(t, &narrow, imports["math"])
		}
		if strings.HasSuffix(p.ID, ".test]") {
			narrow.Check(p.PkgPath, p.Fset, p.Syntax, nil)
			checked++
		}
	}
	if checked == 0 {
		t.Error("no package was checked")
	}
}

// limits returns package math with the constants that a configuration gives.
func limits(t *testing.T, conf *types.Config, math *types.Package) *types.Package {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(build.Default.GOROOT, "src", "math", "const.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := conf.Check("math", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range math.Scope().Names() {
		narrow.Scope().Insert(math.Scope().Lookup(name)) // not in place of a constant
	}
	return narrow
}

type importers map[string]*types.Package

func (i importers) Import(path string) (*types.Package, error) { return i[path], nil }

func golden(t *testing.T, path string, a *txtar.Archive, pkg *load.Package) {
	var cases, alts, want, panics string
	for _, f := range a.Files {
		switch f.Name {
		case "cases":
			cases = string(f.Data)
		case "alts":
			alts = string(f.Data)
		case TestFile:
			want = string(f.Data)
		case PanicFile:
			panics = string(f.Data)
		}
	}
	s, err := emit(pkg, parseChoices(t, pkg, alts).cases(t, pkg, cases), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	checkSequences(t, s)
	var lost strings.Builder
	for _, d := range s.Dropped {
		lost.WriteString("// dropped " + d.Func + " " + d.Case + ": " + d.Reason + "\n")
	}
	if len(s.Files) == 0 {
		t.Fatalf("nothing emitted\n%s", lost.String())
	}
	if _, err := Write(s.Files, pkg.Dir); err != nil {
		t.Fatal(err)
	}
	got, gotPanics := text(s, TestFile)+lost.String(), text(s, PanicFile)
	if got == want && gotPanics == panics {
		return
	}
	if !*update {
		t.Errorf("emitted:\n%s\nwant:\n%s", got+gotPanics, want+panics)
		return
	}
	files := a.Files[:0]
	for _, f := range a.Files {
		if f.Name != TestFile && f.Name != PanicFile {
			files = append(files, f)
		}
	}
	a.Files = append(files, txtar.File{Name: TestFile, Data: []byte(got)})
	if gotPanics != "" {
		a.Files = append(a.Files, txtar.File{Name: PanicFile, Data: []byte(gotPanics)})
	}
	if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}
