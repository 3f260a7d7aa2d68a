package cover

import (
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// TestCautious: of the jobs of a function that has hung few draw from all integers, and
// each ends at the first input that hangs; a hang that was none when the input was run
// alone says nothing.
func TestCautious(t *testing.T) {
	f := &function{}
	bold := func() (n int) {
		for range 100 {
			j := &worker.SearchJob{}
			f.beCautious(j)
			if !j.Limits.Modest {
				n++
			}
			if want := min(1, f.caution.hung) * native.SlowWeight; j.Crashes != want || len(j.Avoid) != min(f.caution.hung, mostAvoid) {
				t.Errorf("behind %d hangs a job may crash %d times, want %d, and avoids %d inputs", f.caution.hung, j.Crashes, want, len(j.Avoid))
			}
		}
		return n
	}
	hang := &native.Crash{Kind: native.Hang, Vector: []uint64{1}}
	if f.hangs(hang); bold() != 100 {
		t.Error("there is caution though no hang was confirmed")
	}
	hang.Confirmed = true
	for range mostAvoid + 1 {
		if f.hangs(hang); bold() != 100/anyIntegersEvery {
			t.Errorf("behind %d hangs it is not one job of %d that is bold", f.caution.hung, anyIntegersEvery)
		}
	}
}

// Functions of a package that share a slow type are searched with care before each has hung.
func TestHangs(t *testing.T) {
	hung := &native.SearchResult{Crashes: []native.Crash{{Kind: native.Exit}, {Kind: native.Hang}}}
	ended := &native.SearchResult{Crashes: []native.Crash{{Kind: native.Exit}}}
	for _, tt := range []struct {
		name        string
		hung, ended int
		want        bool
	}{
		{"no job", 0, 0, false},
		{"few jobs", 3, 0, false},
		{"half of the jobs", 4, 4, true},
		{"less than half", 4, 5, false},
	} {
		var h hangCount
		for range tt.hung {
			h.add(hung)
		}
		for i := range tt.ended {
			h.add([]*native.SearchResult{ended, nil}[i%2]) // nil: the job did not run
		}
		if got := h.most(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
