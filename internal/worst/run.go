package worst

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/report"
)

// A session is one call of Run.
type session struct {
	opt     Options
	start   time.Time
	temp    string            // all temporary files, and those of the commands that are run
	env     []string          // of go commands
	overlay map[string]string // the user's: from paths to the files that are seen there
	source  map[string][]byte // and what is in these
}

// Run searches for the worst input of each size. The results are those of the
// sizes that were searched, even beside an error. When ctx ends, the search
// under way ends with what it has, and that is written, without an error.
func Run(ctx context.Context, opt Options) ([]*Result, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{err}
	}
	s := &session{opt: opt, start: time.Now()}
	var err error
	if s.temp, err = os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-"); err != nil {
		return nil, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	defer os.RemoveAll(s.temp)
	return s.run(ctx)
}

func (s *session) run(ctx context.Context) ([]*Result, error) {
	s.phase("loading")
	if err := s.settleEnv(ctx); err != nil {
		return nil, s.early(ctx, err)
	}
	u, err := s.find(ctx)
	if u != nil {
		defer u.close()
	}
	if err != nil {
		return nil, s.early(ctx, err)
	}
	if err := s.writable(); err != nil {
		return nil, err
	}
	e, err := s.engine(ctx, u)
	if err != nil {
		return nil, s.early(ctx, err)
	}
	defer e.close()
	var results []*Result
	for _, size := range s.sizes() {
		r, err := s.worst(ctx, u, e, size)
		if r != nil {
			results = append(results, r)
		}
		if err != nil {
			return results, errors.Join(err, s.write(s.opt.Abandon, u, results))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return results, s.write(s.opt.Abandon, u, results)
}

// sizes are those to search, one by one.
func (s *session) sizes() []int {
	if len(s.opt.Sizes.All) == 0 {
		return []int{0}
	}
	return s.opt.Sizes.All
}

// early explains a context that ended before the search began.
func (s *session) early(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted before the search began; nothing was found yet")
	}
	return err
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

func (s *session) phase(name string) {
	s.opt.Progress(report.WorstSnapshot{Phase: name, Elapsed: time.Since(s.start), Metric: s.opt.Cost})
}
