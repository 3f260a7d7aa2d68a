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
