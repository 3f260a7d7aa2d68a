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

// buildDependencies compiles the dependencies of the packages, before anything else needs them: two go
// commands at a time would compile each of them twice. The duration goes to s.waited unless they all were
// in the build cache.
func (s *session) buildDependencies(ctx context.Context) {
	began := time.Now()
	s.meter.phase("building the dependencies")
	compiled := load.BuildDependencies(ctx, s.Dir, s.Env, s.patterns...)
	s.meter.phase("loading")
	if compiled == 0 {
		return
	}
	s.waited = time.Since(began)
	s.notes = append(s.notes, report.Note{Text: fmt.Sprintf("%s built first, in %s, which is not part of -time; a later call finds them in the build cache",
		report.Numbered(compiled, "dependency was", "dependencies were"), report.Elapsed(s.waited))})
}
