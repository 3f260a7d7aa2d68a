package main

import (
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestProcessorClock asserts that work counts, in this process and in others,
// and that waiting does not.
func TestProcessorClock(t *testing.T) {
	c, err := newProcessorClock()
	if err != nil {
		if runtime.GOOS != "linux" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	before := c.now()
	n := 0
	for until := time.Now().Add(10 * time.Second); c.now() < before+100*time.Millisecond; n++ {
		if time.Now().After(until) {
			t.Fatalf("a loop of %d turns takes no time", n)
		}
	}
	before = c.now()
	loop := exec.Command("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done")
	if err := loop.Run(); err != nil {
		t.Fatal(err)
	}
	took := loop.ProcessState.UserTime() + loop.ProcessState.SystemTime()
	c.at = time.Time{} // look again
	if d := c.now() - before; d < took/2 || d >= 2*took {
		t.Errorf("a loop of another process takes %v, and waiting for it takes %v", took, d-took)
	}
}
