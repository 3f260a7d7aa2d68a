package cover

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"time"
)

// How the time of a call is shared: the search ends early enough for what
// follows it.
const (
	checkShare  = 5                // a fifth for checking tests, if tests are checked
	checkMost   = 12 * time.Second // but no more than that
	shrinkShare = 20               // a twentieth for shrinking
	shrinkLeast = time.Second
)

// deadline returns the context of the search.
func (s *session) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, s.start.Add(s.opt.Time-s.checking()-s.opt.Time/shrinkShare))
}

// shrinkDeadline returns the context of the shrinking.
func (s *session) shrinkDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	end := s.start.Add(s.opt.Time - s.checking())
	if least := time.Now().Add(shrinkLeast); end.Before(least) {
		end = least
	}
	return context.WithDeadline(ctx, end)
}

// checking is how long checking the tests may take.
func (s *session) checking() time.Duration {
	if !s.opt.Verify {
		return 0
	}
	return min(s.opt.Time/checkShare, checkMost)
}

// warm compiles in the background what checking the tests needs: the first
// build with the race detector on a machine takes longer than all the rest.
// Nothing of it is run. The function returned stops and awaits it.
func (s *session) warm(ctx context.Context) (stop func()) {
	if !s.opt.Verify {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		for _, u := range s.units {
			cmd := exec.CommandContext(ctx, "go", "build", "-race", "testing", u.pkg.ImportPath)
			cmd.Dir = u.pkg.Dir
			cmd.Env = s.environ()
			cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
			cmd.WaitDelay = 5 * time.Second
			if cmd.Run() != nil {
				return // checking the tests will say what is wrong
			}
		}
	})
	return sync.OnceFunc(func() {
		cancel()
		done.Wait()
	})
}
