package dse

import "nearmiss/term"

// A Hint is what an input had better bring about beside the flip of a node. It
// is asked for together with the flip. No input may do so, and the run of one
// that does may come to other nodes than those of the path it was made from: the
// flip is what a run is held to.
type Hint struct {
	Flips []*Node // behind the flipped one, on the path that it starts from: their other sides
	More  int     // elements of the list beside what the flip asks for, if it asks for any; and no others
}

// A Hinter is a frontier that has hints.
type Hinter interface {
	Frontier

	// Hints lists what to ask for beside the flip of the node that was provided
	// last, the best first.
	Hints(n *Node) []Hint
}

// A Grower is a Program that knows which clauses make lists of the input
// longer.
type Grower interface {
	// Grow returns a clause that implies the one given: that a list has just so
	// many elements more than that asks for, as far as there is room. It is nil
	// if the clause does not ask for elements.
	Grow(clause *term.Term, by int) *term.Term

	// Grows reports whether a clause, or its negation, asks for elements of a list.
	Grows(clause *term.Term, negated bool) bool
}

// MostHints is how many hints of a node are tried. Each is a question.
const MostHints = 4

// hinted lists the clauses that stand for the flip of n with hints, the best
// first. The flip itself is not among them.
func (s *Searcher) hinted(n *Node, all []Hint) []*term.Term {
	if len(all) == 0 {
		return nil
	}
	plain := s.tree.clause(n, !n.Side)
	known := map[*term.Term]bool{plain: true}
	var list []*term.Term
	for _, h := range all {
		if len(list) == MostHints {
			break
		}
		c := plain
		if s.grows(n) {
			c = s.p.(Grower).Grow(plain, h.More)
		}
		for _, m := range h.Flips {
			c = s.tree.b.Both(c, s.tree.clause(m, !m.Side))
		}
		if !known[c] {
			known[c] = true
			list = append(list, c)
		}
	}
	return list
}

// grows reports whether the flip of n asks for a longer list.
func (s *Searcher) grows(n *Node) bool {
	g, ok := s.p.(Grower)
	return ok && g.Grows(n.clause, true)
}
