package native

import (
	"context"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// crashing is the built worker of testdata/crash.txtar, made once.
var crashing struct {
	once  sync.Once
	bin   *Binary
	wired *wired
	err   error
}

func TestMain(m *testing.M) {
	isLiar()
	if os.Getenv(parentVar) != "" {
		os.Exit(parent(os.Args[1:]))
	}
	code := m.Run()
	crashing.bin.Close()
	os.Exit(code)
}

// alone skips a test with -short, with which the race detector is used: one worker at a time has
// the goroutines of TestCrash, and several workers those of TestPool.
func alone(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("adds no concurrency")
	}
}

// whole builds a worker of a package from its source: conditions, instrumentation,
// codec. It returns the signatures of the entries by name.
func whole(t *testing.T, pkg *load.Package) (*Binary, *wired, error) {
	t.Helper()
	c := cfg.Build(pkg.Source)
	rewritten, err := instrument.Rewrite(pkg, c, nil, instrument.Options{})
	if err != nil {
		return nil, nil, err
	}
	coder := harness.New(pkg)
	w := &wired{conditions: len(c.Conds), slots: rewritten.Slots, cfg: c, entry: map[string]int{}}
	var fns []*harness.Fn
	for _, f := range c.Funcs {
		fn, err := coder.Sign(f.Obj, harness.Options{})
		if err != nil {
			continue
		}
		w.entry[f.Name] = len(fns)
		w.signatures = append(w.signatures, fn.Sig)
		fns = append(fns, fn)
	}
	file := harness.File{Probe: RuntimePath("internal/probe")}
	if pkg.Name == "main" {
		file.Worker = RuntimePath("internal/worker")
	}
	bin, err := Build(context.Background(), BuildOptions{Pkg: pkg, Rewritten: rewritten.Files, Codec: coder.Generate(fns, file)})
	return bin, w, err
}

// wired holds the tables that a parent needs for the worker of a package.
type wired struct {
	cfg        *cfg.Package
	conditions int
	slots      int
	entry      map[string]int
	signatures []*input.Signature
}

func crashBinary(t *testing.T) (*Binary, *wired) {
	t.Helper()
	crashing.once.Do(func() {
		text, err := os.ReadFile("testdata/crash.txtar")
		if err != nil {
			t.Fatal(err)
		}
		crashing.bin, crashing.wired, crashing.err = whole(t, loadOne(t, unpack(t, string(text)), "."))
	})
	if crashing.err != nil {
		t.Fatal(crashing.err)
	}
	return crashing.bin, crashing.wired
}

// parts returns the parts of the sandbox that are available on this machine.
var parts = sync.OnceValue(func() sandbox.Parts { return sandbox.Probe(context.Background()) })

// options returns options with a short hang limit.
func (x *wired) options(t *testing.T) Options {
	return Options{
		Conditions: x.conditions, Slots: x.slots, Sandbox: parts(),
		Hang: 700 * time.Millisecond, Memory: 192 << 20, MaxStack: 16 << 20, TempDir: t.TempDir(),
	}
}

// search returns a search job that starts from each n below 20.
func (x *wired) search(name string) *worker.SearchJob {
	entry, ok := x.entry[name]
	if !ok {
		panic("no function " + name)
	}
	j := &worker.SearchJob{
		ID: uint32(entry) + 1, Entry: entry, Signature: x.signatures[entry],
		Target: worker.Target{Branch: worker.NoBranch}, Algorithm: worker.AVM, Evaluations: 100, Seed: 5,
	}
	for n := range uint64(20) {
		j.Starts = append(j.Starts, []uint64{n})
	}
	return j
}

func start(t *testing.T, x *wired, bin *Binary, opts Options) *Worker {
	t.Helper()
	w, err := Start(t.Context(), bin, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Close()
		if left := tree(t, opts.TempDir); left != "" {
			t.Errorf("left behind:\n%s", left)
		}
	})
	return w
}

// TestCrash: each way to end a process has the right kind of crash, exactly the
// three inputs that do so are confirmed, and the job finds the same inputs as one
// that avoids the three from the start.
func TestCrash(t *testing.T) {
	bin, x := crashBinary(t)
	for _, c := range []struct {
		name string
		kind CrashKind
		code func(n int) int
		text string
	}{
		{"Exit", Exit, func(n int) int { return n }, ""},
		{"Overflow", StackOverflow, nil, "fatal error: stack overflow"},
		{"RaceMap", Fatal, nil, "fatal error: concurrent map writes"},
		{"Fuel", Hang, nil, ""}, // the other goroutine is ended, this one sleeps on
		{"Allocate", OutOfMemory, nil, ""},
		{"AllocateAtOnce", OutOfMemory, nil, ""},
		{"Tables", OutOfMemory, nil, ""},
		{"Spin", Hang, nil, ""},
		{"Sleep", Hang, nil, ""},
		{"CloseAll", Garbled, nil, ""},
		{"CloseUnseen", Garbled, nil, ""},
		{"Scribble", Garbled, nil, ""},
		{"Litter", OutOfDisk, nil, ""},
		{"Kill", Signal, func(int) int { return 9 }, ""},
		{"KillGroup", Signal, func(int) int { return 15 }, ""},
		{"Quit", Fatal, nil, "SIGQUIT: quit"},
		{"Stop", Hang, nil, ""},
		{"Elsewhere", Panic, nil, "panic: in another goroutine: "},
		{"NoisyExit", Exit, func(int) int { return 0 }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name != "Exit" && c.name != "Spin" && c.name != "Litter" { // it exits, and two goroutines end it
				alone(t)
			}
			opts := x.options(t)
			if c.kind != Hang {
				opts.Hang = 30 * time.Second // what takes its time here is the machine
			}
			if (c.kind == OutOfDisk || c.name == "Tables") && opts.Sandbox == (sandbox.Parts{}) {
				t.Skip("nothing looks at the disk and at the kernel's memory")
			}
			if c.name == "KillGroup" {
				opts.Sandbox = sandbox.Parts{} // it would not let it
			}
			w := start(t, x, bin, opts)
			job := x.search(c.name)
			var heard []*worker.Found
			r, err := w.Search(t.Context(), job, func(f *worker.Found) { heard = append(heard, f) })
			if err != nil {
				t.Fatal(err)
			}
			var blamed []uint64
			for _, k := range r.Crashes {
				blamed = append(blamed, k.Vector...)
				if k.Kind != c.kind || !k.Confirmed || k.Entry != job.Entry || !strings.HasPrefix(k.Text, c.text) {
					t.Errorf("crash %+v, want %v", k, c.kind)
				}
				if c.code != nil && k.Code != c.code(int(k.Vector[0])) {
					t.Errorf("crash %+v with another code", k)
				}
				job.Avoid = append(job.Avoid, k.Vector)
			}
			bad, steps := []uint64{7, 11, 13}, 17
			if c.kind == Hang {
				bad, steps = []uint64{7}, 19
			}
			if r.GaveUp || !slices.Equal(blamed, bad) {
				t.Errorf("gave up: %v; blamed %v, not %v", r.GaveUp, blamed, bad)
			}
			if !reflect.DeepEqual(heard, r.Found) {
				t.Error("did not hear of what was found")
			}
			again, err := w.Search(t.Context(), job, nil)
			if err != nil || len(again.Crashes) > 0 {
				t.Fatalf("%v, %v", err, again.Crashes)
			}
			if !reflect.DeepEqual(r.Result, again.Result) || !reflect.DeepEqual(r.Found, again.Found) {
				t.Errorf("with crashes\n%+v\nwithout\n%+v", r.Result, again.Result)
			}
			if c.name == "CloseUnseen" {
				steps = 1
			}
			if n := len(x.covered(r)); n != steps {
				t.Errorf("%d steps of the ladder taken, want %d", n, steps)
			}
		})
	}
}

// covered returns the steps of the ladder that a search took.
func (x *wired) covered(r *SearchResult) []string {
	var names []string
	for _, f := range r.Found {
		for _, b := range f.Branches {
			if c := x.cfg.Cond(b); b%2 == 1 && c.Func.Name == "ladder" {
				names = append(names, x.cfg.BranchName(b))
			}
		}
	}
	return names
}
