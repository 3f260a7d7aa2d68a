package dse

import (
	"nearmiss/input"
	"nearmiss/term"
)

// A Foreseer is a Program that can tell what clauses are under an input without running
// it.
type Foreseer interface {
	// Under returns a function that tells whether clauses of paths hold under an input, nil
	// if that cannot be told. It is valid until anything else is asked for.
	Under(in input.Vector) func(clause *term.Term) bool
}

// foreseen reports whether the path of an input is in the tree, to its end: what decides
// is what some run has decided, and nothing would be new.
func (s *Searcher) foreseen(v input.Vector) bool {
	if s.res.Dropped > 0 || s.tree.root == nil {
		return false
	}
	defer s.turn(s.turn(growing))
	holds := s.foreseer.Under(v)
	if holds == nil {
		return false
	}
	for n := s.tree.root; n != nil; {
		side := n.Side
		if !holds(n.clause) {
			if side = !side; n.other != Taken {
				return false
			}
		}
		n = n.Child(side)
	}
	s.res.Foreseen++
	return true
}
