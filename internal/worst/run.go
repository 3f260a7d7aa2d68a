package worst

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/symexec"
)

// A Session is a function that is ready to be searched, any number of times.
type Session struct {
	opt     Options
	start   time.Time
	temp    string            // all temporary files, and those of the commands that are run
	env     []string          // of go commands
	overlay map[string]string // the user's: from paths to the files that are seen there
	source  map[string][]byte // and what is in these
	subject *subject
	program *symexec.Program
	best    bool // what is wanted is the worst input, whoever finds it: not what a strategy can do
}

var errTooSoon = errors.New("interrupted before the search began; nothing was found yet")

// Run searches for the worst input of each size. The results are those of the
// sizes that were searched, even beside an error. When ctx ends, the search
// under way ends with what it has, and that is written, without an error.
func Run(ctx context.Context, opt Options) ([]*Result, error) {
	s, err := Open(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.best = true
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
		return nil, &UsageError{err}
	}
	s := &Session{opt: opt, start: time.Now()}
	var err error
	if s.temp, err = os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-"); err != nil {
		return nil, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
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
	s.phase("loading")
	if err := s.settleEnv(ctx); err != nil {
		return err
	}
	if s.subject, err = s.find(ctx); err != nil {
		return err
	}
	s.program, err = symexec.Load(ctx, s.subject.set)
	return err
}

// Close ends the worker and removes temporary files.
func (s *Session) Close() {
	s.subject.close()
	os.RemoveAll(s.temp)
}

// sizes are those to search, one by one.
func (s *Session) sizes() []int {
	if len(s.opt.Sizes.All) == 0 {
		return []int{0}
	}
	return s.opt.Sizes.All
}

// settleEnv fixes the environment of go commands. One that is interrupted at a
// bad moment leaves its files behind; here they go with the rest.
func (s *Session) settleEnv(ctx context.Context) (err error) {
	s.env, s.overlay, err = load.Environ(ctx, s.opt.Dir, s.temp, append(os.Environ(), "GOTMPDIR="+s.temp))
	if err != nil {
		return err
	}
	s.source, err = load.Contents(s.overlay)
	return err
}

func (s *Session) phase(name string) {
	s.opt.Progress(report.WorstSnapshot{Phase: name, Elapsed: time.Since(s.start), Metric: s.opt.Cost})
}
