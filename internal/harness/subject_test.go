package harness

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

var update = flag.Bool("update", false, "write the golden files anew")

// loadSubject returns the coder of testdata/subject and its functions.
func loadSubject(t *testing.T, opts Options) (*Coder, []*Fn, map[string]string) {
	t.Helper()
	return loadFrom(t, "testdata/subject", opts)
}

func loadFrom(t *testing.T, dir string, opts Options) (*Coder, []*Fn, map[string]string) {
	t.Helper()
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	c := New(pkgs[0])
	var fns []*Fn
	refused := map[string]string{}
	for _, obj := range declared(c.pkg) {
		if fn, err := c.Sign(obj, opts); err != nil {
			refused[syntax.FuncName(obj)] = err.Error()
		} else {
			fns = append(fns, fn)
		}
	}
	return c, fns, refused
}

func TestReasons(t *testing.T) {
	_, _, refused := loadSubject(t, Options{})
	want := map[string]string{
		"Huge": "parameter x: [1048576]int is too large to search",
		"init": "init runs once, when the program starts",
		"_":    "a blank function cannot be called",
	}
	for name, reason := range want {
		if refused[name] != reason {
			t.Errorf("%s: got %q, want %q", name, refused[name], reason)
		}
	}
	for name, reason := range refused {
		if want[name] == "" {
			t.Errorf("%s: %s", name, reason)
		}
	}
}

// program builds the subject with the generated file, the real probes and a
// driver, and returns the executable.
func program(t *testing.T, c *Coder, fns []*Fn) string {
	t.Helper()
	return programFrom(t, "testdata/subject", c, fns)
}

func programFrom(t *testing.T, from string, c *Coder, fns []*Fn) string {
	t.Helper()
	dir := t.TempDir()
	copyFiles(t, from, dir, ".go", ".mod")
	copyFiles(t, "../probe", filepath.Join(dir, "probe"), ".go")
	return programIn(t, dir, c, fns)
}

func copyFiles(t *testing.T, from, to string, suffixes ...string) {
	t.Helper()
	list, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasSuffix(e.Name(), "_test.go") || !slices.Contains(suffixes, filepath.Ext(e.Name())) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() == "go.mod" { // the probes may be newer than the subject
			text = bytes.Replace(text, []byte("go 1.18"), []byte("go 1.26"), 1)
		}
		write(t, filepath.Join(to, e.Name()), text)
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

type call struct {
	entry int
	vec   input.Vector
}

// run calls the functions in the program and returns the outcomes.
func run(t *testing.T, exe string, calls []call, args ...string) []input.Vector {
	t.Helper()
	var in, out bytes.Buffer
	for _, c := range calls {
		fmt.Fprintf(&in, "%d %s\n", c.entry, strings.Trim(fmt.Sprintf("%x", c.vec), "[]"))
	}
	cmd := exec.Command(exe, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	var all []input.Vector
	for line := range strings.Lines(out.String()) {
		vec := input.Vector{}
		for _, f := range strings.Fields(line) {
			w, err := strconv.ParseUint(f, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			vec = append(vec, w)
		}
		all = append(all, vec)
	}
	if len(all) != len(calls) {
		t.Fatalf("%d outcomes of %d calls", len(all), len(calls))
	}
	return all
}

// TestProgram runs the compiled subject.
func TestProgram(t *testing.T) {
	c, fns, _ := loadSubject(t, Options{})
	exe := program(t, c, fns)
	t.Run("RoundTrip", func(t *testing.T) { testRoundTrip(t, c, fns, exe) })
	t.Run("Outcomes", func(t *testing.T) { testOutcomes(t, c, fns, exe) })
	t.Run("Allocations", func(t *testing.T) { testAllocations(t, fns, exe) })
	t.Run("State", func(t *testing.T) { testState(t, c, fns, exe) })
}

// testRoundTrip draws vectors for functions that return their parameters: the
// outcome is the vector, for the results and once more for what the caller
// shares. Noise comes back in canonical form or is at least survived.
func testRoundTrip(t *testing.T, _ *Coder, fns []*Fn, exe string) {
	var calls []call
	for i, fn := range fns {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		s := input.NewSpace(fn.Sig, input.Limits{})
		calls = append(calls, call{i, s.Zero()})
		vec := s.Zero()
		for range 60 {
			vec = s.Mutate(vec, rng)
			calls = append(calls, call{i, s.Random(nil, rng)}, call{i, vec})
		}
		noise := make(input.Vector, rng.IntN(40))
		for j := range noise {
			noise[j] = rng.Uint64() >> rng.IntN(64)
		}
		calls = append(calls, call{i, noise})
	}
	same := 0
	for i, got := range run(t, exe, calls) {
		fn, vec := fns[calls[i].entry], calls[i].vec
		s := input.NewSpace(fn.Sig, input.Limits{})
		if !strings.HasPrefix(fn.Sig.Name, "Same") || len(fn.Notes) > 0 || !s.Canonical(vec) || unechoed[fn.Sig.Name] || made(fn.Sig) {
			continue
		}
		same++
		for j := range fn.Sig.Params {
			if out := fn.Sig.Outcome(got, j); !slices.Equal(out, fn.Sig.Part(vec, j)) {
				t.Fatalf("%s(%x): result %d is %x", fn.Sig.Name, vec, j, out)
			}
		}
		for j, f := range fn.Sig.After {
			k := slices.IndexFunc(fn.Sig.Params, func(p input.Field) bool { return p.Name == f.Name })
			if out := fn.Sig.Outcome(got, len(fn.Sig.Results)+j); !slices.Equal(out, fn.Sig.Part(vec, k)) {
				t.Fatalf("%s(%x): after the call %s is %x", fn.Sig.Name, vec, f.Name, out)
			}
		}
	}
	if same < 1500 {
		t.Errorf("only %d calls compared", same)
	}
}

// made reports whether an input is made in one of several ways: what comes
// back are its fields.
func made(sig *input.Signature) bool {
	for i := range sig.Inputs() {
		if hasChoice(sig.Input(i).Type) {
			return true
		}
	}
	return false
}

// unechoed are functions that return something else than their parameters.
var unechoed = map[string]bool{"SameUnnamed": true, "SameForeign": true}

func index(t *testing.T, fns []*Fn, name string) int {
	t.Helper()
	i := slices.IndexFunc(fns, func(f *Fn) bool { return f.Sig.Name == name })
	if i < 0 {
		t.Fatalf("no function %s", name)
	}
	return i
}

// testOutcomes checks results that are no data: errors, cycles, large values.
func testOutcomes(t *testing.T, c *Coder, fns []*Fn, exe string) {
	at := func(name string) int { return index(t, fns, name) }
	outs := run(t, exe, []call{
		{at("Errors"), nil},
		{at("Large"), nil},
		{at("Opaque"), input.Vector{0}},
		{at("Opaque"), input.Vector{1}},
		{at("Cyclic"), nil},
		{at("Sorted"), nil},
		{at("(*node).Sum"), input.Vector{0, 5, 0}},
		{at("(*node).Sum"), input.Vector{2, 0, 0, 0, ^uint64(2), 0, 5, 1, 'x'}},
		{at("length.Twice"), input.Vector{0x3ff0000000000000}},
		{at("SameDevice"), input.Vector{1, 0, 0, 9}},
		{at("Origins"), nil},
	})
	said := func(word uint64, s string) (v input.Vector) {
		v = append(v, word, uint64(len(s)))
		for i := range len(s) {
			v = append(v, uint64(s[i]))
		}
		return v
	}
	message := func(s string) input.Vector { return said(input.ErrorSays, s) }
	is := func(name, s string) input.Vector {
		i := slices.IndexFunc(Sentinels(c.pkg), func(v *types.Var) bool { return v.Name() == name })
		return said(input.ErrorIs+2*uint64(i), s)
	}
	for i, want := range []input.Vector{
		slices.Concat(input.Vector{0}, message("plain"), input.Vector{2}),
		{input.Cut, input.Cut, input.Cut},
		slices.Concat(input.Vector{2, 1, input.ChannelOpen, 1, 1}, is("EOF", "EOF")), // 2: the first type of its list
		{0, 0, 0, 0, 0},
		nil,
		nil,
		{0, 0, 0, 1},
		slices.Concat(input.Vector{^uint64(2)}, message("negative x"), input.Vector{1, 0, 0, 0, 0, 0}),
		{0x4000000000000000},
		{1, 0, 0, 9, 1, 0, 0, 9, 1},
		slices.Concat(is("errLoad", "load"), is("errLoad", "open : load"), is("EOF", "load"), message("load"), message("load")),
	} {
		if want != nil && !slices.Equal(outs[i], want) {
			t.Errorf("outcome %d: got %x, want %x", i, outs[i], want)
		}
	}
	if n := fns[at("Cyclic")].Sig.Outcome(outs[4], 0); len(n) != len(outs[4]) || !slices.Contains(n, input.Cut) {
		t.Errorf("the cycle ends after %d of %d words", len(n), len(outs[4]))
	}
	if len(outs[5]) != 1+1000*3 || outs[5][0] != 1001 {
		t.Errorf("sorted map: %d words", len(outs[5]))
	}
	for i := 4; i < len(outs[5]); i += 3 {
		if outs[5][i] <= outs[5][i-3] {
			t.Fatalf("entries %x and %x are out of order", outs[5][i-3], outs[5][i])
		}
	}
}

// testAllocations: scalars, and structs and arrays of them, cost no memory, and
// a string one allocation; nor does putting the variables back.
func testAllocations(t *testing.T, fns []*Fn, exe string) {
	for _, c := range []struct {
		name string
		vec  input.Vector
		want uint64
	}{
		{"SameInts", input.Vector{1, 2, 3, 4}, 0},
		{"SameFloats", input.Vector{0, 0, 0}, 0},
		{"SameComplex", input.Vector{0, 0, 0, 0}, 0},
		{"SameAnonymous", input.Vector{1, 2}, 0},
		{"SameString", input.Vector{3, 'a', 'b', 'c', 0}, 1},
	} {
		if got := run(t, exe, []call{{index(t, fns, c.name), c.vec}}, "allocations")[0][0]; got != c.want {
			t.Errorf("%s: %d allocations, want %d", c.name, got, c.want)
		}
	}
}

// testState calls a function that changes every variable of the package: the
// second call finds what the first one found.
func testState(t *testing.T, c *Coder, fns []*Fn, exe string) {
	touch, digest := index(t, fns, "Touch"), index(t, fns, "Digest")
	outs := run(t, exe, []call{{digest, nil}, {touch, input.Vector{5}}, {digest, nil}, {touch, input.Vector{5}}, {touch, input.Vector{6}}, {digest, nil}})
	if !slices.Equal(outs[0], outs[2]) || !slices.Equal(outs[0], outs[5]) || !slices.Equal(outs[1], outs[3]) {
		t.Errorf("state leaks from run to run: %x", outs)
	}
	aliases := index(t, fns, "Aliases")
	again := run(t, exe, []call{{aliases, input.Vector{5}}, {aliases, input.Vector{6}}})
	if !slices.Equal(again[0], again[1]) {
		t.Errorf("state that other names lead to leaks: %x", again)
	}
	if slices.Equal(outs[0], outs[1]) || slices.Equal(outs[3], outs[4]) {
		t.Errorf("the digest sees nothing: %x", outs)
	}
	var saved, kept []string
	for _, v := range c.vars().saved {
		saved = append(saved, v.Name())
	}
	for _, k := range c.Unrestored() {
		kept = append(kept, k.Var.Name()+" "+k.Reason)
	}
	if got, want := strings.Join(saved, " "), "counter list grid cache root array lockedIn total writer table2 function passed through pointed target reachable"; got != want {
		t.Errorf("saved: got  %s\nwant %s", got, want)
	}
	want := "once is set once, by sync.Once, filled is set once, by sync.Once, ready is set once, by sync.Once"
	if got := strings.Join(kept, ", "); got != want {
		t.Errorf("kept: got  %s\nwant %s", got, want)
	}
}

// TestGlobals: what a function reads, and other code may set, is an input and
// is looked at after the call.
func TestGlobals(t *testing.T) {
	c, fns, _ := loadSubject(t, Options{Globals: true})
	quiet := fns[index(t, fns, "Quiet")].Sig
	if len(quiet.Globals) != 2 || quiet.Globals[0].Name != "Limit" || quiet.Globals[1].Name != "quiet" || len(quiet.After) != 2 {
		t.Fatalf("globals of Quiet: %+v, after: %+v", quiet.Globals, quiet.After)
	}
	_, plain, _ := loadSubject(t, Options{})
	fns = append(fns, plain[index(t, plain, "Quiet")]) // sees the values of the program
	exe := program(t, c, fns)
	i := index(t, fns, "Quiet")
	outs := run(t, exe, []call{{i, input.Vector{5, 4, 0}}, {len(fns) - 1, input.Vector{5}}, {len(fns) - 1, input.Vector{11}}})
	if outs[1][0] != 0 || outs[2][0] != 1 {
		t.Errorf("inputs stay in the package's variables: %x", outs)
	}
	outs = run(t, exe, []call{{i, input.Vector{5, 4, 0}}, {i, input.Vector{5, 6, 0}}, {i, input.Vector{5, 6, 1}}})
	for j, want := range []input.Vector{{1, 4, 0}, {0, 6, 0}, {1, 6, 1}} {
		if !slices.Equal(outs[j], want) {
			t.Errorf("call %d: got %x, want %x", j, outs[j], want)
		}
	}
}

// TestGolden compares the generated file of the subject with the one that was
// reviewed.
func TestGolden(t *testing.T) {
	c, fns, _ := loadSubject(t, Options{Globals: true})
	got := c.Generate(fns, File{Probe: "subject/probe", Worker: "subject/worker"})
	const golden = "testdata/zznearmiss.golden"
	if *update {
		write(t, golden, got)
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; run go test -update and review the difference", golden)
	}
}

// programIn writes the generated file and the driver into dir, which holds
// the rest, and builds it.
func programIn(t *testing.T, dir string, c *Coder, fns []*Fn) string {
	t.Helper()
	text := c.Generate(fns, File{Probe: "subject/probe"})
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

// TestHeaders: the header of a slice is no input, because go vet refuses its literal; a field of that type stays nil.
func TestHeaders(t *testing.T) {
	c := loadSource(t, "package m\n\nimport \"reflect\"\n\ntype list struct {\n\tn int\n\th *reflect.SliceHeader\n}\n\nfunc Take(h *reflect.SliceHeader) {}\n\nfunc Len(l list) int { return l.n }\n")
	for _, obj := range declared(c.pkg) {
		switch fn, err := c.Sign(obj, Options{}); {
		case obj.Name() == "Take" && err == nil:
			t.Error("Take is searched")
		case obj.Name() == "Len" && (err != nil || fn.Sig.Params[0].Type.Hidden != 1):
			t.Errorf("Len: %v", err)
		}
	}
}

// TestNoLocalTime: no input is a time in the zone of the machine.
func TestNoLocalTime(t *testing.T) {
	c := loadSource(t, "package m\n\nimport \"time\"\n\nfunc F(at time.Time) int { return at.Day() }\n")
	at := c.pkg.Types.Scope().Lookup("F").Type().(*types.Signature).Params().At(0).Type().(*types.Named)
	steps := c.stepsOf(at, false)
	if len(steps) == 0 || slices.ContainsFunc(steps, func(s methodStep) bool { return s.method.Name() == "Local" }) {
		t.Errorf("steps %v", steps)
	}
}

// TestOldLibrary: no step is one that the standard library lacks in the version of Go that the
// module is written for. Tests are written for Go 1.21 at least.
func TestOldLibrary(t *testing.T) {
	const source = "package m\n\nimport \"math/big\"\n\nfunc F(n *big.Int) int { return n.Sign() }\n"
	for directive, want := range map[string]bool{"1.10": false, "1.20": false, "1.22": false, "1.24": true, "1.26": true} {
		c := loadVersion(t, directive, source)
		n := c.pkg.Types.Scope().Lookup("F").Type().(*types.Signature).Params().At(0).Type().(*types.Pointer).Elem().(*types.Named)
		steps := c.stepsOf(n, true)
		if got := slices.ContainsFunc(steps, func(s methodStep) bool { return s.method.Name() == "AppendText" }); got != want || len(steps) == 0 {
			t.Errorf("go %s: AppendText among %d steps: %v, want %v", directive, len(steps), got, want)
		}
	}
}

// TestFormats: a function that formats a text makes no input.
func TestFormats(t *testing.T) {
	c := loadSource(t, `package m

import "fmt"

type status struct{ text string }

func newStatus(text string) *status { return &status{text} }

func statusf(format string, args ...any) *status { return &status{fmt.Sprintf(format, args...)} }

func F(s *status) string { return s.text }
`)
	n := c.pkg.Types.Scope().Lookup("status").Type().(*types.Named)
	if list := c.constructors(n, true); len(list) != 1 || list[0].fn.Name() != "newStatus" {
		t.Errorf("constructors %v", list)
	}
}

// TestNoAfterFunc: no input is a timer that runs code.
func TestNoAfterFunc(t *testing.T) {
	c := loadSource(t, "package m\n\nimport \"time\"\n\nfunc F(at *time.Timer) bool { return at.Stop() }\n")
	at := c.pkg.Types.Scope().Lookup("F").Type().(*types.Signature).Params().At(0).Type().(*types.Pointer).Elem().(*types.Named)
	if list := c.constructors(at, true); len(list) != 1 || list[0].fn.Name() != "NewTimer" {
		t.Errorf("constructors %v", list)
	}
}
