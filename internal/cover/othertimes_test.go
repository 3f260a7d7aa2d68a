package cover

import (
	"context"
	"errors"
	"testing"
	"time"

	"nearmiss/internal/versions"
)

// TestOtherTimes: whenever the cases run, their runs at other times see all days of the week, a leap day, another century, each half of
// the day, and three quarters of the year at least.
func TestOtherTimes(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 30, 0, 0, time.UTC)
	for range 5000 {
		now = now.Add(31*time.Hour + 17*time.Minute)
		weekdays, quarters, halves := map[time.Weekday]bool{}, map[int]bool{}, map[bool]bool{}
		leapDay, century := false, false
		for _, ahead := range append(otherTimes(now), 0, nextDecade, lastYear) {
			at := now.Add(ahead)
			weekdays[at.Weekday()], quarters[int(at.Month()-1)/3], halves[at.Hour() < 12] = true, true, true
			leapDay = leapDay || at.Month() == time.February && at.Day() == 29
			century = century || at.Year()/100 != now.Year()/100
		}
		if len(weekdays) < 7 || len(quarters) < 3 || len(halves) < 2 || !leapDay || !century {
			t.Fatalf("at %v: %d days of the week, %d quarters, %d halves of the day, leap day %v, century %v", now, len(weekdays), len(quarters), len(halves), leapDay, century)
		}
	}
}

// TestMutatedLate: the worker with mutants is built when it is first needed, once, and not at all if nobody needs it.
func TestMutatedLate(t *testing.T) {
	builds := 0
	made := func() *mutated {
		m := &mutated{built: make(chan struct{}), build: func() (*versions.Versions, error) { builds++; return nil, errors.New("no") }}
		m.ctx, m.end = context.WithCancel(t.Context())
		return m
	}
	unused := made()
	unused.close()
	if builds != 0 || unused.err == nil {
		t.Errorf("%d builds for nobody, error %v", builds, unused.err)
	}
	m := made()
	for range 2 {
		if _, err := m.wait(t.Context()); err == nil || builds != 1 {
			t.Errorf("%d builds, error %v", builds, err)
		}
	}
	m.close()
}
