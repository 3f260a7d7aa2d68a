package testcheck

import (
	"testing"
	"time"
)

// TestRunLimit: the runs of the last binary may take the time that is left, though there is none for
// another round.
func TestRunLimit(t *testing.T) {
	c := &checker{runner: &runner{opts: Options{Timeout: time.Minute, Deadline: time.Now().Add(20 * time.Second)}}, buildTime: 2 * time.Minute}
	if d := c.runLimit(); d > 0 {
		t.Errorf("%v for a run of a round", d)
	}
	c.report.Late = true
	if d := c.runLimit(); d < time.Second {
		t.Errorf("%v for a run of the last binary", d)
	}
}
