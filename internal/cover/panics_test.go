package cover

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
	"nearmiss/internal/worker"
)

// panicSubject copies the package with one function for each way to panic into a
// module of its own.
func panicSubject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	src, err := os.ReadFile("testdata/panics/panics.go")
	if err != nil {
		t.Fatal(err)
	}
	testdir.Write(t, dir, map[string]string{"go.mod": "module example.com/panics\n\ngo 1.24\n", "panics.go": string(src)})
	return dir
}

func coverPanics(t *testing.T, dir string, opt Options) *report.Report {
	t.Helper()
	opt.Dir, opt.Seed = dir, 1
	r, err := Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPanicsAreReal is the law of the list: each call in it, compiled with the
// original code, panics with that text at that line.
func TestPanicsAreReal(t *testing.T) {
	alone(t)
	dir := panicSubject(t)
	r := coverPanics(t, dir, Options{Evals: 5_000, Parallel: 2})
	var calls strings.Builder
	var want []string
	kinds := map[string]bool{}
	for _, f := range r.Packages[0].Functions {
		for _, p := range f.Panics {
			kinds[p.Kind] = true
			if p.Call == "" {
				t.Errorf("%s: no call", p.Site)
				continue
			}
			if strings.Contains(p.Call, "makeChan") {
				continue // its declaration is the test's
			}
			fmt.Fprintf(&calls, "\tshow(func() { %s })\n", p.Call)
			line := strings.Join(strings.Split(p.Site, ":")[:2], ":")
			want = append(want, line+" "+p.Text)
		}
	}
	for k := range cfg.NumSiteKinds {
		name := k.String()
		if k == cfg.Callee {
			name = "panic in strings.Repeat"
		}
		if !kinds[name] {
			t.Errorf("no panic of kind %q was found", name)
		}
	}
	got := showCalls(t, dir, calls.String())
	for i, line := range want {
		if got[i] != line {
			t.Errorf("call %d: %s, want %s", i, got[i], line)
		}
	}
	if r.Totals.Panics < len(want) {
		t.Errorf("%d panics in total, but %d in the lists", r.Totals.Panics, len(want))
	}
}

// showCalls runs calls of the original package, and returns for each the line
// of the package on which it panicked, and the text.
func showCalls(t *testing.T, dir, calls string) []string {
	t.Helper()
	test := `package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func show(f func()) {
	defer func() {
		r := recover()
		pcs := make([]uintptr, 50)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
		for {
			f, more := frames.Next()
			if strings.HasSuffix(f.File, "panics.go") && !strings.HasSuffix(f.File, "_test.go") {
				fmt.Printf("SHOW %s:%d %v\n", filepath.Base(f.File), f.Line, r)
				return
			}
			if !more {
				fmt.Println("SHOW nothing", r)
				return
			}
		}
	}()
	f()
}

func TestShow(t *testing.T) {
` + calls + "}\n"
	file := filepath.Join(dir, "show_test.go")
	if err := os.WriteFile(file, []byte(test), 0o666); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file)
	cmd := exec.Command("go", "test", "-vet=off", "-v", "-run", "^TestShow$", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, test)
	}
	var lines []string
	for _, line := range strings.Split(string(out), "\n") {
		if text, ok := strings.CutPrefix(line, "SHOW "); ok {
			lines = append(lines, text)
		}
	}
	if len(lines) != strings.Count(calls, "\n") {
		t.Fatalf("%d of %d calls were shown:\n%s", len(lines), strings.Count(calls, "\n"), out)
	}
	return lines
}

// TestPanicsWithAnyWorkers finds the same panics however many workers there
// are.
func TestPanicsWithAnyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("two searches")
	}
	dir := panicSubject(t)
	var first string
	for _, n := range []int{1, 8} {
		r := coverPanics(t, dir, Options{Evals: 3_000, Parallel: n})
		var list []any
		for _, f := range r.Packages[0].Functions {
			list = append(list, f.Name, f.Evaluations, f.Panics)
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Errorf("with %d workers\n%s\nwith one\n%s", n, text, first)
		}
	}
}

// TestPanicsDoNotMix has the tests of calls that panic in their own file, and
// no branch less covered than by one file.
func TestPanicsDoNotMix(t *testing.T) {
	dir := panicSubject(t)
	r := coverPanics(t, dir, Options{Evals: 3_000, Parallel: 2, Write: true, Verify: true})
	if r.Totals.Covered+r.Totals.Infeasible != r.Totals.Branches {
		t.Errorf("%d of %d branches covered", r.Totals.Covered, r.Totals.Branches)
	}
	for name, want := range map[string]bool{"nearmiss_test.go": false, "nearmiss_panics_test.go": true} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "panics with") != want {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	tests := map[string]bool{}
	for _, f := range r.Packages[0].Functions {
		for _, x := range f.Tests {
			tests[x.Name] = true
		}
	}
	for _, f := range r.Packages[0].Functions {
		for _, p := range f.Panics {
			if (p.Test != "") != p.Explicit {
				t.Errorf("%s: %s has test %q", p.Site, p.Kind, p.Test)
			}
			if p.Test != "" && (!tests[p.Test] || !strings.Contains(p.Test, "Panics/")) {
				t.Errorf("%s: test %q", p.Site, p.Test)
			}
		}
	}
}

// TestExpected: a test expects a call of panic, in a call that a user can make, and another panic only where it alone takes
// a branch.
func TestExpected(t *testing.T) {
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 2_000, Algo: "search"}, `package expected

type Gate struct{ step int }

func NewGate() *Gate { return &Gate{} }

func (g *Gate) Press() { g.step++ }

func (g *Gate) Check(n int) int {
	if g.step < 0 {
		panic("impossible")
	}
	if n < 0 {
		panic("negative")
	}
	return n
}

func Ask(f func() int) int {
	if f == nil {
		panic("nothing to ask")
	}
	return f()
}

func half(n int) int {
	if n%2 != 0 {
		panic("odd")
	}
	return n / 2
}

// Div panics if b is 0.
func Div(a, b int) int { return a / b }

func First(list []int, look bool) int {
	if look {
		return list[0]
	}
	return 0
}

func none(s string) int {
	if s == "" {
		return 1 / len(s)
	}
	return 0
}

func Even(n int) int {
	if n == 0 {
		return half(7)
	}
	return 2 * half(2*n)
}
`)
	s.choose(t, u)
	u.settle()
	for _, g := range u.goals {
		if why := g.lost; why != nil && why.reason != illegal {
			t.Errorf("branch %d is withheld: %s", g.branch, why.text())
		}
	}
	got := map[string]string{}
	for _, c := range u.shownPanics() {
		p := u.sites[c.panic.Site()]
		text := p.site.Text(u.graph.Fset)
		if got[text] = "listed"; slices.Contains(u.cases, c) {
			got[text] = c.fn.name
		}
		if p.documented(c) {
			t.Errorf("%s is documented", text)
		}
	}
	want := map[string]string{`panic("impossible")`: "listed", `panic("negative")`: "(*Gate).Check", `panic("nothing to ask")`: "Ask", `panic("odd")`: "Even",
		"a / b": "listed", "g.step": "listed", "list[0]": "listed", "1 / len(s)": "none"}
	if !maps.Equal(got, want) {
		t.Errorf("panics %v, want %v", got, want)
	}
}

// TestTakePrefers keeps the find that says most: the better setup, then what
// other packages can call.
func TestTakePrefers(t *testing.T) {
	own, other := &function{name: "own"}, &function{name: "other"}
	p := &panicSite{fn: own}
	for i, step := range []struct {
		fn    *function
		setup input.Setup
		want  int // the step whose find stays
	}{
		{other, input.RawLiteral, 0}, {own, input.RawLiteral, 1}, {other, input.RawLiteral, 1}, {other, input.Plain, 3}, {own, input.NilInput, 3}, {own, input.Plain, 5}, {own, input.Plain, 5},
	} {
		p.take(step.fn, input.Vector{uint64(i)}, step.setup)
		if got := int(p.found.vector[0]); got != step.want {
			t.Fatalf("step %d: the find is that of step %d, want %d", i, got, step.want)
		}
	}
}

// TestKnownPanics tells a job what is no news to it: a site where it cannot
// say more than what is known.
func TestKnownPanics(t *testing.T) {
	own, other := &function{name: "own"}, &function{name: "other"}
	u := &unit{}
	for i := range 3 {
		u.sites = append(u.sites, &panicSite{site: &cfg.Site{ID: i}, fn: own})
	}
	u.tookPanic(other, nil, worker.PanicAt(1, input.NilInput))
	u.tookPanic(own, nil, worker.PanicAt(2, input.Plain))
	u.tookPanic(own, nil, 0)
	both := []worker.Panic{worker.PanicAt(1, input.NilInput), worker.PanicAt(2, input.Plain)}
	if got := u.panics(other); !slices.Equal(got, both) {
		t.Errorf("another function knows %v, want %v", got, both)
	}
	if got := u.panics(own); !slices.Equal(got, both[1:]) {
		t.Errorf("the function itself knows %v, want %v", got, both[1:])
	}
}

// TestSiteKinds: workers number the kinds as the analysis does.
func TestSiteKinds(t *testing.T) {
	if int(cfg.NumSiteKinds) != int(worker.NumSiteKinds) || int(cfg.Callee) != int(worker.Callee) ||
		int(cfg.NilDeref) != int(worker.NilDeref) || int(cfg.ToArray) != int(worker.ToArray) || int(cfg.ShiftCount) != int(worker.ShiftCount) {
		t.Error("the kinds of sites have two orders")
	}
}

// TestCrashesOfOneKind: an index out of range is one note, whatever the index was.
func TestCrashesOfOneKind(t *testing.T) {
	u := &unit{}
	fn := &function{unit: u, name: "F", position: "f.go:3:6"}
	for _, text := range []string{"index out of range [-65]", "index out of range [7] with length 2", "slice bounds out of range [:9] with capacity 8", "slice bounds out of range [9:8]", "integer divide by zero"} {
		u.crash(fn, &native.Crash{Kind: native.Panic, Text: "panic: runtime error: " + text, Survived: true, More: 1})
	}
	var got []string
	for _, n := range u.notes {
		_, what, _ := strings.Cut(n.Text, "runtime error: ")
		what, _, _ = strings.Cut(what, " (")
		got = append(got, fmt.Sprint(what, " ", n.Count))
	}
	if want := "index out of range 4, slice bounds out of range 4, integer divide by zero 2"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

func TestDocuments(t *testing.T) {
	for text, want := range map[string]bool{
		"F panics if n is negative.":                 true,
		"F is as G, but a panic follows on failure.": true,
		"F does not panic.":                          false,
		"F doesn't panic: it returns an error.":      false,
		"F returns an error instead of panicking.":   false,
		"F never panics. G panics.":                  true,
		"F recovers from panics.":                    false,
		"F adds.":                                    false,
	} {
		d := &ast.FuncDecl{Doc: &ast.CommentGroup{List: []*ast.Comment{{Text: "// " + text}}}}
		if got := documents(d); got != want {
			t.Errorf("%s %t", text, got)
		}
	}
	if documents(new(ast.FuncDecl)) {
		t.Error("no comment documents a panic")
	}
}

// TestTextSilence: the text of a panic in a type assertion is not compared, as another one of its statement may fail first.
func TestTextSilence(t *testing.T) {
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 500, Algo: "search"}, `package unordered

func Two(x, y any) int { return x.(int) / y.(int) }

func Made(n int) []byte { return make([]byte, n) }

func At(list []int, i int) int { return list[i] }
`)
	s.choose(t, u)
	got := map[string]bool{}
	for _, c := range u.shownPanics() {
		got[u.sites[c.panic.Site()].kind()] = len(u.textSilence(c)) > 0
	}
	for kind, want := range map[string]bool{cfg.Assertion.String(): true, cfg.MakeSize.String(): true, cfg.IndexRange.String(): false} {
		if is, ok := got[kind]; !ok || is != want {
			t.Errorf("%s: seen %v, silenced %v, want %v", kind, ok, is, want)
		}
	}
}
