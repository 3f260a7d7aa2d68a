package versions

import (
	"context"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
)

const library = `
-- go.mod --
module m

go 1.24
-- m.go --
package m

import (
	"sync"
	"time"
)

func Fee(a, b int) int {
	if a > b*3 {
		return a
	}
	return b
}

func Sum(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i
	}
	return sum
}

func Deep(n int) int {
	if n <= 0 {
		return 0
	}
	return 1 + Deep(n-1)
}

func Clock(n int) int64 { return time.Now().UnixNano() + int64(n) }

type Box struct{ n int }

func (b *Box) Put(n int) { b.n = n }

type Safe struct {
	mu sync.Mutex
	n  int
}

func (s *Safe) Add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n += n
}
`

const program = `
-- go.mod --
module m

go 1.24
-- m.go --
package main

func half(n int) int { return n / 2 }

func main() { println(half(4)) }
`

// open builds the versions of a module.
func open(t testing.TB, archive string) (*Versions, *subject.Set) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, dir, testdir.Files(archive))
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	set, err := subject.Prepare(t.Context(), pkgs[0], nil, subject.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := Build(t.Context(), set, func(*types.Func) bool { return true }, set.Options(), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v, set
}

// apart returns the inputs that tell each mutant of a function apart, as texts.
func apart(t *testing.T, v *Versions, set *subject.Set, name string, vectors ...input.Vector) map[string]string {
	t.Helper()
	var all []int
	for i := range v.Mutants {
		all = append(all, i)
	}
	runs, err := v.Runs(t.Context(), set.Entry(name), vectors)
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.Apart(t.Context(), set.Entry(name), runs, all)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for i, m := range v.Mutants {
		if m.Func.Name() == name[strings.LastIndex(name, ".")+1:] {
			texts[m.What] = fmt.Sprint(found[i])
		} else if len(found[i]) > 0 {
			t.Errorf("%s: %v is told apart by %v", name, m, found[i])
		}
	}
	return texts
}

func minus(n int) uint64 { return uint64(-n) }

// TestApart: for each mutant exactly the inputs are named whose results differ, by hand.
func TestApart(t *testing.T) {
	v, set := open(t, library)
	for _, c := range []struct {
		name    string
		vectors []input.Vector
		want    map[string]string
	}{
		{"Fee", []input.Vector{{4, 1}, {3, 1}, {0, 0}, {0, minus(1)}}, map[string]string{
			"> becomes >=": "[1]", "* becomes /": "[1 3]", "3 plus one": "[0]", "a > b*3 negated": "[0 1 3]",
			"returns 0: return a": "[0]", "returns 0: return b": "[1]",
		}},
		{"Clock", []input.Vector{{1}, {2}}, map[string]string{"+ becomes -": "[]", "returns 0: return time.Now().UnixNano() + int64(n)": "[]"}},
	} {
		got := apart(t, v, set, c.name, c.vectors...)
		for what, want := range c.want {
			if got[what] != want {
				t.Errorf("%s, %s: told apart by %q, want %q; all: %q", c.name, what, got[what], want, got)
			}
		}
	}
	put := apart(t, v, set, "(*Box).Put", input.Vector{1, 0, 5}, input.Vector{1, 5, 5})
	if put["deleted: b.n = n"] != "[0]" {
		t.Errorf("an object that a call changes: %q", put)
	}
}

// TestEndless: mutants that loop or recurse without end are told apart, and cost others nothing.
func TestEndless(t *testing.T) {
	v, set := open(t, library)
	sum := apart(t, v, set, "Sum", input.Vector{3}, input.Vector{0})
	if sum["i < n negated"] != "[0 1]" || sum["0 plus one"] != "[]" {
		t.Errorf("a loop: %q", sum)
	}
	deep := apart(t, v, set, "Deep", input.Vector{2}, input.Vector{0})
	if deep["- becomes +"] != "[0]" || deep["n <= 0 negated"] != "[0 1]" {
		t.Errorf("a recursion: %q", deep)
	}
	if again := apart(t, v, set, "Fee", input.Vector{3, 1}); again["> becomes >="] != "[0]" {
		t.Errorf("after the crash: %q", again)
	}
}

// TestSync: deleted calls of package sync are marked.
func TestSync(t *testing.T) {
	v, _ := open(t, library)
	var marked []string
	for _, m := range v.Mutants {
		if m.Sync {
			marked = append(marked, m.What)
		}
	}
	if want := []string{"deleted: s.mu.Lock()", "deleted: defer s.mu.Unlock()"}; !slices.Equal(marked, want) {
		t.Errorf("%q, want %q", marked, want)
	}
}

// TestSameAsRuns: the inputs that are named are those for which a run of the code, rewritten by hand, differs.
func TestSameAsRuns(t *testing.T) {
	v, set := open(t, library)
	var vectors []input.Vector
	for a := -6; a < 7; a++ {
		for b := -2; b < 3; b++ {
			vectors = append(vectors, input.Vector{minus(-a), minus(-b)})
		}
	}
	fee := func(a, b int, is string) int {
		product, three := b*3, 3
		if is == "3 plus one" {
			three = 4
			product = b * three
		}
		if is == "* becomes /" {
			product = b / three
		}
		greater := a > product || is == "> becomes >=" && a == product
		if greater != (is == "a > b*3 negated") {
			if is == "returns 0: return a" {
				return 0
			}
			return a
		}
		if is == "returns 0: return b" {
			return 0
		}
		return b
	}
	for what, got := range apart(t, v, set, "Fee", vectors...) {
		var want []int
		for i, vec := range vectors {
			if a, b := int(vec[0]), int(vec[1]); fee(a, b, what) != fee(a, b, "") {
				want = append(want, i)
			}
		}
		if len(want) == 0 || got != fmt.Sprint(want) {
			t.Errorf("%s: told apart by %s, want %v", what, got, want)
		}
	}
}

// TestProgram: func main of a program makes room for that of the worker.
func TestProgram(t *testing.T) {
	v, set := open(t, program)
	if got := apart(t, v, set, "half", input.Vector{4}, input.Vector{0}); got["/ becomes *"] != "[0]" {
		t.Errorf("%q", got)
	}
}

// TestEnds: an ended context is an error.
func TestEnds(t *testing.T) {
	v, set := open(t, library)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := v.Runs(ctx, set.Entry("Fee"), []input.Vector{{3, 1}}); err == nil {
		t.Errorf("no error, and %v", found)
	}
	if found, err := v.Apart(ctx, set.Entry("Fee"), []Run{{Vector: input.Vector{3, 1}, Reached: []int{0}}}, []int{0}); err == nil {
		t.Errorf("no error, and %v", found)
	}
}
