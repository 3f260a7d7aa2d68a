package worker

import (
	"sync"
	"testing"
)

// TestFate: a call either comes back or is given up, whoever says so first, and what is
// said of a call that is over changes nothing.
func TestFate(t *testing.T) {
	var f callArbiter
	for run := uint64(1); run <= 20_000; run++ {
		var back, gone bool
		var done sync.WaitGroup
		done.Go(func() { back = f.recordReturn(run) })
		done.Go(func() { gone = f.giveUp(run) })
		done.Wait()
		if back == gone {
			t.Fatalf("call %d: came back %v, given up %v", run, back, gone)
		}
		if f.giveUp(run) || f.giveUp(run-1) {
			t.Fatalf("call %d: given up when it was over", run)
		}
	}
}
