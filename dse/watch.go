package dse

import (
	"time"

	"nearmiss/input"
)

// work is what a search does beside running inputs and asking for them.
type work uint8

const (
	none     work = iota
	planning      // by the strategy: it is told of nodes and runs, and chooses
	making        // by the program: it makes inputs that the strategy suggests
	growing       // by the tree: it takes in a path, and makes the clauses of a question
)

// A watch measures what the strategy, the making of its inputs and the tree take. The clock is
// read where one begins or ends, and not more often: where paths are short a look at
// it takes as long as much of what there is to measure.
type watch struct {
	at    work
	since time.Duration
}

// turn tells that other work begins, and returns what ends.
func (s *Searcher) turn(to work) (was work) {
	if was = s.watch.at; was == to {
		return was
	}
	now := s.opt.Clock()
	switch was {
	case planning:
		s.res.Strategy += now - s.watch.since
	case making:
		s.res.Making += now - s.watch.since
	case growing:
		s.res.Tree += now - s.watch.since
	}
	s.watch = watch{to, now}
	return was
}

// A timedEditor is an Editor whose work is measured.
type timedEditor struct {
	Editor
	s *Searcher
}

// Edit implements Editor.
func (e timedEditor) Edit(v input.Vector, list int, pieces ...Piece) input.Vector {
	defer e.s.turn(e.s.turn(making))
	return e.Editor.Edit(v, list, pieces...)
}

// A timedReader is a Reader whose work is measured.
type timedReader struct {
	Reader
	s *Searcher
}

// Splice implements Reader.
func (e timedReader) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
	defer e.s.turn(e.s.turn(making))
	return e.Reader.Splice(in, list, from, to, with...)
}
