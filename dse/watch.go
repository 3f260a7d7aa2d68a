package dse

import "time"

// A watch measures what the strategy takes. It runs from the end of one call of
// the program to the beginning of the next, so that the clock is not read more
// often than the program is called: where paths are short a look at it takes as
// long as much of what there is to measure.
type watch struct {
	runs  bool
	since time.Duration
}

func (s *Searcher) resume() {
	if !s.watch.runs {
		s.watch = watch{true, s.opt.Clock()}
	}
}

func (s *Searcher) pause() {
	if s.watch.runs {
		s.watch.runs = false
		s.res.Strategy += s.opt.Clock() - s.watch.since
	}
}
