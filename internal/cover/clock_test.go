package cover

import (
	"math/rand/v2"
	"testing"
	"time"

	"nearmiss/internal/subject"
)

// TestDeadlines: whatever the packages are, each has some time to search; one that takes
// all of its time leaves the others theirs; and all ends behind the search.
func TestDeadlines(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		limit := time.Duration(1+rng.IntN(600)) * time.Second
		start := time.Unix(0, 0)
		s := &session{opt: Options{Common: subject.Common{Time: limit}, Verify: seed%2 == 0}, start: start}
		for range 1 + rng.IntN(40) {
			s.units = append(s.units, &unit{goals: make([]*goal, rng.IntN(2000)), program: program{built: time.Duration(rng.Int64N(int64(limit)))}})
		}
		s.pace = s.newPace(s.units)
		now := start
		for i := range s.units {
			d := s.deadlines(now, s.units[i], s.units[i+1:])
			least := min(limit/partDivisor*time.Duration(s.units[i].weight())/time.Duration(sumWeights(s.units)), s.latest().Sub(now)/partDivisor)
			if d.search.Sub(now) < least || d.all.Before(d.search) && d.all.Before(s.latest()) {
				t.Fatalf("seed %d: package %d of %d begins at %v, searches until %v and ends until %v", seed, i, len(s.units), now, d.search, d.all)
			}
			if d.all.After(s.latest()) {
				t.Fatalf("seed %d: package %d of %d ends %v after the call", seed, i, len(s.units), d.all.Sub(s.latest()))
			}
			if search := d.search.Sub(now); d.look <= 0 || d.look > limit/partDivisor || d.look+d.sample+d.round > search {
				t.Fatalf("seed %d: a look of %v, samples for %v, rounds of %v in a search of %v", seed, d.look, d.sample, d.round, search)
			}
			now = d.search
		}
		if over := now.Sub(start); over > limit+limit/partDivisor {
			t.Errorf("seed %d: the searches alone take %v of %v", seed, over, limit)
		}
	}
	if d := (&session{units: []*unit{{}}}).deadlines(time.Unix(9, 0), &unit{}, nil); d != (deadlines{}) {
		t.Errorf("deadlines without a clock: %v", d)
	}
}

// TestFinishing: the slower the machine and the larger the package, the more is kept for making
// tests, and at most half of the package's share.
func TestFinishing(t *testing.T) {
	s := &session{opt: Options{Common: subject.Common{Time: time.Minute}, Verify: true}, start: time.Unix(0, 0)}
	last := time.Minute
	for _, u := range []*unit{
		{program: program{built: time.Second}},
		{program: program{built: 6500 * time.Millisecond}},
		{program: program{built: 6500 * time.Millisecond}, goals: make([]*goal, 600)},
		{program: program{built: time.Hour}, goals: make([]*goal, 600)},
	} {
		s.units = []*unit{u}
		s.pace = s.newPace(s.units)
		search := s.deadlines(s.start, u, nil).search.Sub(s.start)
		if search >= last || search < time.Minute/partDivisor {
			t.Errorf("%v for searching %d branches, built in %v; before %v", search, len(u.goals), u.built, last)
		}
		last = search
	}
}

// TestNoticingTime: with mutants as goals a third of the time for searching is theirs, and what the last package leaves; a package before
// others may not take more of it.
func TestNoticingTime(t *testing.T) {
	units := []*unit{{goals: make([]*goal, 100)}, {goals: make([]*goal, 100)}}
	deadlinesOf := func(mutants bool, others []*unit) (deadlines, time.Duration) {
		s := &session{opt: Options{Common: subject.Common{Time: time.Minute}, Verify: true, Mutants: mutants}, start: time.Unix(0, 0), units: units}
		s.pace = s.newPace(units)
		d := s.deadlines(s.start, units[0], others)
		return d, d.search.Sub(s.start)
	}
	for _, others := range [][]*unit{nil, units[1:]} {
		_, without := deadlinesOf(false, others)
		d, with := deadlinesOf(true, others)
		if third := without / noticingDivisor; (without - with - third).Abs() > time.Microsecond {
			t.Errorf("%d others: %v for searching with mutants, %v without", len(others), with, without)
		} else if len(others) > 0 && (d.noticing-third).Abs() > time.Microsecond || len(others) == 0 && d.noticing != 0 {
			t.Errorf("%d others: %v for mutants, of %v", len(others), d.noticing, without)
		}
	}
}

// TestCheckEnd: where building takes long the checks may take time from later packages, but none
// that the call does not have.
func TestCheckEnd(t *testing.T) {
	now := time.Now()
	s := &session{opt: Options{Common: subject.Common{Time: time.Minute}}, start: now}
	all := now.Add(2 * time.Second)
	most := now.Add(time.Minute + over(time.Minute) - lastWords)
	for _, c := range []struct {
		built       time.Duration
		lines       int
		least, most time.Time
	}{
		{0, 0, all, all},
		{37500 * time.Millisecond, 0, now.Add(38 * time.Second), now.Add(40 * time.Second)},
		{time.Second, 50_000, now.Add(16 * time.Second), now.Add(18 * time.Second)}, // the worker was in the build cache
		{time.Hour, 0, most, most},
	} {
		u := &unit{program: program{built: c.built}, code: code{length: c.lines}}
		if end := s.checkEnd(u, all); end.Before(c.least) || end.After(c.most) {
			t.Errorf("built in %v, %d lines: %v, want %v to %v", c.built, c.lines, end, c.least, c.most)
		}
	}
	if !s.checkEnd(&unit{}, time.Time{}).IsZero() {
		t.Error("an end without a clock")
	}
}

// TestNecessary: where the optional steps of the selection have used up their time, a step without which branches are
// lost has its own, and none after the end of all work.
func TestNecessary(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		all                 time.Duration
		optional, necessary bool // whether there is time
	}{{time.Hour, false, true}, {-time.Second, false, false}} {
		d := deadlines{all: now.Add(c.all), choose: now.Add(-time.Second), making: time.Minute}
		optional, done := d.optional(t.Context())
		done()
		necessary, done := d.necessary(t.Context())
		done()
		optionalEnd, _ := optional.Deadline()
		end, _ := necessary.Deadline()
		if optionalEnd.After(now) != c.optional || end.After(now) != c.necessary || end.After(later(d.all, now)) {
			t.Errorf("all work ends in %v, an optional step in %v, a necessary one in %v", c.all, optionalEnd.Sub(now), end.Sub(now))
		}
	}
	necessary, done := (&deadlines{}).necessary(t.Context())
	defer done()
	if end, ok := necessary.Deadline(); ok {
		t.Errorf("without a clock, it ends at %v", end)
	}
}
