package wire_test

import (
	"reflect"
	"testing"
	"unsafe"

	"nearmiss/internal/wire"

	"pgregory.net/rapid"
)

func memory(n int) []byte {
	w := make([]uint64, n/8+1)
	return unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), n)
}

// TestSharedBlame plays both sides: what the worker entered is what the
// parent blames, and nothing is blamed between calls.
func TestSharedBlame(t *testing.T) {
	b := memory(1 << 10)
	parent, err := wire.NewShared(b)
	if err != nil {
		t.Fatal(err)
	}
	worker, err := wire.OpenShared(b)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		job := rapid.Uint32().Draw(t, "job")
		entry := rapid.IntRange(0, 1000).Draw(t, "entry")
		runs := parent.Counters().Runs
		worker.StartJob(job, entry)
		if _, ok := parent.Blame(); ok {
			t.Fatal("blamed before the first call")
		}
		vs := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint64(), 0, worker.Capacity()), 1, 4).Draw(t, "vectors")
		for i, v := range vs {
			worker.Count(uint64(i))
			worker.Enter(v)
			got, ok := parent.Blame()
			if !ok || got.Job != job || got.Entry != entry || len(got.Vector) != len(v) {
				t.Fatalf("blame %+v, %v", got, ok)
			}
			if len(v) > 0 && !reflect.DeepEqual(got.Vector, v) {
				t.Fatalf("blamed %v, ran %v", got.Vector, v)
			}
			if !parent.Counters().Running {
				t.Fatal("not running within a call")
			}
			worker.Leave()
			if _, ok := parent.Blame(); ok {
				t.Fatal("blamed after the call came back")
			}
		}
		worker.Cover(3)
		c := parent.Counters()
		want := wire.Counters{Job: job, Evaluations: uint64(len(vs) - 1), Runs: runs + uint64(len(vs)), Covered: 3}
		if c != want {
			t.Fatalf("counters %+v, want %+v", c, want)
		}
	})
}

func TestSharedStop(t *testing.T) {
	b := memory(1 << 10)
	parent, _ := wire.NewShared(b)
	worker, _ := wire.OpenShared(b)
	for _, stop := range []bool{false, true, false} {
		parent.SetStop(stop)
		if worker.Stop() != stop {
			t.Errorf("stop = %v", !stop)
		}
	}
	parent.SetStop(true)
	worker.Enter([]uint64{1})
	parent.Reset()
	if _, ok := parent.Blame(); ok || worker.Stop() || parent.Counters().Runs != 0 {
		t.Error("Reset left something")
	}
}

// TestSharedTooLong: a vector that does not fit is run but never blamed.
func TestSharedTooLong(t *testing.T) {
	s, _ := wire.NewShared(memory(1 << 10))
	s.Enter(make([]uint64, s.Capacity()+1))
	if _, ok := s.Blame(); ok {
		t.Error("blamed half a vector")
	}
}

func TestSharedRefused(t *testing.T) {
	if _, err := wire.NewShared(memory(64)); err == nil {
		t.Error("too small passed")
	}
	if _, err := wire.NewShared(memory(1 << 10)[1:]); err == nil {
		t.Error("unaligned passed")
	}
	if _, err := wire.OpenShared(memory(1 << 10)); err == nil {
		t.Error("memory without magic passed")
	}
}
