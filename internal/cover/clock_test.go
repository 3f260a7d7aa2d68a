package cover

import (
	"context"
	"testing"
	"time"

	"nearmiss/internal/native"
)

// TestChecking: large suites and slow machines have the checks begin earlier,
// but no more than a quarter of the time goes to them, and never less than
// without knowing either.
func TestChecking(t *testing.T) {
	for _, limit := range []time.Duration{5 * time.Second, 30 * time.Second, time.Minute, 10 * time.Minute} {
		before := time.Duration(0)
		for _, goals := range []int{0, 10, 100, 2000, 100_000} {
			s := &session{opt: Options{Time: limit, Verify: true}, units: []*unit{{goals: make([]*goal, goals), pool: &native.Pool{}}}}
			unknown := s.checking()
			last := time.Duration(0)
			for _, s.built = range []time.Duration{time.Millisecond, time.Second, 10 * time.Second, time.Minute} {
				d := s.checking()
				if d < unknown || d < last || d > limit/checkLarge {
					t.Errorf("%v with %d goals, built in %v: %v, without knowing %v", limit, goals, s.built, d, unknown)
				}
				last = d
			}
			if last < before {
				t.Errorf("%v: %d goals leave less time than fewer: %v, %v", limit, goals, last, before)
			}
			before = last
			s.opt.Verify = false
			if s.checking() != 0 {
				t.Error("time for checks that are not made")
			}
		}
		small := &session{opt: Options{Time: limit, Verify: true}, built: time.Millisecond, units: []*unit{{pool: &native.Pool{}}}}
		large := &session{opt: Options{Time: limit, Verify: true}, built: time.Minute, units: small.units}
		if small.checking() >= large.checking() {
			t.Errorf("%v: a slow machine gets no more: %v", limit, large.checking())
		}
	}
}

// TestCheckingFound: the more is found the earlier the search ends, by what
// building the tests has taken, but no more than a third of the time goes to the
// checks; what a small package finds changes little.
func TestCheckingFound(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	const limit = time.Minute
	s := &session{opt: Options{Time: limit, Verify: true}, built: 3 * time.Second,
		units: []*unit{{goals: make([]*goal, 2000), pool: &native.Pool{}, warmed: closed, warming: 6 * time.Second}}}
	none := s.checking()
	last := none
	for _, found := range []int64{1, 30, 100, 300, 1000, 100_000} {
		s.found.Store(found)
		d := s.checking()
		if d < last || d > limit/checkFound {
			t.Errorf("%d found: %v, before %v", found, d, last)
		}
		if found <= 30 && d > none+none/20 {
			t.Errorf("%d found: %v, without any %v", found, d, none)
		}
		last = d
	}
	if last != limit/checkFound {
		t.Errorf("very many: %v", last)
	}
	end := limit - limit/checkFound - limit/shrinkShare
	if s.enough(end-time.Second) || !s.enough(end) {
		t.Errorf("the search does not end at %v", end)
	}
	if s.found.Store(0); s.enough(end) {
		t.Error("the search ends although nothing is found")
	}
	if s.built = limit; s.enough(limit) || !s.enough(limit+limit/searchLeast) {
		t.Error("the search has less than its least share")
	}
}

// TestSearchDeadline: the search has its time where loading was quick, and some
// of it where that took all there was.
func TestSearchDeadline(t *testing.T) {
	const limit = time.Minute
	for _, c := range []struct {
		name        string
		loaded      time.Duration // before now
		least, most time.Duration // from now
	}{
		{"quick", time.Second, limit - checkMost - limit/shrinkShare - 2*time.Second, limit - checkMost},
		{"slow", limit - 5*time.Second, limit/searchLeast - time.Second, limit / searchLeast},
		{"too slow", 2 * limit, limit/searchLeast - time.Second, limit / searchLeast},
	} {
		now := time.Now()
		s := &session{opt: Options{Time: limit, Verify: true}, start: now.Add(-c.loaded)}
		ctx, cancel := s.searchDeadline(t.Context(), s.searchEnd())
		end, ok := ctx.Deadline()
		if d := end.Sub(now); !ok || d < c.least || d > c.most+time.Since(now) {
			t.Errorf("%s: %v, want %v to %v", c.name, d, c.least, c.most)
		}
		ctx, planned := s.planDeadline(t.Context())
		if end, ok := ctx.Deadline(); !ok || !end.Equal(s.start.Add(limit)) {
			t.Errorf("%s: planned until %v", c.name, end)
		}
		planned()
		cancel()
	}
	s := &session{start: time.Now()}
	for _, f := range []func() (context.Context, context.CancelFunc){
		func() (context.Context, context.CancelFunc) { return s.planDeadline(t.Context()) },
		func() (context.Context, context.CancelFunc) { return s.searchDeadline(t.Context(), s.searchEnd()) },
	} {
		ctx, cancel := f()
		if _, ok := ctx.Deadline(); ok {
			t.Error("a deadline without a clock")
		}
		cancel()
	}
}

// TestCheckEnd: the checks may pass the end by as much as they need where what
// they build has taken long, but not by any time.
func TestCheckEnd(t *testing.T) {
	const limit = time.Minute
	start := time.Now()
	closed := make(chan struct{})
	close(closed)
	for _, c := range []struct {
		name  string
		units []*unit
		began time.Duration // after start
		built time.Duration
		want  time.Duration
	}{
		{"not begun", []*unit{{warmed: make(chan struct{})}}, 0, 0, 90 * time.Second},
		{"quick", []*unit{{warmed: closed, warming: time.Second}}, limit, time.Second, 90 * time.Second},
		{"slow", []*unit{{warmed: closed, warming: 10 * time.Second}}, limit, 9 * time.Second, 100 * time.Second},
		{"slow to build the workers", []*unit{{warmed: closed, warming: time.Second}}, limit, 11 * time.Second, 104 * time.Second},
		{"two that are slow", []*unit{{warmed: closed, warming: 10 * time.Second}, {}, {warmed: closed, warming: 8 * time.Second}}, limit, 9 * time.Second, 132 * time.Second},
		{"much too slow", []*unit{{warmed: closed, warming: limit}}, limit, 0, 135 * time.Second},
		{"not built yet", []*unit{{warmed: make(chan struct{})}}, limit, 0, 135 * time.Second},
	} {
		s := &session{opt: Options{Time: limit, Verify: true}, start: start, built: c.built, units: c.units}
		if c.began > 0 {
			s.checksBegan = start.Add(c.began)
		}
		if got := s.checkEnd().Sub(start); got != c.want {
			t.Errorf("%s: %v after the start, want %v", c.name, got, c.want)
		}
	}
	if s := (&session{checksBegan: start}); !s.checkEnd().IsZero() {
		t.Error("an end without a clock")
	}
}

// TestFirstPartFits: whenever the search ends in its time, what is left for the
// checks suffices for a first part, also if compiling what tests need takes most
// of that.
func TestFirstPartFits(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	for _, limit := range []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, time.Hour} {
		for share := range 5 { // tenths of the time that compiling took
			now, warming := time.Now(), limit*time.Duration(share)/10
			s := &session{opt: Options{Time: limit, Verify: true}, start: now.Add(-limit), checksBegan: now, built: warming,
				units: []*unit{{warmed: closed, warming: warming, cases: make([]*testCase, 1000)}}}
			p := &parting{all: 1000, warm: warming, each: warming/buildCases + 1, now: func() time.Time { return now }}
			p.end = s.checkEnd()
			if least := warming + leastPart*p.each; p.sure() < leastPart || least > p.left()/firstShare {
				t.Errorf("%v, compiled in %v: %v are left, the first part has %d cases", limit, warming, p.left(), p.sure())
			}
		}
	}
}
