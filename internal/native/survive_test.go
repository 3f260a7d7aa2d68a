package native

import (
	"reflect"
	"testing"
	"time"

	"nearmiss/internal/worker"
	"nearmiss/search"
)

// TestLeavesBehind: runs that wait for ever, end their goroutine or fill the
// memory cost one evaluation each and nothing else, in each process and order.
func TestLeavesBehind(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	opts := x.options(t)
	opts.Hang, opts.Fuel = 20*time.Second, 1<<30
	for _, name := range []string{"Deadlock", "Mutex", "Group", "Cond", "NilChannel", "Queue", "Helper", "Goexit", "GoexitBeside", "Hoard", "Naps"} {
		t.Run(name, func(t *testing.T) {
			w := start(t, x, bin, opts)
			pid := w.proc.cmd.Process.Pid
			job := x.search(name)
			first, err := w.Search(t.Context(), job, nil)
			if err != nil || len(first.Crashes) > 0 || first.Lost != 0 {
				t.Fatalf("%v, %v", err, first.Crashes)
			}
			if n := len(x.covered(first)); n != 17 || first.Result.Evaluations != 100 {
				t.Errorf("%d steps of the ladder taken, want 17; %d evaluations", n, first.Result.Evaluations)
			}
			again, err := w.Search(t.Context(), job, nil)
			if err != nil || !reflect.DeepEqual(first.Result, again.Result) || !reflect.DeepEqual(first.Found, again.Found) {
				t.Errorf("%v; first\n%+v\nthen\n%+v", err, first.Result, again.Result)
			}
			if w.proc == nil || w.proc.cmd.Process.Pid != pid {
				t.Error("the process was lost")
			}
		})
	}
}

// TestBlocked: a job whose runs all block ends early. A process with many
// blocked goroutines is replaced by another one, without effect on the results.
func TestBlocked(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	pids := map[int]bool{}
	for range 2 {
		job := x.search("Blocked")
		job.Evaluations = 10_000
		r, err := w.Search(t.Context(), job, nil)
		if err != nil || len(r.Crashes) > 0 || r.Result.Status != search.Stopped || r.Result.Evaluations != 256 {
			t.Fatalf("%v, %v, %+v", err, r.Crashes, r.Result)
		}
		pids[w.proc.cmd.Process.Pid] = true
	}
	if len(pids) != 2 {
		t.Errorf("%d processes, want 2", len(pids))
	}
}

// TestLeaky: a process with many leaked goroutines is replaced by another one,
// without effect on the results.
func TestLeaky(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	pids := map[int]bool{}
	for range 8 {
		job := x.search("Leaky")
		job.Evaluations = 35
		r, err := w.Search(t.Context(), job, nil)
		if n := len(x.covered(r)); err != nil || len(r.Crashes) > 0 || r.Result.Evaluations != 35 || n != 20 {
			t.Fatalf("%v, %v, %+v, %d steps of the ladder", err, r.Crashes, r.Result, n)
		}
		pids[w.proc.cmd.Process.Pid] = true
	}
	if len(pids) != 2 {
		t.Errorf("%d processes, want 2", len(pids))
	}
}

// TestVast: runs that ask for more memory than there is end at once, and the
// process goes on.
func TestVast(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	pid := w.proc.cmd.Process.Pid
	job := x.search("Vast")
	job.Evaluations, job.Starts = 1000, job.Starts[:7]
	r, err := w.Search(t.Context(), job, nil)
	if err != nil || len(r.Crashes) > 0 || r.Result.Evaluations != 1000 || len(r.Found) > 0 || w.proc.cmd.Process.Pid != pid {
		t.Errorf("%v, %v, %+v, found %v", err, r.Crashes, r.Result, r.Found)
	}
	for n := range uint64(2) {
		r, err := w.Run(t.Context(), &worker.RunJob{ID: 200, Entry: x.entry["Vast"], Vector: []uint64{n}})
		if err != nil || r.Crash != nil || r.Result.Outcome != worker.FuelOut {
			t.Errorf("%d: %v, %+v", n, err, r)
		}
	}
}

// TestNever: a run that waits for an event that cannot happen ends at once, and
// leaves no goroutine: a job makes all its evaluations in one process and covers
// nothing, for each seed and number of workers.
func TestNever(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	pid := w.proc.cmd.Process.Pid
	var jobs []*worker.SearchJob
	for seed := range uint64(2) {
		job := x.search("Never")
		job.Evaluations, job.Seed, job.ID = 2_000, seed, uint32(seed)+100
		job.Starts = job.Starts[:7]
		jobs = append(jobs, job)
	}
	var want []*SearchResult
	for _, job := range jobs {
		r, err := w.Search(t.Context(), job, nil)
		if err != nil || len(r.Crashes) > 0 || r.Result.Status != search.Budget || r.Result.Evaluations != 2_000 || len(r.Found) > 0 {
			t.Fatalf("%v, %v, %+v, found %v", err, r.Crashes, r.Result, r.Found)
		}
		want = append(want, r)
	}
	if r, err := w.Search(t.Context(), x.search("Ready"), nil); err != nil || len(x.covered(r)) != 20 {
		t.Errorf("%v: nil channels beside others: %+v", err, r)
	}
	for n := range uint64(7) {
		r, err := w.Run(t.Context(), &worker.RunJob{ID: 200, Entry: x.entry["Never"], Vector: []uint64{n}})
		if err != nil || r.Crash != nil || r.Result.Outcome != worker.FuelOut || r.Result.LeftGoroutines != 0 {
			t.Errorf("%d: %v, %+v", n, err, r)
		}
	}
	if w.proc.cmd.Process.Pid != pid {
		t.Error("the process was lost")
	}
	for workers := 1; workers <= 2; workers++ {
		pool, err := NewPool(t.Context(), bin, x.options(t), workers)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pool.Search(t.Context(), jobs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range got {
			if !reflect.DeepEqual(r.Result, want[i].Result) {
				t.Errorf("%d workers: %+v, not %+v", workers, r.Result, want[i].Result)
			}
		}
		pool.Close()
	}
}

// TestCrashBudget: a job that may crash once stops at the first crash.
func TestCrashBudget(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	w := start(t, x, bin, x.options(t))
	for _, c := range []struct{ budget, crashes int }{{1, 1}, {2, 2}, {0, 3}} {
		job := x.search("Exit")
		job.Crashes = c.budget
		r, err := w.Search(t.Context(), job, nil)
		if err != nil || len(r.Crashes) != c.crashes || r.GaveUp != (c.budget > 0) || r.Lost <= 0 || r.Lost > r.Elapsed {
			t.Errorf("budget %d: %v, %v, gave up: %v, lost %v of %v", c.budget, err, r.Crashes, r.GaveUp, r.Lost, r.Elapsed)
		}
		if n := uint64(len(x.covered(r))); c.budget == 1 && n != 7 {
			t.Errorf("%d steps taken before the crash", n)
		}
	}
}

// TestHangTime: jobs with less fuel are watched more closely, within bounds.
func TestHangTime(t *testing.T) {
	o := Options{}.withDefaults()
	last := time.Duration(0)
	for fuel := uint64(1); fuel <= 2*o.Fuel; fuel *= 2 {
		h := o.hangLimit(fuel, 0)
		if h < last || h < o.Hang/8 || h > o.Hang {
			t.Errorf("fuel %d: %v after %v", fuel, h, last)
		}
		last = h
	}
	if o.hangLimit(0, 0) != o.Hang || o.hangLimit(o.Fuel, 0) != o.Hang || o.hangLimit(o.Fuel/2, 0) != o.Hang/2 {
		t.Error("not in proportion")
	}
	if o.hangLimit(0, time.Nanosecond) != o.Hang/32 || o.hangLimit(0, o.Hang/8) != o.Hang/4 || o.hangLimit(1, time.Hour) != o.Hang/8 {
		t.Error("not in proportion to the time of the job")
	}
}
