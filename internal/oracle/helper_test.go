package oracle

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/value"
)

const source = `package p

type Rec struct {
	N    int
	Text string
	Err  error
	F    func()
	List []Rec
	Next *Rec
	Errs map[string]error
	Pair [2]float64
	Any  any
}

type Plain struct {
	N    int
	List []string
}

var (
	rec     Rec
	list    []Rec
	plain   Plain
	plains  []Plain
	numbers []int
	number  int
	err     error
	m       map[string]Rec
	f       func()
	held    any
	helds   []any
)
`

// shapes returns the types of the variables in source.
func shapes(t *testing.T) map[string]*input.Type {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	known, list := map[types.Type]*input.Type{}, map[string]*input.Type{}
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok {
			list[name] = shapeOf(v.Type(), known)
		}
	}
	return list
}

// shapeOf returns the outcome type of a type, as package harness does.
func shapeOf(t types.Type, known map[types.Type]*input.Type) *input.Type {
	if have := known[t]; have != nil {
		return have
	}
	out := &input.Type{Go: t.String(), Origin: t}
	if _, named := t.(*types.Named); named {
		known[t] = out
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			out.Kind = input.String
		case u.Info()&types.IsFloat != 0:
			out.Kind, out.Bits = input.Float, 64
		default:
			out.Kind, out.Bits = input.Int, 64
		}
	case *types.Slice:
		out.Kind, out.Elem = input.Slice, shapeOf(u.Elem(), known)
	case *types.Array:
		out.Kind, out.Len, out.Elem = input.Array, int(u.Len()), shapeOf(u.Elem(), known)
	case *types.Pointer:
		out.Kind, out.Elem = input.Pointer, shapeOf(u.Elem(), known)
	case *types.Map:
		out.Kind, out.Key, out.Elem = input.Map, shapeOf(u.Key(), known), shapeOf(u.Elem(), known)
	case *types.Interface:
		if out.Kind = input.Error; u.NumMethods() == 0 {
			known[t] = out
			out.Kind = input.Dynamic
			for _, held := range []types.Type{types.Typ[types.Int], types.NewSlice(t), types.Universe.Lookup("error").Type()} {
				out.Alts = append(out.Alts, input.Alt{Name: held.String(), Make: code.Arg(0), Fields: []input.Field{{Name: "value", Type: shapeOf(held, known)}}})
			}
		}
	case *types.Signature:
		out.Kind = input.Opaque
	case *types.Struct:
		out.Kind = input.Struct
		for f := range u.Fields() {
			out.Fields = append(out.Fields, input.Field{Name: f.Name(), Type: shapeOf(f.Type(), known)})
		}
	}
	return out
}

// random draws a value of a type.
func random(t *input.Type, rng *rand.Rand, depth int) *value.Value {
	v := &value.Value{Type: t, GoType: value.GoTypeOf(t)}
	n := rng.IntN(3)
	if depth > 3 {
		n = 0
	}
	switch t.Kind {
	case input.Int:
		v.Word = uint64(rng.IntN(2))
	case input.Float:
		v.Word = []uint64{0, math.Float64bits(math.NaN())}[rng.IntN(2)]
	case input.Dynamic:
		if v.IsNil = n == 0; !v.IsNil {
			v.Word = uint64(rng.IntN(len(t.Alts)))
			kid := random(t.Alts[v.Word].Fields[0].Type, rng, depth+1)
			if kid.Type.Kind == input.Error && kid.IsNil { // an interface in an interface is not nil
				kid.IsNil, kid.Text = false, "e"
			}
			v.Kids, v.Names = []*value.Value{kid}, []string{"value"}
		}
	case input.String:
		v.Text = strings.Repeat("a", rng.IntN(2))
	case input.Error:
		if v.IsNil = rng.IntN(3) == 0; !v.IsNil {
			v.Text = strings.Repeat("e", 1+rng.IntN(2))
		}
	case input.Opaque:
		v.IsNil = rng.IntN(2) == 0
	case input.Slice, input.Map, input.Pointer:
		if v.IsNil = n == 0; v.IsNil {
			return v
		}
		if n--; t.Kind == input.Pointer {
			n = 1
		}
		for i := range n {
			if t.Kind == input.Map {
				v.Keys = append(v.Keys, &value.Value{Type: t.Key, GoType: value.GoTypeOf(t.Key), Text: fmt.Sprint(i)})
			}
			v.Kids = append(v.Kids, random(t.Elem, rng, depth+1))
		}
	case input.Array:
		for range t.Len {
			v.Kids = append(v.Kids, random(t.Elem, rng, depth))
		}
	case input.Struct:
		for _, f := range t.Fields {
			v.Kids, v.Names = append(v.Kids, random(f.Type, rng, depth)), append(v.Names, f.Name)
		}
	}
	return v
}

// render prints the form of a value, as a naive printer would.
func render(f *Form, v *value.Value) string {
	if v.IsNil && f.Kind != NotNil && f.Kind != Length {
		return "nil"
	}
	var parts []string
	switch f.Kind {
	case NotNil:
		return fmt.Sprint(!v.IsNil)
	case Length:
		return fmt.Sprint(len(v.Kids))
	case ErrorMsg:
		return v.Text
	case Held:
		inner := f.Held[int(v.Word)]
		if inner == nil {
			return fmt.Sprint(v.Word)
		}
		return fmt.Sprint(v.Word, render(inner, v.Kids[0]))
	case View:
		for _, field := range f.Fields {
			parts = append(parts, field.Name+":"+render(field.Form, v.Kids[field.Index]))
		}
	case List, Table, Target:
		for i, k := range v.Kids {
			if f.Kind == Table {
				parts = append(parts, v.Keys[i].Text)
			}
			parts = append(parts, render(f.Elem, k))
		}
	default:
		return whole(v)
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// whole prints all that is known of a value.
func whole(v *value.Value) string {
	text := fmt.Sprint(v.Word, v.IsNil, v.Text)
	for _, k := range slices.Concat(v.Keys, v.Kids) {
		text += "(" + whole(k) + ")"
	}
	return text
}

// facts knows the file of a test of package p, in which everything can be named.
func facts() Facts {
	env := &Environment{Now: 1e9, usesPlatform: func() bool { return true }}
	return Facts{
		Environment: env,
		Literal: func(v *value.Value) (int, error) {
			if v.AnyPart((*value.Value).IsUnwritable) {
				return 0, errors.New("no literal")
			}
			return len(whole(v)), nil
		},
		Nameable:   func(types.Type) error { return nil },
		Hides:      func(string) bool { return false },
		Sentinel:   func(int) *types.Var { return nil },
		MayChange:  func(types.Type) bool { return true },
		Restore:    func(after, before *value.Value) {},
		ReadsClock: func([]*value.Value) bool { return false },
	}
}

// subject returns a function with one result, by case the values of its runs.
func subject(t *input.Type, cases ...[]*value.Value) *Subject {
	o := &Observed{Name: "result", Type: t, GoType: value.GoTypeOf(t)}
	s := &Subject{Results: []*Observed{o}, Facts: facts()}
	for _, runs := range cases {
		o.Values, o.Others = append(o.Values, runs[0]), append(o.Others, runs[1:])
		s.Inputs, s.Ends, s.Silenced = append(s.Inputs, nil), append(s.Ends, End{}), append(s.Silenced, nil)
	}
	return s
}

// fields returns the names of the fields of a view with the kinds of their forms.
func fields(f *Form) map[string]FormKind {
	list := map[string]FormKind{}
	for _, x := range f.Fields {
		list[x.Name] = x.Form.Kind
	}
	return list
}

func sortedReasons(v *Verdict) []string {
	list := map[string]bool{}
	for _, s := range v.Silences {
		list[fmt.Sprintf("%d %s: %s: %s", s.Case, s.Manner, s.Name, s.Why)] = true
	}
	return slices.Sorted(maps.Keys(list))
}
