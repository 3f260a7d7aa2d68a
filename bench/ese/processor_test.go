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
	if err := exec.Command("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done").Run(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * lookUp)
	if d := c.now() - before; d < 50*time.Millisecond {
		t.Errorf("a loop of another process takes %v", d)
	}
	before = c.now()
	time.Sleep(300 * time.Millisecond)
	if d := c.now() - before; d > 200*time.Millisecond {
		t.Errorf("waiting takes %v", d)
	}
}
