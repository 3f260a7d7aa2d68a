package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nearmiss/input"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// TestSurvives: runs that do not end the process are no crashes.
func TestSurvives(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	for _, name := range []string{"Stubborn", "Noisy", "Files"} {
		r, err := w.Search(t.Context(), x.search(name), nil)
		if err != nil {
			t.Fatal(err)
		}
		steps := 20
		if name == "Stubborn" {
			steps = 17
		}
		if n := len(x.covered(r)); len(r.Crashes) > 0 || n != steps || r.Result.Evaluations != 100 {
			t.Errorf("%s: crashes %v, %d steps, %d evaluations", name, r.Crashes, n, r.Result.Evaluations)
		}
	}
	r, err := w.Run(t.Context(), &worker.RunJob{ID: 9, Entry: x.entry["Stubborn"], Vector: []uint64{7}})
	if err != nil || r.Crash != nil || r.Result.Job != 9 || r.Result.Outcome != worker.FuelOut {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestUnattributed: a goroutine of an earlier run ends the process during a
// later run. No crash is confirmed, and the job runs to its end.
func TestUnattributed(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	r, err := w.Search(t.Context(), x.search("Later"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Crashes) == 0 || r.GaveUp {
		t.Fatalf("crashes %v, gave up: %v", r.Crashes, r.GaveUp)
	}
	for _, c := range r.Crashes {
		if c.Confirmed || c.Kind != Exit || c.Code != 9 {
			t.Errorf("crash %+v", c)
		}
		if !strings.HasSuffix(c.String(), "(not attributable to one input)") {
			t.Errorf("crash called %q", c.String())
		}
	}
	if n := len(x.covered(r)); n < 19 {
		t.Errorf("%d steps", n)
	}
}

// TestGivesUp: a job that always crashes ends, and says so.
func TestGivesUp(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	opts := x.options(t)
	opts.MaxCrashes = 5
	w := start(t, x, bin, opts)
	r, err := w.Search(t.Context(), x.search("Always"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !r.GaveUp || len(r.Crashes) != 5 || len(r.Found) != 0 {
		t.Errorf("gave up: %v, %d crashes, %d found", r.GaveUp, len(r.Crashes), len(r.Found))
	}
	for i, c := range r.Crashes {
		if c.Evaluations != uint64(i+1) {
			t.Errorf("crash %d at evaluation %d", i, c.Evaluations)
		}
	}
	if r.Result.Evaluations != 5 || r.Result.Status != search.Budget {
		t.Errorf("result %+v", r.Result)
	}
}

// TestRun: an input that ends its process has a crash; an input that ran in a
// dying process is run again.
func TestRun(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	job := func(name string, n uint64) *worker.RunJob {
		return &worker.RunJob{ID: 3, Entry: x.entry[name], Vector: []uint64{n}}
	}
	for _, c := range []struct {
		name    string
		n       uint64
		outcome worker.Outcome
		out     []uint64
	}{
		{"Exit", 4, worker.Returned, []uint64{4}},
		{"Goexit", 7, worker.Goexit, nil},
		{"Later", 7, worker.Returned, []uint64{7}}, // and ends the process while the next one sleeps
		{"Later", 8, worker.Returned, []uint64{8}},
	} {
		r, err := w.Run(t.Context(), job(c.name, c.n))
		if err != nil || r.Result == nil {
			t.Fatalf("%s(%d): %+v, %v", c.name, c.n, r, err)
		}
		if r.Result.Job != 3 || r.Result.Outcome != c.outcome || !slices.Equal(r.Result.Out, c.out) {
			t.Errorf("%s(%d): %+v", c.name, c.n, r.Result)
		}
		if r.Crash != nil && (r.Crash.Confirmed || c.n != 8) {
			t.Errorf("%s(%d): crash %+v", c.name, c.n, r.Crash)
		}
	}
	r, err := w.Run(t.Context(), job("Exit", 11))
	if err != nil {
		t.Fatal(err)
	}
	want := &Crash{Kind: Exit, Code: 11, Entry: x.entry["Exit"], Vector: []uint64{11}, Confirmed: true, Evaluations: 1}
	if r.Result != nil || !reflect.DeepEqual(r.Crash, want) {
		t.Errorf("%+v, crash %+v", r, r.Crash)
	}
}

// TestShrink: shrinking goes around inputs that end the process.
func TestShrink(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	entry := x.entry["Sum"]
	vector := []uint64{7, 50, 60, 70, 0, 0, 0}
	run, err := w.Run(t.Context(), &worker.RunJob{Entry: entry, Vector: vector})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Shrink(t.Context(), &worker.ShrinkJob{
		ID: 1, Entry: entry, Signature: x.signatures[entry], Vector: vector, Keep: run.Result.Covered, Evaluations: 10000,
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.GaveUp || len(r.Crashes) == 0 || !slices.Equal(r.Result.Covered, run.Result.Covered) {
		t.Errorf("gave up: %v, crashes %v, result %+v", r.GaveUp, r.Crashes, r.Result)
	}
	for _, c := range r.Crashes {
		if !c.Confirmed || c.Kind != Exit || c.Vector[0] != 4 {
			t.Errorf("crash %+v", c)
		}
	}
	if got := r.Result.Vector; len(got) > 5 {
		t.Errorf("shrunk to %v", got)
	}

	r, err = w.Shrink(t.Context(), &worker.ShrinkJob{ID: 2, Entry: entry, Signature: x.signatures[entry], Vector: []uint64{4, 0, 0, 0}, Evaluations: 10})
	if err != nil || !r.GaveUp || r.Result != nil || len(r.Crashes) != 1 {
		t.Errorf("of an input that crashes: %+v, %v", r, err)
	}

	// The input that closed the descriptors cannot be located here: the vector stays.
	entry = x.entry["SumClose"]
	r, err = w.Shrink(t.Context(), &worker.ShrinkJob{ID: 3, Entry: entry, Signature: x.signatures[entry], Vector: vector, Evaluations: 100})
	if err != nil || r.Result == nil || len(r.Crashes) > 0 && !r.GaveUp {
		t.Errorf("of an input beside one that closes: %+v, %v", r, err)
	}
	if r.GaveUp && !slices.Equal(r.Result.Vector, vector) {
		t.Errorf("kept %v", r.Result.Vector)
	}
}

// TestCancel: a search whose context ends answers with its findings until then.
func TestCancel(t *testing.T) {
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	job := x.search("Long")
	job.Evaluations = 1 << 40
	ctx, cancel := context.WithCancel(t.Context())
	r, err := w.Search(ctx, job, func(*worker.Found) { cancel() })
	if !errors.Is(err, context.Canceled) || r.Result.Status != search.Stopped || r.Result.Evaluations == 0 || len(r.Result.Bests) == 0 {
		t.Errorf("%+v, %v", r.Result, err)
	}
	pid := w.proc.cmd.Process.Pid

	job.Evaluations = 50
	r, err = w.Search(t.Context(), job, nil)
	if err != nil || r.Result.Evaluations != 50 || w.proc.cmd.Process.Pid != pid {
		t.Errorf("afterwards: %+v, %v", r.Result, err)
	}

	// A worker that does not answer is killed, and its earlier findings are kept.
	opts := x.options(t)
	opts.StopGrace, opts.Hang = 50*time.Millisecond, time.Hour
	w = start(t, x, bin, opts)
	ctx, cancel = context.WithCancel(t.Context())
	r, err = w.Search(ctx, x.search("Sleep"), func(f *worker.Found) {
		if f.Vector[0] == 6 {
			time.AfterFunc(50*time.Millisecond, cancel)
		}
	})
	if !errors.Is(err, context.Canceled) || len(r.Crashes) > 0 || len(r.Found) < 7 || r.Result.Evaluations == 0 {
		t.Errorf("%+v, %+v, %v", r, r.Result, err)
	}
	if n := children(t); n != 1 { // the first worker
		t.Errorf("%d processes are there", n)
	}
}

// TestTime: a job whose time is over at once still runs one input, even one that ends the process,
// and returns no error; the next job has its own time limit.
func TestTime(t *testing.T) {
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	for _, name := range []string{"Long", "Always"} {
		job := x.search(name)
		job.Evaluations, job.Time = 1<<40, 1
		r, err := w.Search(t.Context(), job, nil)
		if err != nil || r.Result.Status != search.Stopped || r.Result.Evaluations == 0 || len(r.Crashes) > 1 {
			t.Errorf("%s: %+v, %d crashes, %v", name, r.Result, len(r.Crashes), err)
		}
	}
	job := x.search("Long")
	job.Evaluations = 50
	if r, err := w.Search(t.Context(), job, nil); err != nil || r.Result.Evaluations != 50 {
		t.Errorf("afterwards: %+v, %v", r.Result, err)
	}
}

// children counts the processes that this one started, zombies too.
func children(t *testing.T) int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		t.Skip("no /proc")
	}
	n := 0
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if fields[1] == strconv.Itoa(os.Getpid()) {
			n++
		}
	}
	return n
}

// TestPool: results are in the order of jobs and do not depend on the number of
// workers, with and without crashes; no process outlives the pool.
func TestPool(t *testing.T) {
	bin, x := crashBinary(t)
	var jobs []*worker.SearchJob
	for i, name := range []string{"Exit", "Long", "Overflow", "Kill", "Deadlock", "Stubborn", "Exit", "CloseUnseen"} {
		j := x.search(name)
		j.ID, j.Seed, j.Evaluations = uint32(i), uint64(i), 500
		jobs = append(jobs, j)
	}
	var first []*SearchResult
	for _, n := range []int{1, 5} {
		opts := x.options(t)
		p, err := NewPool(t.Context(), bin, opts, n)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p.Entries(), p.workers[n-1].Entries()) || len(p.Entries()) != len(x.entry) {
			t.Errorf("entries %v", p.Entries())
		}
		heard := make([]int, len(jobs))
		rs, err := p.Search(t.Context(), jobs, func(i int, f *worker.Found) { heard[i]++ })
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		for i, r := range rs {
			if r.Result.Job != jobs[i].ID || heard[i] != len(r.Found) {
				t.Errorf("job %d: answer to %d, heard of %d, found %d", i, r.Result.Job, heard[i], len(r.Found))
			}
			r.Elapsed, r.Lost = 0, 0
			sum += r.Result.Evaluations
		}
		if got := p.Progress(); got.Evaluations != sum {
			t.Errorf("progress %+v, want %d", got, sum)
		}
		if first == nil {
			first = rs
		} else if !reflect.DeepEqual(rs, first) {
			t.Errorf("%d workers: other results", n)
		}
		runs, err := p.Run(t.Context(), []*worker.RunJob{{ID: 1, Entry: x.entry["Exit"], Vector: []uint64{3}}, {ID: 2, Entry: x.entry["Exit"], Vector: []uint64{7}}})
		if err != nil || runs[0].Result.Out[0] != 3 || runs[1].Crash.Code != 7 {
			t.Errorf("runs %+v, %v", runs, err)
		}
		p.Close()
		if left := tree(t, opts.TempDir); left != "" {
			t.Errorf("left behind:\n%s", left)
		}
	}
	if n := children(t); n != 0 {
		t.Errorf("%d processes are there", n)
	}
}

func TestPoolCancelled(t *testing.T) {
	bin, x := crashBinary(t)
	p, err := NewPool(t.Context(), bin, x.options(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var jobs []*worker.SearchJob
	for range 6 {
		j := x.search("Long")
		j.Evaluations = 1 << 40
		jobs = append(jobs, j)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	rs, err := p.Search(ctx, jobs, nil)
	if !errors.Is(err, context.Canceled) || rs[0] == nil || rs[1] == nil || rs[5] != nil || rs[0].Result.Evaluations == 0 {
		t.Errorf("%+v, %v", rs, err)
	}
}

// TestStartError: packages whose initialization goes wrong.
func TestStartError(t *testing.T) {
	alone(t)
	for _, c := range []struct{ name, body, want string }{
		{"exit", "os.Exit(5)", "the initialization of package example.com/start ends the process: os.Exit(5)"},
		{"panic", `panic("no " + os.Args[0][:0])`, "the initialization of package example.com/start ends the process: panic: no "},
		{"hang", "select {}", "the initialization of package example.com/start ends the process: deadlock"},
		{"sleep", "time.Sleep(time.Hour)", "the initialization of package example.com/start does not end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := unpack(t, fmt.Sprintf("-- go.mod --\nmodule example.com/start\n\ngo 1.26\n-- p.go --\npackage start\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n\nvar _, _ = os.Args, time.Now\n\nfunc init() { %s }\n\nfunc F(n int) bool { return n > 1 }\n", c.body))
			bin, x, err := whole(t, loadOne(t, dir, "."))
			if err != nil {
				t.Fatal(err)
			}
			defer bin.Close()
			opts := x.options(t)
			opts.StartTimeout = time.Second
			w, err := Start(t.Context(), bin, opts)
			if err == nil {
				w.Close()
			}
			var se *StartError
			if !errors.As(err, &se) || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
			if left := tree(t, opts.TempDir); left != "" {
				t.Errorf("left behind:\n%s", left)
			}
		})
	}
}

// TestSecondStart: a worker that an interrupt from the terminal ended before it was ready, or that was
// not ready in time, is replaced, once.
func TestSecondStart(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	bin, x := crashBinary(t)
	for _, script := range []string{"kill -INT $$", "sleep 1000"} {
		for _, times := range []int{1, 2} {
			opts := x.options(t)
			opts.Sandbox = sandbox.Parts{}
			opts.StartTimeout = 2 * time.Second
			left := times
			opts.Launch = func(cmd *exec.Cmd) error {
				if left--; left >= 0 {
					cmd.Args, cmd.Path = []string{"sh", "-c", script}, sh
				}
				return nil
			}
			w, err := Start(t.Context(), bin, opts)
			if (err == nil) != (times == 1) || left > 0 {
				t.Errorf("%d times %s: %v, %d starts left", times, script, err, left)
			}
			if err == nil {
				w.Close()
			}
		}
	}
}

// TestLaunch: Options.Launch can make another command start the worker.
func TestLaunch(t *testing.T) {
	alone(t)
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	bin, x := crashBinary(t)
	opts := x.options(t)
	opts.Sandbox = sandbox.Parts{} // it would not let a shell be executed
	mark := filepath.Join(t.TempDir(), "launched")
	opts.Launch = func(cmd *exec.Cmd) error {
		cmd.Args = []string{"sh", "-c", `echo "$PWD" > "$0"; exec "$1"`, mark, cmd.Path}
		cmd.Path = sh
		return nil
	}
	w := start(t, x, bin, opts)
	r, err := w.Search(t.Context(), x.search("Exit"), nil)
	if err != nil || len(r.Crashes) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	text, err := os.ReadFile(mark)
	if dir := strings.TrimSpace(string(text)); err != nil || filepath.Dir(dir) != opts.TempDir {
		t.Errorf("launched in %q, %v", dir, err)
	}
	opts.Launch = func(*exec.Cmd) error { return errors.New("not today") }
	if _, err := Start(t.Context(), bin, opts); err == nil || err.Error() != "cannot launch the worker: not today" {
		t.Errorf("error %v", err)
	}
}

func TestOptionsValidate(t *testing.T) {
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
	err := Options{Conditions: -1, Memory: 1, Hang: -1}.Validate()
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("error %v", err)
	}
}

// TestWholeWay runs real packages, from the source to a search in the worker.
func TestWholeWay(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	for _, c := range []struct{ dir, pattern, fn string }{
		{"plain", "./cmd/tool", "twice"},
		{"vend", "example.com/dep", "Twice"},
		{".", "strconv", "ParseInt"},
		{".", "unicode/utf8", "DecodeRuneInString"},
		{".", "text/scanner", "digitVal"},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			pkg := loadOne(t, filepath.Join(dir, c.dir), c.pattern)
			bin, x, err := whole(t, pkg)
			if err != nil {
				t.Fatal(err)
			}
			defer bin.Close()
			w := start(t, x, bin, x.options(t))
			entry, ok := x.entry[c.fn]
			if !ok {
				t.Fatalf("no entry %s in %v", c.fn, x.entry)
			}
			job := &worker.SearchJob{
				Entry: entry, Signature: x.signatures[entry], Target: worker.Target{Branch: worker.NoBranch},
				Algorithm: worker.Random, Evaluations: 2000, Seed: 1,
				Seeds: input.Seeds{Strings: []string{"/a/../b", "12", "é"}, Ints: []int64{'3', 'a', 'F'}},
			}
			r, err := w.Search(t.Context(), job, nil)
			if err != nil || len(r.Crashes) > 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			taken := map[uint32]bool{}
			for _, f := range r.Found {
				for _, b := range f.Branches {
					taken[b] = true
				}
			}
			if f := x.cfg.Func(c.fn); len(taken) < len(f.Conds) {
				t.Errorf("%d branches taken, %d conditions", len(taken), len(f.Conds))
			}
		})
	}
}
