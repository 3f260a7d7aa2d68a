package dse

import "time"

// work is what a search does beside running inputs and asking for them.
type work uint8

const (
	none     work = iota
	planning      // by the strategy: it is told of nodes and runs, and chooses
	growing       // by the tree: it takes in a path, and makes the clauses of a question
)

// A watch measures what the strategy takes, and what the tree takes. The clock is
// read where one begins or ends, and not more often: where paths are short a look at
// it takes as long as much of what there is to measure.
type watch struct {
	at    work
	since time.Duration
}

// turn tells that other work begins.
func (s *Searcher) turn(to work) {
	if s.watch.at == to {
		return
	}
	now := s.opt.Clock()
	switch s.watch.at {
	case planning:
		s.res.Strategy += now - s.watch.since
	case growing:
		s.res.Tree += now - s.watch.since
	}
	s.watch = watch{to, now}
}
