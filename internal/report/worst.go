package report

import (
	"fmt"
	"time"
)

// WorstSnapshot is the state of a search for the worst path at one moment.
type WorstSnapshot struct {
	Phase         string
	Elapsed       time.Duration // time since the call of the command
	SearchElapsed time.Duration // time since the search began
	Limit         time.Duration // time limit of the search; 0 means no limit
	Size          int
	Best          uint64
	Metric        string
	Paths         uint64
	Queries       uint64
	Evaluations   uint64
	Solving       time.Duration
}

func (s WorstSnapshot) at() time.Duration { return s.Elapsed }

func (s WorstSnapshot) plain(hint string) string {
	line := fmt.Sprintf("worst: elapsed: %s, %s", seconds(s.Elapsed), s.Phase+hint)
	if s.Paths > 0 || s.Evaluations > 0 {
		line += fmt.Sprintf(", best: %d %s", s.Best, s.Metric)
	}
	if s.Paths > 0 {
		line += fmt.Sprintf(", paths: %d, queries: %d, solver: %d%%", s.Paths, s.Queries, percent(s.Solving, s.SearchElapsed))
	}
	if s.Evaluations > 0 {
		line += fmt.Sprintf(", evaluations: %d", s.Evaluations)
	}
	return line
}

func (s WorstSnapshot) live(hint string) string {
	line := seconds(s.Elapsed) + " " + s.Phase + hint
	if s.Size > 0 {
		line += fmt.Sprintf(" size %d", s.Size)
	}
	if s.Limit > 0 {
		line += " " + bar(int(min(s.SearchElapsed, s.Limit)/time.Millisecond), int(s.Limit/time.Millisecond), 12)
	}
	if s.Paths == 0 && s.Evaluations == 0 {
		return line + " …"
	}
	line += fmt.Sprintf(" best %d %s", s.Best, s.Metric)
	if s.Paths > 0 {
		line += fmt.Sprintf("  %s paths  %s queries  solver %d%%", abbreviated(float64(s.Paths)), abbreviated(float64(s.Queries)), percent(s.Solving, s.SearchElapsed))
	}
	if s.Evaluations > 0 {
		line += fmt.Sprintf("  %s evaluations", abbreviated(float64(s.Evaluations)))
	}
	return line
}

// percent returns the share of part in whole, in percent.
func percent(part, whole time.Duration) int {
	if whole <= 0 {
		return 0
	}
	return int(100 * min(part, whole) / whole)
}
