package worker

import (
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// sides are the parent's and the worker's view of one memory of so many words.
func sides(t *testing.T, words int) (parent, worker *Shared) {
	t.Helper()
	w := make([]uint64, words)
	parent = View(w)
	parent.Reset()
	worker, err := OpenShared(bytesIn(w))
	if err != nil {
		t.Fatal(err)
	}
	return parent, worker
}

func bytesIn(w []uint64) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), 8*len(w)) }

// TestSharedLatest plays both sides: what the worker entered is what the
// parent blames, and nothing is blamed between calls.
func TestSharedLatest(t *testing.T) {
	parent, worker := sides(t, 128)
	if v, inCall := parent.Latest(); v != nil || inCall {
		t.Fatal("blamed before the first call")
	}
	rapid.Check(t, func(t *rapid.T) {
		job := rapid.Uint32().Draw(t, "job")
		runs := parent.Counters().Runs
		worker.StartJob(job)
		vs := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint64(), 0, worker.Capacity()), 1, 4).Draw(t, "vectors")
		for i, v := range vs {
			worker.Count(uint64(i))
			worker.Enter(v)
			if got, inCall := parent.Latest(); !inCall || got == nil || !slices.Equal(got, v) {
				t.Fatalf("blamed %v, ran %v", got, v)
			}
			if !parent.Counters().Running {
				t.Fatal("not running within a call")
			}
			worker.Leave()
			if got, inCall := parent.Latest(); inCall || !slices.Equal(got, v) {
				t.Fatalf("suspected %v, ran %v", got, v)
			}
		}
		c := parent.Counters()
		want := Counters{Job: job, Evaluations: uint64(len(vs) - 1), Runs: runs + uint64(len(vs))}
		if c != want {
			t.Fatalf("counters %+v, want %+v", c, want)
		}
	})
}

func TestSharedStop(t *testing.T) {
	parent, worker := sides(t, 128)
	for _, stop := range []uint64{0, 1, 0, 1} {
		parent.words[wordStop] = stop
		if worker.Stop() != (stop == 1) {
			t.Errorf("stop = %v", !worker.Stop())
		}
	}
	worker.Enter([]uint64{1})
	parent.Reset()
	if v, _ := parent.Latest(); v != nil || worker.Stop() || parent.Counters().Runs != 0 {
		t.Error("Reset left something")
	}
}

// TestSharedTooLong: a vector that does not fit is run but never blamed.
func TestSharedTooLong(t *testing.T) {
	s, _ := sides(t, 128)
	s.Enter(make([]uint64, s.Capacity()+1))
	if v, _ := s.Latest(); v != nil {
		t.Error("blamed half a vector")
	}
}

func TestSharedRefused(t *testing.T) {
	w := make([]uint64, 128)
	for name, b := range map[string][]byte{"too small": bytesIn(w[:8]), "unaligned": bytesIn(w)[1:], "without magic": bytesIn(w)} {
		if _, err := OpenShared(b); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
