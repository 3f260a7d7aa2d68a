package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// The first build of the dependencies on a machine may take longer than the call's time. It does not
// count as time of the call.

// buildDependencies compiles the dependencies of packages before anything else needs them: two go commands at a time
// would compile each of them twice. The duration adds to s.waited unless they all were in the build cache.
func (s *session) buildDependencies(ctx context.Context, env, packages []string) {
	began := time.Now()
	s.meter.phase("building the dependencies")
	compiled := load.BuildDependencies(ctx, s.Dir, env, packages...)
	s.meter.phase("loading")
	if compiled == 0 {
		return
	}
	took := time.Since(began)
	s.waited += took
	s.notes = append(s.notes, report.Note{Text: fmt.Sprintf("%s built first, in %s, which is not part of -time; a later call finds them in the build cache",
		report.Numbered(compiled, "dependency was", "dependencies were"), report.Elapsed(took))})
}

// buildFused compiles the dependencies of the packages whose tests are built with fusing.
func (s *session) buildFused(ctx context.Context, pkgs []*load.Package) {
	var paths []string
	for _, p := range pkgs {
		if s.opt.Verify && testcheck.Fuses(p) {
			paths = append(paths, p.ImportPath)
		}
	}
	if len(paths) > 0 {
		s.buildDependencies(ctx, append(load.ForCompiler(s.Env), testcheck.Fusing), paths)
	}
}
