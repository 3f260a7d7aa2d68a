package explore

import (
	"context"
	"errors"
	"time"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// A Session is a function that is ready to be explored, any number of times.
type Session struct {
	opt     Options
	start   time.Time
	subject *subject.Subject
	program *symexec.Program
	entry   int        // of the function, in the program and in what its workers run
	varies  string     // what the function takes for granted of package variables, "" if nothing
	far     *distances // once a search has asked for it
}

var errTooSoon = errors.New("interrupted before the search began; nothing was found yet")

// Run explores one function. When ctx ends, the search ends with what it has,
// without an error. A result beside an error is what was found until then.
func Run(ctx context.Context, opt Options) (*Result, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{Err: err}
	}
	s, err := Open(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Search(ctx, opt)
}

// Open loads and builds a function.
func Open(ctx context.Context, opt Options) (*Session, error) {
	s := &Session{opt: opt.withDefaults(), start: time.Now()}
	if err := s.open(ctx); err != nil {
		s.Close()
		if ctx.Err() != nil {
			err = errTooSoon
		}
		return nil, err
	}
	return s, nil
}

func (s *Session) open(ctx context.Context) (err error) {
	s.opt.Progress(report.ExploreSnapshot{Phase: "loading"})
	s.subject, err = subject.Find(ctx, s.opt.Func, subject.Options{Dir: s.opt.Dir, Sandbox: s.opt.Sandbox, Domains: s.opt.Domains, States: s.opt.calls()})
	if err != nil {
		return err
	}
	s.varies = s.changing()
	s.program, err = symexec.Load(ctx, s.subject.Set)
	return err
}

// Close ends the worker and removes temporary files.
func (s *Session) Close() { s.subject.Close() }

// call prints a call with an input.
func (s *Session) call(v input.Vector) string {
	return s.subject.Call(distinct(s.subject.Fn.Sig, v))
}

// Name is that of the function with its package.
func (s *Session) Name() string { return s.subject.Name() }
