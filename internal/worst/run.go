package worst

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// A Session holds a function that is loaded and built, for any number of searches.
type Session struct {
	opt     Options
	start   time.Time
	subject *subject.Subject
	program *symexec.Program
}

// Run searches for the worst input of each size. It returns the results of the sizes that were
// searched, even with an error. When ctx ends, the current search stops, and Run writes the
// results found until then and returns them without an error.
func Run(ctx context.Context, opt Options) ([]*Result, error) {
	s, err := Open(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.writable(); err != nil {
		return nil, err
	}
	var results []*Result
	sizes := s.sizes()
	for i, size := range sizes {
		r, err := s.Search(ctx, s.opt, size)
		if r != nil {
			results = append(results, r)
			if rest := sizes[i+1:]; ctx.Err() != nil && len(rest) > 0 {
				r.note("not searched: size %s", strings.Trim(fmt.Sprint(rest), "[]"))
			}
		}
		if err != nil {
			return results, errors.Join(err, s.write(s.opt.Abandon, results))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return results, s.write(s.opt.Abandon, results)
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
	s.reportPhase("loading")
	s.subject, err = subject.Find(ctx, s.opt.Func, subject.Options{
		Common: s.opt.Common, Fuel: fuel, Memory: memory, Accept: s.acceptSignature,
	})
	if err != nil {
		return err
	}
	s.program, err = symexec.Load(ctx, s.subject.Set)
	return err
}

// acceptSignature returns an error if the sizes of inputs in the options (flag -size) do not fit the
// parameters of the function.
func (s *Session) acceptSignature(sig *input.Signature) error {
	if err := checkSizes(sig, s.opt.Sizes); err != nil {
		return &subject.UsageError{Err: err}
	}
	return nil
}

// Close ends the worker and removes temporary files.
func (s *Session) Close() { s.subject.Close() }

// sizes returns the sizes to search, one search each.
func (s *Session) sizes() []int {
	if len(s.opt.Sizes.All) == 0 {
		return []int{0}
	}
	return s.opt.Sizes.All
}

func (s *Session) reportPhase(name string) {
	s.opt.Progress(report.WorstSnapshot{Phase: name, Elapsed: time.Since(s.start), Metric: s.opt.Cost})
}
