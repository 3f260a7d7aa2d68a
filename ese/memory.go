package ese

import (
	"slices"

	"nearmiss/symexec"
	"nearmiss/term"
)

// initialMaxTerms is the number of terms at which an explorer first forgets some.
const initialMaxTerms = 1 << 20

// Retainer is an Explorer that can forget terms.
type Retainer interface {
	Explorer

	// Retain drops all terms except the explorer's inputs, the given terms and
	// their subterms. A dropped term that the caller or another explorer of the
	// builder still holds stays usable, but differs from an equal term built later.
	Retain(terms ...*term.Term)
}

// termMemory lets an explorer forget terms that the search no longer needs. Without it, paths
// with growing values would build ever more terms.
type termMemory struct {
	explorer Retainer  // nil if the explorer cannot forget terms
	maxTerms int       // number of terms at which the explorer next forgets some
	holders  []*holder // strategies that hold clauses
}

// holder enumerates the clauses that a strategy holds.
type holder struct {
	eachHeld func(yield func(clauses []*term.Term)) // calls yield with the clauses that the strategy holds
}

func newMemory(e Explorer) *termMemory {
	r, _ := e.(Retainer)
	return &termMemory{explorer: r, maxTerms: initialMaxTerms}
}

// HoldClauses registers eachHeld, an iterator over the clauses that the strategy still needs. The
// explorer does not forget these clauses until release is called.
func (g *Gate) HoldClauses(eachHeld func(yield func(clauses []*term.Term))) (release func()) {
	h := &holder{eachHeld}
	g.memory.holders = append(g.memory.holders, h)
	return func() {
		g.memory.holders = slices.DeleteFunc(g.memory.holders, func(o *holder) bool { return o == h })
	}
}

// forget drops terms that neither a holder nor one of the paths needs, if the number of terms
// has reached maxTerms. A path may be nil.
func (m *termMemory) forget(paths ...*symexec.Path) {
	if m.explorer == nil || m.explorer.Builder().Size() < m.maxTerms {
		return
	}
	var held []*term.Term
	hold := func(clauses []*term.Term) { held = append(held, clauses...) }
	for _, p := range paths {
		if p != nil {
			hold(p.Condition)
		}
	}
	for _, h := range m.holders {
		h.eachHeld(hold)
	}
	m.explorer.Retain(held...)
	m.maxTerms = max(m.maxTerms, 2*m.explorer.Builder().Size())
}
