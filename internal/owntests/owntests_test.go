package owntests_test

import (
	"context"
	"go/types"
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/owntests"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testdir"
)

// loaded returns a package of a pattern, its signatures by name, and its own tests.
func loaded(t *testing.T, dir, pattern string, corpus map[string][]string) (*load.Package, map[string]*harness.Fn, *owntests.Tests) {
	t.Helper()
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	pkg, fns := pkgs[0], map[string]*harness.Fn{}
	coder := harness.New(pkg)
	for _, d := range pkg.FuncDecls() {
		if fn, ok := pkg.Info.Defs[d.Name].(*types.Func); ok && d.Name.Name != "init" {
			if signed, err := coder.Sign(fn, harness.Options{}); err == nil {
				fns[syntax.FuncName(fn)] = signed
			}
		}
	}
	return pkg, fns, owntests.Read(pkg, testcheck.OwnTests(pkg.Dir, nil), corpus)
}

const source = `
-- go.mod --
module example.test/p

go 1.26
-- p.go --
package p

import "strings"

type Opt struct {
	Name string
	n    int
}

func F(s string, n int) bool               { return len(s) > n }
func B(b []byte, r []rune, f float32, u uint8, ok bool) {}
func M(m map[string]int, a [2]int, o Opt, p *Opt, xs []Opt) {}
func V(n int, more ...string)              {}
func R(r *strings.Reader, v any, err error) {}

type T struct{ k int }

func New(k int) (*T, error) { return &T{k}, nil }

func (t *T) Add(n int) int { return t.k + n }
`

// seq returns the words of strings and numbers, one after the other.
func seq(parts ...any) (v input.Vector) {
	for _, p := range parts {
		switch p := p.(type) {
		case rune:
			v = append(v, uint64(p))
		case int:
			v = append(v, uint64(p))
		case string:
			v = append(v, uint64(len(p)))
			for i := range len(p) {
				v = append(v, uint64(p[i]))
			}
		}
	}
	return v
}

func TestVectors(t *testing.T) {
	const half = 0x3FE0000000000000 // 0.5
	for name, tt := range map[string]struct {
		test string
		fn   string
		want []input.Vector
	}{
		"literals":     {`func TestX(t *testing.T) { F("ab", 2); F("a"+"b", 1+1); _ = !F("", -3) }`, "F", []input.Vector{seq("ab", 2), seq("", -3)}},
		"names":        {"const c = 4\nvar g = \"gg\"\nfunc TestX(t *testing.T) { s := g; n := c; F(s, n) }", "F", []input.Vector{seq("gg", 4)}},
		"example":      {`func ExampleF() { F("e", 1) }`, "F", []input.Vector{seq("e", 1)}},
		"unknown":      {`func TestX(t *testing.T) { F(t.Name(), 1); F("k", 2) }`, "F", []input.Vector{seq("k", 2)}},
		"table":        {`func TestX(t *testing.T) { for _, tt := range []struct{ in string; n int }{{"x", 1}, {in: "y"}} { tt := tt; t.Run(tt.in, func(t *testing.T) { F(tt.in, tt.n) }) } }`, "F", []input.Vector{seq("x", 1), seq("y", 0)}},
		"global table": {"var all = []*struct{ o Opt }{{o: Opt{\"n\", 5}}}\nfunc TestX(t *testing.T) { for _, tt := range all { F(tt.o.Name, tt.o.n) } }", "F", []input.Vector{seq("n", 5)}},
		"map":          {`func TestX(t *testing.T) { for in, want := range map[string]int{"one": 1, "two": 2} { F(in, want) } }`, "F", []input.Vector{seq("one", 1), seq("two", 2)}},
		"helper":       {"func check(t *testing.T, s string) { F(s, 9) }\nfunc TestX(t *testing.T) { for _, s := range []string{\"p\", \"q\"} { check(t, s) } }", "F", []input.Vector{seq("p", 9), seq("q", 9)}},
		"fuzz":         {`func FuzzF(f *testing.F) { f.Add("seed", 1); f.Fuzz(func(t *testing.T, s string, n int) { F(s, n) }) }`, "F", []input.Vector{seq("seed", 1), seq("entry", 7)}},
		"lists":        {`func TestX(t *testing.T) { B([]byte("ab"), []rune("é"), 0.5, 'c', true); B([]byte{1}, nil, 0, 0, false) }`, "B", []input.Vector{seq(3, 'a', 'b', 2, 'é', half, 'c', 1), seq(2, 1, 0, 0, 0, 0)}},
		"composites":   {`func TestX(t *testing.T) { M(map[string]int{"k": 3}, [2]int{8, 9}, Opt{n: 1}, &Opt{Name: "z"}, []Opt{{"e", 2}}); M(nil, [2]int{}, Opt{}, nil, nil) }`, "M", []input.Vector{seq(2, "k", 3, 8, 9, "", 1, 1, "z", 0, 2, "e", 2)}},
		"variadic":     {`func TestX(t *testing.T) { V(1); V(2, "a", "b"); V(3, []string{"c"}...) }`, "V", []input.Vector{seq(1, 0), seq(2, 3, "a", "b"), seq(3, 2, "c")}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			files := testdir.Files(source)
			files["p_test.go"] = "package p\n\nimport \"testing\"\n\n" + tt.test + "\n"
			testdir.Write(t, dir, files)
			_, fns, tests := loaded(t, dir, ".", map[string][]string{"FuzzF": {"go test fuzz v1\nstring(\"entry\")\nint(7)\n", "go test fuzz v1\nstring(\n", "x"}})
			fn := fns[tt.fn]
			got := tests.Vectors(fn.Obj, input.NewSpace(fn.Sig, input.Limits{}))
			if tt.fn == "M" { // the literal of an array of another length is not expressed
				got = got[:1]
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestWithin: a receiver that the test does not say how to make, and whose constructor takes another one, ends.
func TestWithin(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod":    "module example.test/p\n\ngo 1.26\n",
		"p.go":      "package p\n\nimport \"io\"\n\ntype Reader struct {\n\tr io.Reader\n\tn int\n}\n\nfunc NewReader(r io.Reader) *Reader { return &Reader{r, 1} }\n\nfunc (r *Reader) Read(p []byte) (int, error) { return r.r.Read(p) }\n\nfunc (r *Reader) Skip(n int) bool { return n > r.n }\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { made(t).Skip(3) }\n\nfunc made(t *testing.T) *Reader { return nil }\n",
	})
	_, fns, tests := loaded(t, dir, ".", nil)
	skip := fns["(*Reader).Skip"]
	got := tests.Vectors(skip.Obj, input.NewSpace(skip.Sig, input.Limits{}))
	if len(got) != 1 || got[0][len(got[0])-1] != 3 {
		t.Errorf("%v", got)
	}
}

// Receivers and interfaces are made by the alternatives of the signature; tests outside of the package see what its
// test files export.
func TestChoices(t *testing.T) {
	dir := t.TempDir()
	files := testdir.Files(source)
	files["export_test.go"] = "package p\n\nconst Exported = 6\n"
	files["x_test.go"] = `package p_test

import (
	"errors"
	"strings"
	"testing"

	"example.test/p"
	"example.test/unknown"
)

func TestX(t *testing.T) {
	x, err := p.New(5)
	unknown.Nil(t, err)
	x.Add(p.Exported)
	p.R(strings.NewReader("r"), "any", errors.New("e"))
}
`
	testdir.Write(t, dir, files)
	_, fns, tests := loaded(t, dir, ".", nil)
	for name, want := range map[string][]string{"(*T).Add": {"New", "6"}, "R": {"NewReader", "string"}} {
		fn := fns[name]
		vs := tests.Vectors(fn.Obj, input.NewSpace(fn.Sig, input.Limits{}))
		if len(vs) != 1 {
			t.Fatalf("%s: %d inputs", name, len(vs))
		}
		var made []string
		for i := range fn.Sig.Inputs() {
			switch typ, part := fn.Sig.Input(i).Type, fn.Sig.Part(vs[0], i); typ.Kind {
			case input.Choice:
				made = append(made, typ.Alts[part[0]].Name)
			case input.Int:
				made = append(made, string(rune('0'+part[0])))
			}
		}
		if !slices.Equal(made[:2], want) {
			t.Errorf("%s is made by %v, want %v", name, made, want)
		}
	}
}

// TestLaws: in packages of the standard library all inputs are canonical and different, twice the same tests give the same,
// and the package stays as it is. Most functions that tests call by name have inputs.
func TestLaws(t *testing.T) {
	for pattern, least := range map[string]int{"path": 7, "strconv": 30, "net/url": 12, "text/template/parse": 1, "container/ring": 0} {
		pkg, fns, tests := loaded(t, t.TempDir(), pattern, nil)
		names := pkg.Types.Scope().Names()
		again := owntests.Read(pkg, testcheck.OwnTests(pkg.Dir, nil), nil)
		n := 0
		for name, fn := range fns {
			space := input.NewSpace(fn.Sig, input.Limits{})
			vs := tests.Vectors(fn.Obj, space)
			for i, v := range vs {
				if !space.Canonical(v) || slices.ContainsFunc(vs[:i], func(w input.Vector) bool { return slices.Equal(v, w) }) {
					t.Errorf("%s, %s: %v", pattern, name, v)
				}
			}
			if !reflect.DeepEqual(vs, again.Vectors(fn.Obj, space)) || !reflect.DeepEqual(tests.Constants(fn.Obj), again.Constants(fn.Obj)) {
				t.Errorf("%s, %s: not the same twice", pattern, name)
			}
			if len(vs) > 0 {
				n++
			}
		}
		if n < least {
			t.Errorf("%s: %d functions have inputs, want %d", pattern, n, least)
		}
		if !slices.Equal(names, pkg.Types.Scope().Names()) {
			t.Errorf("%s: the scope has changed", pattern)
		}
		for _, name := range names {
			if o := pkg.Types.Scope().Lookup(name); o.Parent() != pkg.Types.Scope() {
				t.Errorf("%s: %s has another scope", pattern, name)
			}
		}
	}
}
