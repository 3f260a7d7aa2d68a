package harness

import (
	"errors"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/load"
)

// checked is a package with all that its generated files may import, and the type checker
// in place of the compiler.
type checked struct {
	*Coder
	probe *types.Package
	all   map[string]*types.Package
}

func loadChecked(t *testing.T, source string, more ...string) *checked {
	t.Helper()
	return checkedPackages(t, map[string]string{"m": source}, more...)["m"]
}

// checkedPackages loads packages of the module m, by their import paths, with others.
func checkedPackages(t *testing.T, sources map[string]string, more ...string) map[string]*checked {
	t.Helper()
	root := t.TempDir()
	for path, source := range sources {
		dir := filepath.Join(root, strings.TrimPrefix(path, "m"))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "m.go"), []byte(source))
	}
	write(t, filepath.Join(root, "go.mod"), []byte("module m\n\ngo 1.26\n"))
	pkgs, err := load.Load(t.Context(), root, load.Options{}, append(more, "./...")...)
	if err != nil {
		t.Fatal(err)
	}
	probe, err := load.Load(t.Context(), "../probe", load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	all, beside := map[string]*checked{}, beside(pkgs)
	for _, p := range pkgs {
		if sources[p.ImportPath] != "" {
			all[p.ImportPath] = &checked{New(p), probe[0].Types, beside}
		}
	}
	return all
}

// faults are where a generated file does not compile, and why.
func (c *checked) faults(t *testing.T, text []byte) (at []token.Position, why []string) {
	t.Helper()
	file, err := parser.ParseFile(c.pkg.Fset, FileName, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: mixedImporter{c.pkg, c.probe, c.all}, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			at, why = append(at, e.Fset.Position(e.Pos)), append(why, e.Msg)
		}
	}}
	_, _ = conf.Check(c.pkg.ImportPath, c.pkg.Fset, append(slices.Clone(c.pkg.Files), file), nil)
	return at, why
}

// mended generates the file for the functions until it compiles, and returns what was
// left out.
func (c *checked) mended(t *testing.T, fns []*Fn) (left []string) {
	t.Helper()
	for range 5 {
		text := c.Generate(fns, File{Probe: probePath})
		at, why := c.faults(t, text)
		if len(at) == 0 {
			return left
		}
		list := c.LeaveOut(fns, text, at)
		if len(list) == 0 {
			return append(left, "nothing: "+why[0])
		}
		for _, l := range list {
			switch {
			case l.Fn != nil:
				left = append(left, l.Fn.Sig.Name)
				fns = slices.DeleteFunc(slices.Clone(fns), func(f *Fn) bool { return f == l.Fn })
			case l.Dynamic:
				left = append(left, l.Of+" is "+l.Case)
			default:
				left = append(left, l.Of+" by "+l.Case)
			}
		}
	}
	t.Fatal("it never compiles")
	return nil
}

// undeclared returns a type that its package does not declare.
func undeclared(pkg *types.Package, name string) types.Type {
	return types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.Typ[types.Int], nil)
}

// TestLeaveOut: a fault costs the way to make a value, the type that is looked for, or the
// call that it is in, and else the functions that cannot do without.
func TestLeaveOut(t *testing.T) {
	const source = `package m

type Shape interface{ Area() int }

type Square struct{ side int }

func NewSquare(side int) *Square { return &Square{side} }

func (s *Square) Area() int  { return s.side * s.side }
func (s *Square) Add(n int)  { s.side += n }
func (s *Square) Put(n int)  { s.side = n }
func (s *Square) String() string { return "square" }

func Area(s Shape, n int) int { return s.Area() + n }

func Side(s *Square) int { return s.side }

func Twice(n int) int { return 2 * n }

func Each[T int | string](list []T) int { return len(list) }
`
	choice := func(t *testing.T, fn *Fn, name string) *input.Alt {
		alts := fn.Sig.Input(0).Type.Alts
		i := slices.IndexFunc(alts, func(a input.Alt) bool { return a.Name == name })
		if i < 0 {
			t.Fatalf("no %s among %+v", name, alts)
		}
		return &alts[i]
	}
	for _, x := range []struct {
		name   string
		poison func(t *testing.T, area, side, twice *Fn)
		want   string
	}{
		{"nothing", func(t *testing.T, area, side, twice *Fn) {}, ""},
		{"a way", func(t *testing.T, area, side, twice *Fn) {
			choice(t, area, "stub").Make = code.Source("(*Square)(7)")
		}, "Shape by stub"},
		{"the first way", func(t *testing.T, area, side, twice *Fn) {
			choice(t, area, "nil").Make = code.Source("nothing")
		}, "Area"},
		{"a declaration, which the outcome names too", func(t *testing.T, area, side, twice *Fn) {
			a := choice(t, area, "stub")
			decl := code.NewDecl(a.Decl.Label, code.Source(strings.NewReplacer("Area() int", "Area() nothing", "$T", "madeStub").Replace(a.Decl.Key)))
			for _, list := range [][]input.Alt{area.Sig.Input(0).Type.Alts, area.Sig.After[0].Type.Alts} {
				for i := range list {
					if list[i].Decl != nil {
						list[i].Decl = decl
					}
				}
			}
		}, "Shape by stub, Shape is stub"},
		{"a type that is looked for", func(t *testing.T, area, side, twice *Fn) {
			list := area.Sig.After[0].Type.Alts
			i := slices.IndexFunc(list, func(a input.Alt) bool { return a.Decl == nil })
			own := *list[i].Fields[0].Type
			own.Origin = undeclared(area.Obj.Pkg(), "Triangle")
			list[i].Name, list[i].Fields = "Triangle", []input.Field{{Name: "value", Type: &own}}
		}, "Shape is Triangle"},
		{"a call on what was made", func(t *testing.T, area, side, twice *Fn) {
			steps := choice(t, side, "NewSquare").Steps.Elem.Alts
			steps[1].Make = code.Call(code.Select(code.New(code.Receiver), "Subtract"), code.Arg(0))
		}, "*Square by Put"},
		{"the first of these calls", func(t *testing.T, area, side, twice *Fn) {
			steps := choice(t, side, "NewSquare").Steps.Elem.Alts
			steps[0].Make = code.Call(code.Select(code.New(code.Receiver), "Subtract"), code.Arg(0))
		}, "*Square by NewSquare, *Square by zero, *Square by zero, Shape by *Square"},
		{"a call", func(t *testing.T, area, side, twice *Fn) {
			twice.Sig.Results = append(twice.Sig.Results, twice.Sig.Results[0])
		}, "Twice"},
		{"a parameter", func(t *testing.T, area, side, twice *Fn) {
			n := *twice.Sig.Params[0].Type
			n.Origin = undeclared(twice.Obj.Pkg(), "number")
			twice.Sig.Params[0].Type = &n
		}, "Twice"},
		{"an import", func(t *testing.T, area, side, twice *Fn) {
			choice(t, area, "stub").Make = code.Call(code.Name("m/nowhere", "Shape"))
			n := *twice.Sig.Params[0].Type
			n.Origin = undeclared(types.NewPackage("m/other", "other"), "Int")
			twice.Sig.Params[0].Type = &n
		}, "Shape by stub, Twice"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := loadChecked(t, source)
			fns := signAll(c.Coder, map[string]int{}, Options{})
			x.poison(t, fns[index(t, fns, "Area")], fns[index(t, fns, "Side")], fns[index(t, fns, "Twice")])
			left := c.mended(t, fns)
			slices.Sort(left)
			want := strings.Split(x.want, ", ")
			slices.Sort(want)
			if got := strings.Join(left, ", "); got != strings.Join(want, ", ") {
				t.Errorf("left out: %s\nwant %s", got, x.want)
			}
		})
	}
}

// TestLeaveOutNothing: where every run needs what is at fault, nothing is changed.
func TestLeaveOutNothing(t *testing.T) {
	c := loadChecked(t, `package m

type Shape interface{ Area() int }

func Area(s Shape) int { return s.Area() }
`)
	fns := signAll(c.Coder, map[string]int{}, Options{})
	alts := &fns[0].Sig.Params[0].Type.Alts
	(*alts)[1].Make, (*alts)[1].Decl = code.Source("nothing"), nil
	text := c.Generate(fns, File{Probe: "m/elsewhere"})
	before := len(*alts)
	at, _ := c.faults(t, text)
	if list := c.LeaveOut(fns, text, at); len(at) < 2 || list != nil || len(*alts) != before {
		t.Errorf("%d faults, left out %+v, %d of %d ways", len(at), list, len(*alts), before)
	}
}
