package cover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// A session is one call of Run.
type session struct {
	opt   Options
	start time.Time
	built time.Duration // when the workers were built, after start

	checksBegan time.Time
	firstPart   int        // cases that are checked first, 0 if the clock is to say
	verify      verifyFunc // testgen.Verify
	units       []*unit
	errs        []error // of packages that were given up
	notes       []report.Note
	meter       *meter
	found       atomic.Int64 // branches that some input takes by now
	temp        string       // all temporary files, and those of the commands that are run
	env         []string     // of go commands, see environ

	overlay map[string]string // the user's: from paths to the files that are seen there
	source  map[string][]byte // and what is in these
	parts   sandbox.Parts     // of the sandbox that there are
	unlock  []func()          // the directories that tests go to
	study   *study            // of what functions can do

	method method
}

// Run covers packages. The report is not nil when anything was searched, even
// beside an error: what was found until then. When ctx ends, Run keeps what it
// has and reports it as interrupted, without an error.
func Run(ctx context.Context, opt Options) (*report.Report, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{err}
	}
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.call(ctx)
}

// call is Run, but for what it takes to begin and to end.
func (s *session) call(ctx context.Context) (*report.Report, error) {
	var stopped string
	end := s.searchEnd()
	planCtx, planned := s.planDeadline(ctx)
	defer planned()
	if err := s.plan(planCtx); err != nil {
		return nil, s.early(ctx, planCtx, err)
	}
	searchCtx, cancel := s.searchDeadline(ctx, end)
	defer cancel()
	saver, err := newSaver(&s.opt)
	if err != nil {
		return nil, err
	}
	if saver != nil {
		if s.opt.Resume {
			if err := s.resume(searchCtx, saver); err != nil {
				return nil, err
			}
		}
		s.keepState(saver)
		saver.begin()
		defer func() { saver.end(stopped == report.StoppedDone) }()
	}
	s.meter.watch(s.evaluations) // the pools stay what they are from here on
	keep := s.opt.Abandon
	defer s.warm(keep, cancel)()
	s.meter.phase("searching")
	_ = s.search(searchCtx) // what it says is in s.errs
	stopped = s.stopped(searchCtx, ctx)

	s.meter.phase("shrinking")
	// An interrupt ends the search and not what keeps its finds.
	finishCtx, done := s.finishDeadline(keep)
	defer done()
	shrinkCtx, done := s.shrinkDeadline(finishCtx)
	defer done()
	var errs []error
	searched := slices.DeleteFunc(slices.Clone(s.units), func(u *unit) bool { return u.pool == nil })
	for _, u := range searched {
		if err := s.finish(finishCtx, shrinkCtx, u); err != nil {
			errs = append(errs, u.named(err))
			u.recount("a run took it, but no test was made of that: the package was given up")
		}
	}
	if s.opt.Verify {
		s.meter.phase("checking tests")
		s.checksBegan = time.Now()
		for i, u := range searched {
			for _, err := range [...]error{s.emit(keep, searched[i:]), s.corpus(keep, u)} {
				if err != nil {
					errs = append(errs, u.named(err))
				}
			}
		}
	}
	switch {
	case keep.Err() != nil:
		return nil, errors.New("interrupted again; what was not written yet is lost")
	case ctx.Err() != nil:
		stopped = report.StoppedInterrupt
	}
	blocks, err := s.profile(keep)
	sum := s.summary(stopped)
	sum.Profile = blocks
	return sum, errors.Join(slices.Concat(s.errs, errs, []error{err})...)
}

// early explains a context that ended before the search began.
func (s *session) early(user, plan context.Context, err error) error {
	switch {
	case user.Err() != nil:
		return errors.New("interrupted before the search began; nothing was found yet")
	case plan.Err() != nil:
		return errors.New("the time was over before the packages were loaded and built; give it more with -time")
	}
	return err
}

func newSession(opt Options) (*session, error) {
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	s := &session{opt: opt, start: time.Now(), temp: temp, verify: testgen.Verify, method: opt.method()}
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
		u.profiler.close()
	}
	for _, unlock := range s.unlock {
		unlock()
	}
	os.RemoveAll(s.temp)
}

// settleEnv fixes the environment of go commands. One that is interrupted at a
// bad moment leaves its files behind; here they go with the rest.
func (s *session) settleEnv(ctx context.Context) (err error) {
	s.env, s.overlay, err = load.Environ(ctx, s.opt.Dir, s.temp, append(os.Environ(), "GOTMPDIR="+s.temp))
	if err != nil {
		return err
	}
	s.source, err = load.Contents(s.overlay)
	return err
}

// environ is the environment of go commands.
func (s *session) environ() []string { return s.env }
