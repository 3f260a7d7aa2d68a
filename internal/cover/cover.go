package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// A session is one call of Run.
type session struct {
	opt    Options
	method method
	start  time.Time
	units  []*unit
	errs   []error // of packages that were given up
	notes  []report.Note
	timeUp bool // the clock ended the search of a package
	meter  *meter
	study  *study   // of what functions can do
	unlock []func() // the directories that tests go to
	subject.Place
	checker
}

// Run covers packages. The report is not nil when anything was searched, even
// beside an error: what was found until then. When ctx ends, Run keeps what it
// has and reports it as interrupted, without an error.
func Run(ctx context.Context, opt Options) (*report.Report, error) {
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.call(ctx)
}

// call is Run, but for what it takes to begin and to end.
func (s *session) call(ctx context.Context) (*report.Report, error) {
	planCtx, planned := until(ctx, s.latest())
	defer planned()
	if err := s.plan(planCtx); err != nil {
		return nil, s.early(ctx, planCtx, err)
	}
	stopped := ""
	finished, err := s.saved(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { finished(stopped == report.StoppedDone) }()
	s.meter.watch(s.evaluations) // the pools stay what they are from here on
	keep := s.opt.Abandon        // an interrupt ends the search and not what keeps its finds
	units := s.inOrder()
	defer s.warm(keep, units)()
	for i := range units {
		s.cover(ctx, units[i:])
	}
	stopped = s.stopped(ctx)
	if keep.Err() != nil {
		return nil, errors.New("interrupted again; what was not written yet is lost")
	}
	profile, err := s.profile(keep)
	sum := s.summary(stopped)
	sum.Profile = profile
	return sum, errors.Join(append(s.errs, err)...)
}

// inOrder lists the packages that are searched, with a clock the small ones first: what
// they leave of their time goes to the others.
func (s *session) inOrder() []*unit {
	units := slices.DeleteFunc(slices.Clone(s.units), func(u *unit) bool { return u.pool == nil })
	if s.opt.Time > 0 {
		slices.SortStableFunc(units, func(a, b *unit) int { return a.weight() - b.weight() })
	}
	return units
}

// cover takes the first of the packages that are left through all stages behind the plan.
func (s *session) cover(ctx context.Context, left []*unit) {
	u, keep := left[0], s.opt.Abandon
	end := s.deadlines(time.Now(), left)

	s.meter.phase("searching")
	searchCtx, done := until(ctx, end.search)
	defer s.unlessHopeless(u, done)()
	s.searchUnit(searchCtx, u, end)
	s.timeUp = s.timeUp || searchCtx.Err() != nil
	done()
	end.putOff(time.Now())

	if err := s.tests(keep, u, end); err != nil {
		s.errs = append(s.errs, u.named(err))
	}
	u.settle()
	s.refresh()
}

// early explains a context that ended before the search began.
func (s *session) early(user, plan context.Context, err error) error {
	switch {
	case user.Err() != nil:
		return errors.New("interrupted before the search began; nothing was found yet")
	case plan.Err() != nil:
		return fmt.Errorf("the packages were not loaded and built within %v; give it more with -time", report.Elapsed(time.Since(s.start)))
	}
	return err
}

// newSession begins a call, unless its options have a fault.
func newSession(opt Options) (*session, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{Err: err}
	}
	place, err := subject.NewPlace(opt.Dir)
	if err != nil {
		return nil, err
	}
	s := &session{opt: opt, start: time.Now(), method: opt.method(), Place: place, checker: newChecker()}
	s.meter = newMeter(s.start, &s.opt)
	return s, nil
}

func (s *session) close() {
	s.study.end()
	s.meter.close()
	for _, u := range s.units {
		if u.pool != nil {
			u.pool.Close()
		}
		u.binary.Close()
	}
	for _, unlock := range s.unlock {
		unlock()
	}
	s.Place.Close()
}
