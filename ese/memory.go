package ese

import (
	"slices"

	"nearmiss/symexec"
	"nearmiss/term"
)

// plenty is how many terms there may be before some are forgotten.
const plenty = 1 << 20

// Retainer is an Explorer that can forget terms.
type Retainer interface {
	Explorer

	// Retain drops the terms that depend on neither the inputs nor the given
	// ones. What is dropped while somebody holds it stays as it is, but is no
	// longer equal to what is made anew.
	Retain(terms ...*term.Term)
}

// memory has an explorer forget terms that are not needed any more: paths
// whose values grow make ever new ones.
type memory struct {
	explorer Retainer // nil: one that cannot
	most     int      // terms
	holders  []*holder
}

// holder lists the clauses that a strategy holds.
type holder struct {
	each func(hold func(clauses []*term.Term))
}

func newMemory(e Explorer) *memory {
	r, _ := e.(Retainer)
	return &memory{explorer: r, most: plenty}
}

// Holds has the clauses that each lists remembered for as long as the strategy
// holds them; release ends that.
func (g *Gate) Holds(each func(hold func(clauses []*term.Term))) (release func()) {
	h := &holder{each}
	g.memory.holders = append(g.memory.holders, h)
	return func() {
		g.memory.holders = slices.DeleteFunc(g.memory.holders, func(o *holder) bool { return o == h })
	}
}

// forget drops terms, if there are plenty, that no holder holds and that are
// not on one of the paths, which may be nil.
func (m *memory) forget(paths ...*symexec.Path) {
	if m.explorer == nil || m.explorer.Builder().Size() < m.most {
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
		h.each(hold)
	}
	m.explorer.Retain(held...)
	m.most = max(m.most, 2*m.explorer.Builder().Size())
}
