package engine

import (
	"os/exec"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Work counts, in this process and in others, those that run and those that have ended; waiting does
// not count.
func TestClock(t *testing.T) {
	c := newClock()
	before, n := c.now(), 0
	for until := time.Now().Add(10 * time.Second); c.now() < before+100*time.Millisecond; n++ {
		if time.Now().After(until) {
			t.Fatalf("a loop of %d turns takes no time", n)
		}
	}
	const loop = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"
	before = c.read()
	ended := exec.Command("sh", "-c", loop)
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	took := ended.ProcessState.UserTime() + ended.ProcessState.SystemTime()
	if d := c.now() - before; d < took || d >= 2*took {
		t.Errorf("a loop of another process takes %v by the clock, and %v", d, took)
	}
	before = c.read()
	running := exec.Command("sh", "-c", loop+"; echo; read end")
	in, _ := running.StdinPipe()
	out, _ := running.StdoutPipe()
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // the loop is over, the process is not
	if d := c.read() - before; d < took/2 || d >= 2*took {
		t.Errorf("a loop of a process that runs takes %v by the clock, and took %v", d, took)
	}
	in.Close()
	running.Wait()
	if d := c.read() - before; d < took/2 || d >= 2*took {
		t.Errorf("a process that has ended counts %v, and its loop took %v", d, took)
	}
}

// The clock never goes back, whatever starts and ends.
func TestClockGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		var running []*exec.Cmd
		last := time.Duration(0)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "starts") || len(running) == 0 {
				cmd := exec.Command("sleep", "60")
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				running = append(running, cmd)
			} else {
				running[0].Process.Kill()
				running[0].Wait()
				running = running[1:]
			}
			for _, now := range []time.Duration{c.now(), c.read(), c.now()} {
				if now < last {
					t.Errorf("the clock goes back from %v to %v", last, now)
				}
				last = now
			}
		}
		for _, cmd := range running {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
}
