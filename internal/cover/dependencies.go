package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/report"
)

// The first build of the dependencies on a machine may take longer than the call's time. It does not
// count as time of the call.

// leastWait is the shortest build of the dependencies that does not count as time of the call. With a warm
// cache it takes half a second.
const leastWait = 2 * time.Second

// buildDependencies compiles the dependencies of the packages, before anything else needs them: two go
// commands at a time would compile each of them twice. The duration goes to s.waited if they were not in
// the build cache.
func (s *session) buildDependencies(ctx context.Context) {
	began := time.Now()
	slow := time.AfterFunc(leastWait, func() {
		s.meter.phase("building the dependencies, which a later call finds in the build cache")
	})
	load.BuildDependencies(ctx, s.Dir, s.Env, s.opt.Patterns...)
	if slow.Stop() {
		return
	}
	s.waited = time.Since(began)
	s.notes = append(s.notes, report.Note{Text: fmt.Sprintf("the dependencies were built first, in %s, which is not part of -time", report.Elapsed(s.waited))})
}
