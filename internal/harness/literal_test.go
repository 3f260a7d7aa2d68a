package harness

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
)

// TestLiteralsCompile prints inputs as calls, compiles them into functions
// without parameters, and compares what these return with the inputs.
func TestLiteralsCompile(t *testing.T) {
	_, fns, _ := loadSubject(t, Options{})
	type echo struct {
		fn  *Fn
		vec input.Vector
	}
	echoes := map[string]echo{}
	var body strings.Builder
	imports := map[input.Import]bool{}
	for i, fn := range fns {
		if !strings.HasPrefix(fn.Sig.Name, "Same") || unechoed[fn.Sig.Name] || len(fn.Notes) > 0 || made(fn.Sig) {
			continue
		}
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		s := input.NewSpace(fn.Sig, input.Limits{Len: 40, Words: 120})
		for j := range 16 {
			vec := s.Random(nil, rng)
			var p input.Printer
			src, ok := p.Call(fn.Sig, vec)
			if !ok {
				t.Fatalf("%s(%x) cannot be printed", fn.Sig.Name, vec)
			}
			for _, imp := range p.Imports {
				imports[imp] = true
			}
			name := fmt.Sprintf("literal%d_%d", i, j)
			var results []string
			for _, r := range fn.Sig.Results {
				results = append(results, r.Type.Go)
				for _, imp := range r.Type.Imports {
					imports[imp] = true
				}
			}
			fmt.Fprintf(&body, "func %s() (%s) { return %s }\n\n", name, strings.Join(results, ", "), src)
			echoes[name] = echo{fn, vec}
		}
	}
	head := "package subject\n\n"
	for _, imp := range slices.SortedFunc(maps.Keys(imports), func(a, b input.Import) int { return strings.Compare(a.Path, b.Path) }) {
		head += fmt.Sprintf("import %s %q\n", imp.Name, imp.Path)
	}

	dir := t.TempDir()
	copyFiles(t, "testdata/subject", dir, ".go", ".mod")
	copyFiles(t, "../probe", filepath.Join(dir, "probe"), ".go")
	write(t, filepath.Join(dir, "literals.go"), []byte(head+"\n"+body.String()))
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	c := New(pkgs[0])
	var literals []*Fn
	var calls []call
	for _, obj := range declared(c.pkg) {
		if _, ok := echoes[obj.Name()]; !ok {
			continue
		}
		fn, err := c.Sign(obj, Options{})
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call{entry: len(literals)})
		literals = append(literals, fn)
	}
	exe := programIn(t, dir, c, literals)
	for i, got := range run(t, exe, calls) {
		e := echoes[literals[i].Sig.Name]
		if !slices.Equal(got, e.vec) {
			t.Errorf("%s: the literal is %x, the input %x", e.fn.Sig.Name, got, e.vec)
		}
	}
	if len(calls) < 200 {
		t.Errorf("only %d calls", len(calls))
	}
}

// programIn writes the generated file and the driver into dir, which holds
// the rest, and builds it.
func programIn(t *testing.T, dir string, c *Coder, fns []*Fn) string {
	t.Helper()
	text, err := c.Generate(fns, File{Probe: "subject/probe"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, FileName), text)
	driver, err := os.ReadFile("testdata/subject/driver.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "driver", "main.go"), driver)
	exe := filepath.Join(dir, "driver.exe")
	cmd := exec.Command("go", "build", "-o", exe, "./driver")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	return exe
}
