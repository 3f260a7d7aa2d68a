package explore

import (
	"context"
	"time"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// A Session is a function that is loaded and built, ready for any number of searches.
type Session struct {
	opt        Options
	start      time.Time
	subject    *subject.Subject
	program    *symexec.Program
	entry      int        // number of the function, in the program and in the worker; other than 0 in tests alone
	assumption string     // assumption about package variables that proofs rely on, or ""
	distances  *distances // made by the first search that needs it
}

// Run opens a session for one search. When ctx ends, the search ends without an error. If Run
// returns both a result and an error, the result has what was found before the error.
func Run(ctx context.Context, opt Options) (*Result, error) {
	s, err := Open(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Search(ctx, opt)
}

// Open loads and builds a function.
func Open(ctx context.Context, opt Options) (*Session, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	s := &Session{opt: opt, start: time.Now()}
	if err := s.open(ctx); err != nil {
		s.Close()
		if ctx.Err() != nil {
			err = subject.ErrTooSoon
		}
		return nil, err
	}
	return s, nil
}

func (s *Session) open(ctx context.Context) (err error) {
	s.opt.Progress(report.ExploreSnapshot{Phase: "loading"})
	s.subject, err = subject.Find(ctx, s.opt.Func, subject.Options{
		Common: s.opt.Common, States: s.opt.calls(),
		Workers: min(s.opt.Parallel, s.opt.together()), // no more can have work at a time
	})
	if err != nil {
		return err
	}
	s.assumption = s.varAssumption()
	s.program, err = symexec.Load(ctx, s.subject.Set)
	return err
}

// Close ends the workers and removes temporary files.
func (s *Session) Close() { s.subject.Close() }

// callText prints a call of the function with an input.
func (s *Session) callText(v input.Vector) string {
	return s.subject.Call(withoutDuplicateKeys(s.subject.Fn.Sig, v))
}

// Name returns the name of the function, qualified by its package.
func (s *Session) Name() string { return s.subject.Name() }
