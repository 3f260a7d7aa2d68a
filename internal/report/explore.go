package report

import (
	"fmt"
	"time"
)

// ExploreSnapshot is the state of an exploration at one moment.
type ExploreSnapshot struct {
	Phase         string
	Elapsed       time.Duration // time since the call of the command
	SearchElapsed time.Duration // time since the search began
	Runs          int
	MaxRuns       int // bound of Runs
	Reached       int
	Branches      int
	Queries       uint64
	Solving       time.Duration
	Best          float64 // the least distance to a branch that is not reached
	Nearest       string  // the branch of Best; empty if no run evaluated the condition of an unreached branch
}

func (s ExploreSnapshot) at() time.Duration { return s.Elapsed }

func (s ExploreSnapshot) plain(hint string) string {
	line := fmt.Sprintf("explore: elapsed: %s, %s", seconds(s.Elapsed), s.Phase+hint)
	if s.Runs == 0 {
		return line
	}
	line += fmt.Sprintf(", runs: %d, branches: %d/%d, queries: %d, solver: %d%%", s.Runs, s.Reached, s.Branches, s.Queries, percent(s.Solving, s.SearchElapsed))
	if s.Nearest != "" {
		line += fmt.Sprintf(", best fitness: %.6g (%s)", s.Best, s.Nearest)
	}
	return line
}

func (s ExploreSnapshot) live(hint string) string {
	line := seconds(s.Elapsed) + " " + s.Phase + hint
	if s.Runs == 0 {
		return line + " …"
	}
	line += fmt.Sprintf(" %s %s runs  %d/%d branches  %s queries  solver %d%%", bar(min(s.Runs, s.MaxRuns), s.MaxRuns, 12),
		abbreviated(float64(s.Runs)), s.Reached, s.Branches, abbreviated(float64(s.Queries)), percent(s.Solving, s.SearchElapsed))
	if s.Nearest != "" {
		line += fmt.Sprintf("  best fitness %.6g at %s", s.Best, s.Nearest)
	}
	return line
}
