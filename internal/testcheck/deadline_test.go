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

// TestRoundsEnd: runs with the race detector leave time to print what it has not found guilty; runs without it leave
// time for the detector, too; the last runs leave time to write.
func TestRoundsEnd(t *testing.T) {
	end := time.Now()
	c := &checker{runner: &runner{opts: Options{Deadline: end}}, buildTime: 5 * time.Second, vetTime: 2 * time.Second, raceTime: 4 * time.Second}
	for _, tt := range []struct {
		name                  string
		race, late, passedVet bool
		want                  time.Duration
	}{
		{"a round", false, false, false, 3*time.Second + lastWrite + c.raceTime},
		{"a round after go vet", false, false, true, time.Second + lastWrite + c.raceTime},
		{"races", true, false, false, 3*time.Second + lastWrite},
		{"races after go vet", true, true, true, time.Second + lastWrite},
		{"the last runs", false, true, true, lastWrite},
	} {
		if c.race, c.report.Late, c.passedVet = tt.race, tt.late, tt.passedVet; !c.roundsEnd().Equal(end.Add(-tt.want)) {
			t.Errorf("%s: %v before the deadline, want %v", tt.name, end.Sub(c.roundsEnd()), tt.want)
		}
	}
	if c.opts.Deadline = (time.Time{}); !c.roundsEnd().IsZero() {
		t.Error("an end without a deadline")
	}
}
