package subject

import (
	"errors"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/native"
)

const faulty = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

type Shape interface{ Area() int }

func Large(s Shape) bool { return s != nil && s.Area() > 100 }

func Twice(n int) int { return 2 * n }

func Len[T int | string | bool](list []T) int { return len(list) }
`

// faultySet prepares a package after its functions were given faults. Of a generic one
// there are several instances.
func faultySet(t *testing.T, poison func(fns map[string][]*harness.Fn)) *Set {
	t.Helper()
	pkg := unpack(t, faulty, ".")
	c := harness.New(pkg)
	var entries []*harness.Fn
	by := map[string][]*harness.Fn{}
	for _, name := range []string{"Large", "Twice", "Len"} {
		list, err := c.Variants(pkg.Types.Scope().Lookup(name).(*types.Func), harness.Options{})
		if err != nil {
			t.Fatal(err)
		}
		entries, by[name] = append(entries, list...), list
	}
	poison(by)
	s, err := Prepare(t.Context(), pkg, entries, SetOptions{Coder: c})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unknown makes a type of which the compiler knows nothing.
func unknown(t *input.Type) *input.Type {
	u := *t
	m := types.NewPackage("m", "m")
	u.Go, u.Origin = "unknown", types.NewNamed(types.NewTypeName(token.NoPos, m, "unknown", nil), types.Typ[types.Int], nil)
	return &u
}

// TestBuildMost: the worker has what compiles, and what does not is told with the words
// of the compiler.
func TestBuildMost(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	for _, x := range []struct {
		name   string
		poison func(fns map[string][]*harness.Fn)
		want   string // what is left out
		kept   string // the entries
	}{
		{"nothing", func(map[string][]*harness.Fn) {}, "", "Large Twice Len Len Len"},
		{"a way and a function", func(fns map[string][]*harness.Fn) {
			alts := fns["Large"][0].Sig.Params[0].Type.Alts
			alts[len(alts)-1].Make = code.Source("nowhere")
			p := &fns["Twice"][0].Sig.Params[0]
			p.Type = unknown(p.Type)
		}, "Shape: undefined: nowhere; Twice: undefined: unknown", "Large Len Len Len"},
		{"an instance", func(fns map[string][]*harness.Fn) {
			p := &fns["Len"][1].Sig.Params[0]
			p.Type = unknown(p.Type)
		}, "Len: undefined: unknown", "Large Twice Len Len"},
		{"the first instance", func(fns map[string][]*harness.Fn) {
			p := &fns["Len"][0].Sig.Params[0]
			p.Type = unknown(p.Type)
		}, "Len: undefined: unknown", "Large Twice"},
		{"everything", func(fns map[string][]*harness.Fn) {
			for _, name := range []string{"Large", "Twice", "Len"} {
				p := &fns[name][0].Sig.Params[0]
				p.Type = unknown(p.Type)
			}
		}, "Large: undefined: unknown; Twice: undefined: unknown; Len: undefined: unknown", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := faultySet(t, x.poison)
			b, lost, err := s.BuildMost(t.Context(), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			var told, kept []string
			for _, l := range lost {
				of := l.Of
				if l.Fn != nil {
					of = l.Fn.Sig.Name
				}
				told = append(told, of+": "+l.Msg)
			}
			slices.Sort(told)
			want := strings.Split(x.want, "; ")
			slices.Sort(want)
			if strings.Join(told, "; ") != strings.Join(want, "; ") {
				t.Errorf("left out %q, want %q", told, want)
			}
			if b != nil {
				pool, err := native.NewPool(t.Context(), b, s.Options(), 1)
				if err != nil {
					t.Fatal(err)
				}
				defer pool.Close()
				kept = pool.Entries()
			}
			if strings.Join(kept, " ") != x.kept || len(s.Entries) != len(kept) {
				t.Errorf("the worker has %q and the set %d entries, want %q", kept, len(s.Entries), x.kept)
			}
		})
	}
}

// TestBuildMostElsewhere: a fault that is not in the generated file is told as by Build.
func TestBuildMostElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	s := faultySet(t, func(fns map[string][]*harness.Fn) {
		p := &fns["Twice"][0].Sig.Params[0]
		p.Type = unknown(p.Type)
	})
	other := filepath.Join(s.Pkg.Dir, "other.go")
	s.Files[other] = []byte("package m\n\nvar wrong = missing\n")
	temp := t.TempDir()
	_, lost, err := s.BuildMost(t.Context(), temp)
	var failed *native.BuildError
	if !errors.As(err, &failed) || len(failed.Faults) != 2 || lost != nil {
		t.Errorf("lost %+v, error %v", lost, err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
}
