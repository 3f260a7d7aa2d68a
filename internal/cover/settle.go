package cover

import (
	"context"

	"nearmiss/internal/report"
)

// refresh counts what is covered for the progress line, as the report will.
func (s *session) refresh() {
	var covered, total int
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, g := range f.goals {
				total++
				if g.found != nil {
					covered++
				}
			}
		}
	}
	s.found.Store(int64(covered))
	s.meter.set(covered, total)
}

// stopped says why the search ended.
func (s *session) stopped(ctx, user context.Context) string {
	open := false
	for _, u := range s.units {
		for _, g := range u.goals {
			open = open || g.open() && g.fn.active()
		}
	}
	switch {
	case user.Err() != nil:
		return report.StoppedInterrupt
	case !open:
		return report.StoppedDone
	case ctx.Err() != nil:
		return report.StoppedTime
	}
	return report.StoppedBudget
}
