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

// leastWait is the shortest wait for the dependencies that is worth a note.
const leastWait = time.Second

// buildDependencies compiles the dependencies of the packages in the background. The returned channel
// is closed at its end.
func (s *session) buildDependencies(ctx context.Context) <-chan struct{} {
	built := make(chan struct{})
	go func() {
		defer close(built)
		load.BuildDependencies(ctx, s.Dir, s.Env, s.opt.Patterns...)
	}()
	return built
}

// awaitDependencies waits for the end of buildDependencies, and adds the duration to s.waited.
func (s *session) awaitDependencies(built <-chan struct{}) {
	began := time.Now()
	select {
	case <-built:
		return
	case <-time.After(leastWait):
		s.meter.phase("building the dependencies, which a later call finds in the build cache")
	}
	<-built
	s.waited = time.Since(began)
	s.notes = append(s.notes, report.Note{Text: fmt.Sprintf("the dependencies were built first, in %s, which is not part of -time", report.Elapsed(s.waited))})
}
