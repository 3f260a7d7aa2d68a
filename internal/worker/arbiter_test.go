package worker

import (
	"sync"
	"testing"
)

// TestCallArbiter: the first report on a call, its return or its giving up, decides. Later reports
// on the call change nothing.
func TestCallArbiter(t *testing.T) {
	var a callArbiter
	for run := uint64(1); run <= 20_000; run++ {
		var back, gone bool
		var done sync.WaitGroup
		done.Go(func() { back = a.recordReturn(run) })
		done.Go(func() { gone = a.giveUp(run) })
		done.Wait()
		if back == gone {
			t.Fatalf("call %d: came back %v, given up %v", run, back, gone)
		}
		if a.giveUp(run) || a.giveUp(run-1) {
			t.Fatalf("call %d: given up when it was over", run)
		}
	}
}
