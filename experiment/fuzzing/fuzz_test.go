package fuzzing

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/place"
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

// onShelf copies a module with the package above, and a test of its own.
func onShelf(t *testing.T) *place.Place {
	t.Helper()
	module := t.TempDir()
	err := place.Write(module, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": shelf, "p_test.go": "package p\n"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := place.Copy(t.Context(), t.TempDir(), module, ".")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every function whose arguments can be drawn has a target, built from the
// constructor of its receiver.
func TestHarnesses(t *testing.T) {
	pkg, err := onShelf(t).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, targets := harnesses(pkg, "", ignore)
	want := []string{"FuzzKind_Known", "FuzzOpen", "FuzzShelf_Find", "FuzzShelf_Len", "FuzzLoad", "FuzzMerge", "FuzzSum", "FuzzKey_Zero", "FuzzTape_Init", "FuzzTape_Wind"}
	if !slices.Equal(targets, want) {
		t.Errorf("targets %q", targets)
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
		if OutOfTime(said) != want {
			t.Errorf("%v for %q", !want, said)
		}
	}
}

// TestRun asserts that all targets run, and pass as tests with what they keep, in a module and in a package of the standard
// library that is built where it is.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("fuzzes for some seconds")
	}
	std, err := place.Copy(t.Context(), t.TempDir(), "", "path")
	if err != nil {
		t.Fatal(err)
	}
	if std.Std != "path" {
		t.Errorf("path can be built outside of the standard library: take another package")
	}
	for p, want := range map[*place.Place]int{onShelf(t): 10, std: 8} {
		targets, notes, err := Run(t.Context(), p, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if tests := p.Tests(); targets != want || notes != "" || len(tests) != 1 || filepath.Base(tests[0]) != fuzzFile {
			t.Errorf("%d targets, tests %q; %s", targets, tests, notes)
		}
		bin := filepath.Join(t.TempDir(), "tests")
		if err := p.Build(t.Context(), bin, nil, nil); err != nil {
			t.Fatal(err)
		}
		out, err := place.Command(t.Context(), p.Dir, nil, bin, "-test.v").CombinedOutput()
		if n := strings.Count("\n"+string(out), "\n--- PASS: Fuzz"); err != nil || n != want {
			t.Errorf("%d targets pass: %v\n%s", n, err, out)
		}
		if err := Clear(p); err != nil || len(p.Tests()) > 0 {
			t.Error(p.Tests(), err)
		}
	}
}
