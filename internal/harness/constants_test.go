package harness

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
)

// loadSource returns the coder of a package of one file.
func loadSource(t *testing.T, source string) *Coder { return loadVersion(t, "1.26", source) }

// loadVersion is loadSource for a module with a go directive.
func loadVersion(t *testing.T, directive, source string) *Coder {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module m\n\ngo "+directive+"\n"))
	write(t, filepath.Join(dir, "m.go"), []byte(source))
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	return New(pkgs[0])
}

func TestConstants(t *testing.T) {
	c := loadSource(t, `package m

const limit = 3 * 7

type kind uint8

func F(x int, u uint64, f float32, s string, k kind, z complex128) bool {
	switch {
	case x == limit, x < -5, x > 'a', x == 21:
	case u > 1<<63, f >= 2, f*0.5 < 1e-3, k == 200:
	case s == "pre"+"fix", s < "b", z == 2+3i:
	}
	return x == 1<<40
}
`)
	var body ast.Node
	for _, d := range c.pkg.Files[0].Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			body = d.Body
		}
	}
	want := input.Seeds{
		Ints:    []int64{21, -5, 'a', math.MinInt64, 200, 1 << 40},
		Floats:  []float64{2, 0.5, float64(float32(1e-3)), 3},
		Strings: []string{"prefix", "b"},
	}
	if got := Constants(c.pkg.Info, body); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestNames: imports that mean something else in the package, or twice, get
// names of their own, in the file and in the types that tests print.
func TestNames(t *testing.T) {
	c := loadSource(t, `package m

import (
	neturl "net/url"
	tm "time"
	html "html/template"
	"text/template"
)

var url = "taken"

type T struct {
	u neturl.URL
	d tm.Duration
}

func F(x T, u *neturl.URL, d tm.Duration, e template.ExecError, s html.Error) {}
`)
	fns := signAll(c, map[string]int{}, Options{})
	if len(fns) != 1 {
		t.Fatalf("%d functions", len(fns))
	}
	var got []string
	for _, p := range fns[0].Sig.Params {
		got = append(got, p.Type.Go)
	}
	want := []string{"T", "*url2.URL", "time.Duration", "template2.ExecError", "template.Error"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	probe, err := load.Load(context.Background(), "../probe", load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	text := c.Generate(fns, File{Probe: probePath})
	others, err := load.Load(context.Background(), ".", load.Options{}, "errors", "io", "strings", "bytes")
	if err != nil {
		t.Fatal(err)
	}
	if err := check(c.pkg, text, probe[0].Types, beside(append(others, c.pkg))); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	for _, q := range []struct{ path, name string }{{"m", ""}, {"net/url", "url2"}, {"math", "math"}, {"strings", "strings"}} {
		if name, ok := c.qualify(q.path); name != q.name || !ok {
			t.Errorf("%s is called %q, %v", q.path, name, ok)
		}
	}
}

// TestBelowImports: what an import's constructor takes may be of a package that the
// import alone imports.
func TestBelowImports(t *testing.T) {
	c := loadSource(t, `package m

import "net/http"

func F(r *http.Request) bool { return r.Method == "GET" }
`)
	reasons := map[string]int{}
	fns := signAll(c, reasons, Options{})
	if len(fns) != 1 {
		t.Fatal(reasons)
	}
	if have := broughtBy(c, fns[0]); !slices.Contains(have, "NewRequest") {
		t.Errorf("a request is made by %q", have)
	}
	text := c.Generate(fns, File{Probe: probePath})
	file, err := parser.ParseFile(token.NewFileSet(), FileName, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"F"}
	for _, im := range file.Imports {
		names = append(names, im.Name.Name)
	}
	for _, id := range file.Unresolved {
		if types.Universe.Lookup(id.Name) == nil && !slices.Contains(names, id.Name) {
			t.Errorf("%s is not imported", id.Name)
		}
	}
}

// TestQualifyStandard: a package that math stands on cannot import math.
func TestQualifyStandard(t *testing.T) {
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, "math/bits", "math", "strconv")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, p := range pkgs {
		_, got[p.ImportPath] = New(p).qualify("math")
	}
	if want := map[string]bool{"math/bits": false, "math": true, "strconv": true}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestFoundations compares the table with what the go command says.
func TestFoundations(t *testing.T) {
	for at, want := range foundations {
		out, err := exec.Command("go", "list", "-deps", at).Output()
		if err != nil {
			t.Fatal(err)
		}
		for dep := range strings.Lines(string(out)) {
			dep = strings.TrimSpace(dep)
			if dep != at && !strings.Contains("/"+dep+"/", "/internal/") && !strings.HasPrefix(dep, "runtime/") && !slices.Contains(want, dep) {
				t.Errorf("%s imports %s", at, dep)
			}
		}
	}
}

// TestPredeclared: a package that gives len another meaning is refused.
func TestPredeclared(t *testing.T) {
	c := loadSource(t, "package m\n\nfunc len() int { return 0 }\n\nfunc F(x int) int { return x + len() }\n")
	reasons := map[string]int{}
	if fns := signAll(c, reasons, Options{}); len(fns) > 0 || reasons["the package redefines len, which the code around the call needs"] != 2 {
		t.Errorf("%d functions, %v", len(fns), reasons)
	}
}

// TestNoState: a package without variables that change has nothing to put
// back, and the harness sees that.
func TestNoState(t *testing.T) {
	c := loadSource(t, "package m\n\nvar table = []int{1, 2}\n\nfunc init() { table[0] = 7 }\n\nfunc F(x int) int { return table[x] }\n")
	text := c.Generate(signAll(c, map[string]int{}, Options{}), File{Probe: probePath})
	if want := "var (\n\tZzNearmissSave    func()\n\tZzNearmissRestore func(bool)\n)\n"; !strings.Contains(string(text), want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// TestDeclared describes types of which their packages declare constants: those of other
// packages too, each value once, and nothing for a type that has no name of its own.
func TestDeclared(t *testing.T) {
	c := loadSource(t, `package m

import "time"

type Kind int8

const (
	Low Kind = iota - 1
	None
	High
	Top = High
)

type State string

const (
	On  State = "on"
	Off State = "off"
)

const plain = 7

func F(k Kind, s State, m time.Month, n int) {}
`)
	fn, err := c.Sign(c.pkg.Types.Scope().Lookup("F").(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	months := []uint64{4, 8, 12, 2, 1, 7, 6, 3, 5, 11, 10, 9} // by name
	for i, want := range []struct {
		words []uint64
		texts []string
	}{
		{[]uint64{1, ^uint64(0), 0}, nil},
		{nil, []string{"off", "on"}},
		{months, nil},
		{nil, nil},
	} {
		if got := fn.Sig.Params[i].Type; !slices.Equal(got.Words, want.words) || !slices.Equal(got.Texts, want.texts) {
			t.Errorf("%s: %v %q, want %v %q", got.Go, got.Words, got.Texts, want.words, want.texts)
		}
	}
}

// TestFlags: constants that the code combines bit by bit are flags, those of an enumeration are not.
func TestFlags(t *testing.T) {
	c := loadSource(t, `package m

type Option int

const (
	A Option = 1 << iota
	B
)

type Day int

const (
	Monday Day = iota
	Tuesday
	Wednesday
)

func F(o Option, d Day) bool { return o&B > 0 && d == Tuesday }
`)
	params := signAll(c, map[string]int{}, Options{})[0].Sig.Params
	if !params[0].Type.Flags || params[1].Type.Flags {
		t.Errorf("Option: %v, Day: %v", params[0].Type.Flags, params[1].Type.Flags)
	}
}
