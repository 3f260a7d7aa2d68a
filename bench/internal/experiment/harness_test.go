package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const shelf = `package p

import "io"

type Kind uint8

func (k Kind) Known() bool { return k < 7 }

type Shelf struct{ books []string }

func Open(names string, n int) (*Shelf, error) { return &Shelf{books: []string{names}}, nil }

func (s *Shelf) Find(name string) bool {
	if len(s.books) > 0 && s.books[0] == name {
		return true
	}
	return false
}

func (s Shelf) Len() int                       { return len(s.books) }
func Load(r io.Reader, more ...Kind) error     { return nil }
func Merge(a, b *Shelf) *Shelf                 { return a }
func Each(f func(string))                      {}
func Map[T any](x T) T                         { return x }
func None()                                    {}
func (s *Shelf) hidden(int)                    {}
type Key struct{ sum [4]byte }
func Sum(b [4]byte) Key                        { return Key{b} }
func (k Key) Zero() bool                       { return k == Key{} }
type Tape struct{ r io.Reader }
func (t *Tape) Init(r io.Reader)               { t.r = r }
func (t *Tape) Wind()                          {}
`

// Every function whose arguments can be drawn has a target, built from the
// constructor of its receiver.
func TestHarnesses(t *testing.T) {
	pkg := module(t, map[string]string{"p.go": shelf})
	text, targets, all := harnesses(pkg)
	want := []string{"FuzzKind_Known", "FuzzOpen", "FuzzShelf_Find", "FuzzShelf_Len", "FuzzLoad", "FuzzMerge", "FuzzSum", "FuzzKey_Zero", "FuzzTape_Init", "FuzzTape_Wind"}
	if !slices.Equal(targets, want) || all != 12 {
		t.Errorf("targets %q of %d", targets, all)
	}
	for _, line := range []string{
		"v0, err := p.Open(a0, a1); if err != nil { return }",
		`f.Fuzz(func(t *testing.T, a0 string, a1 int, a2 string) {`,
		"v0 := p.Sum([4]byte(append(a0, make([]byte, 4)...)))",
		"v0 := new(p.Tape); v0.Init(zzstrings.NewReader(a0))",
		"p.Load(zzstrings.NewReader(a0), p.Kind(a1))",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
}

// TestOutOfTime: the end of its time is no failure of a target.
func TestOutOfTime(t *testing.T) {
	const over = "--- FAIL: FuzzF (0.12s)\n    context deadline exceeded\nFAIL"
	for said, want := range map[string]bool{
		over: true,
		over + "\n    Failing input written to testdata/fuzz/FuzzF/1": false,
		"--- FAIL: FuzzF (0.12s)\nFAIL":                               false,
	} {
		if outOfTime(said) != want {
			t.Errorf("%v for %q", !want, said)
		}
	}
}

// What the fuzzer keeps counts as tests, and the harnesses compile.
func TestFuzz(t *testing.T) {
	if testing.Short() {
		t.Skip("fuzzes for some seconds")
	}
	pkg := module(t, map[string]string{"p.go": shelf})
	dir, scratch := t.TempDir(), t.TempDir()
	f, err := Fuzz(t.Context(), pkg, dir, scratch, 3*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if f.Targets != 10 || len(f.Notes) > 0 {
		t.Errorf("%+v", f)
	}
	if _, err := os.Stat(filepath.Join(dir, fuzzFile)); err != nil {
		t.Error(err)
	}
	v, err := Judge(t.Context(), Probes, pkg, scratch, Set{"fuzzed", dir})
	if err != nil {
		t.Fatal(err)
	}
	if v.Count(0) == 0 {
		t.Errorf("the fuzzed inputs take no branch: %+v", v)
	}
}

// A test that does not compile, one that fails, one that fails when it runs again and one that
// always passes are told apart.
func TestStress(t *testing.T) {
	if testing.Short() {
		t.Skip("builds with the race detector")
	}
	pkg := module(t, map[string]string{"p.go": sign})
	head := generated + "\npackage p\n\nimport \"testing\"\n\n"
	for name, c := range map[string]struct {
		text             string
		compiles, passes bool
		flaky            []string
	}{
		"wrong": {"func TestA(t *testing.T) { Sign(\"\") }\n", false, false, nil},
		"fails": {"func TestA(t *testing.T) { t.Error() }\n", true, false, nil},
		"flaky": {"var n int\n\nfunc TestA(t *testing.T) { Sign(1) }\n\nfunc TestB(t *testing.T) {\n\tif n++; n > 1 {\n\t\tt.Error()\n\t}\n}\n", true, true, []string{"TestB"}},
	} {
		dir := t.TempDir()
		if err := writeFiles(dir, map[string]string{"nearmiss_test.go": head + c.text}); err != nil {
			t.Fatal(err)
		}
		r, err := Stress(t.Context(), pkg, dir, t.TempDir(), 3)
		if err != nil {
			t.Fatal(err)
		}
		if r.Compiles != c.compiles || r.Passes != c.passes || !slices.Equal(r.Flaky, c.flaky) {
			t.Errorf("%s: %+v", name, r)
		}
		if c.passes && r.Tests != 2 {
			t.Errorf("%s: %d tests ran", name, r.Tests)
		}
	}
}

// A copy of a module can be added to.
func TestLocal(t *testing.T) {
	pkg := module(t, map[string]string{"p.go": sign})
	m := *pkg.Module
	m.Main = false
	pkg.Module = &m
	copied, err := Local(t.Context(), pkg, filepath.Join(t.TempDir(), "local"))
	if err != nil {
		t.Fatal(err)
	}
	if copied.Dir == pkg.Dir || copied.ImportPath != pkg.ImportPath || !copied.Module.Main {
		t.Errorf("%+v", copied)
	}
}
