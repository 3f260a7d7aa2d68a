package concolic

import (
	"math"

	"nearmiss/dse"
	"nearmiss/internal/probe"
	"nearmiss/term"
)

var _ dse.Grower = (*Program)(nil)

// Grow implements dse.Grower: the length of a list is one word of the input, and
// what asks for elements compares it with a number. That word has one besides the
// elements where 0 is for nil, so that a list may stay one element below its room.
func (p *Program) Grow(clause *term.Term, by int) *term.Term {
	word, least := longer(clause)
	if word == nil {
		return nil
	}
	at := p.places()[word.Bits]
	most := uint64(at.Room)
	if at.Begins == 0 || least > most {
		return nil
	}
	return p.Builder().Compare(probe.EQ, word, p.Builder().Int(word.Sort, min(least+uint64(by), most)))
}

// longer takes a clause apart that asks for a word that is not less than some
// number.
func longer(t *term.Term) (word *term.Term, least uint64) {
	rel, ok := t.Op.Rel()
	if t.Op == term.Not {
		t = t.Args[0]
		if rel, ok = t.Op.Rel(); ok {
			rel = rel.Negate()
		}
	}
	if !ok {
		return nil, 0
	}
	x, y := t.Args[0], t.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() || y.Bits > math.MaxInt32 {
		return nil, 0
	}
	switch rel {
	case probe.GT, probe.NE:
		return x, y.Bits + 1
	case probe.GE:
		return x, y.Bits
	}
	return nil, 0
}
