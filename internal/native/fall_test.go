package native

import (
	"reflect"
	"testing"
	"time"

	"nearmiss/internal/worker"
	"nearmiss/search"
)

// TestFalls: a panic in a goroutine that the function has started is a survived crash of the
// input, and does not end the process. It does end the process if the go statement calls a
// function that could not be guarded.
func TestFalls(t *testing.T) {
	alone(t)
	bin, x := crashBinary(t)
	opts := x.options(t)
	opts.Hang, opts.Fuel = 30*time.Second, 1<<32 // one goroutine has to wait for a processor while the other counts
	w := start(t, x, bin, opts)
	pid := w.proc.cmd.Process.Pid
	job := x.search("Falls")
	r, err := w.Search(t.Context(), job, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Crash{
		{Text: "panic: runtime error: integer divide by zero", Vector: []uint64{1}, More: 1},
		{Text: "panic: runtime error: invalid memory address or nil pointer dereference", Vector: []uint64{3}},
		{Text: "panic: odd: 4", Vector: []uint64{4}, More: 3},
		{Text: "panic: two deep", Vector: []uint64{7}},
	}
	for i := range want {
		want[i].Kind, want[i].Confirmed, want[i].Survived, want[i].Entry = Panic, true, true, job.Entry
	}
	for i := range r.Crashes {
		if n := &r.Crashes[i].Evaluations; *n == 0 || *n > 100 {
			t.Errorf("evaluation %d", *n)
		} else {
			*n = 0
		}
	}
	if !reflect.DeepEqual(r.Crashes, want) {
		t.Errorf("crashes\n%+v, want\n%+v", r.Crashes, want)
	}
	if n := len(x.covered(r)); r.Result.Evaluations != 100 || r.Result.Status != search.Budget || n != 12 {
		t.Errorf("%+v, %d steps of the ladder, want 12", r.Result, n)
	}
	for _, n := range []uint64{1, 2, 3, 4, 5, 7, 8, 9} {
		one, err := w.Run(t.Context(), &worker.RunJob{ID: 200, Entry: job.Entry, Vector: []uint64{n}})
		if err != nil || one.Result != nil || one.Crash == nil || one.Crash.Kind != Panic || !one.Crash.Survived {
			t.Errorf("%d: %v, %+v", n, err, one)
		}
		small, err := w.Shrink(t.Context(), &worker.ShrinkJob{ID: 200, Entry: job.Entry, Signature: job.Signature, Vector: []uint64{n}, Evaluations: 20})
		if err != nil || small.Result != nil || len(small.Crashes) != 1 {
			t.Errorf("%d: %v, shrunk to %+v", n, err, small)
		}
	}
	m, err := w.Measure(t.Context(), &worker.MeasureJob{ID: 201, Entry: job.Entry, Vectors: [][]uint64{{0}, {1}, {2}, {6}}})
	if err != nil || len(m.Runs) != 4 || m.Runs[0].Avoided || !m.Runs[1].Avoided || !m.Runs[2].Avoided || m.Runs[3].Avoided || len(m.Crashes) != 1 || m.Crashes[0].More != 1 {
		t.Errorf("%v, %+v", err, m)
	}
	if w.proc == nil || w.proc.cmd.Process.Pid != pid {
		t.Error("the process was lost")
	}
	bare, err := w.Run(t.Context(), &worker.RunJob{ID: 202, Entry: job.Entry, Vector: []uint64{40}})
	if err != nil || bare.Crash == nil || bare.Crash.Kind != Panic || bare.Crash.Survived || !bare.Crash.Confirmed {
		t.Errorf("%v, %+v", err, bare)
	}
}
