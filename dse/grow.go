package dse

import (
	"math"

	"nearmiss/term"
)

var _ Grower = (*ConcolicProgram)(nil)

// Grow implements dse.Grower: the length of a list is one word of the input, and
// what asks for elements compares it with a number. That word has one besides the
// elements where 0 is for nil, so that a list may stay one element below its room.
func (p *ConcolicProgram) Grow(clause *term.Term, by int) *term.Term {
	word, least, most := p.grows(clause, false)
	if word == nil {
		return nil
	}
	return p.Builder().Compare(term.EQ, word, p.Builder().Int(word.Sort, min(least+uint64(by), most)))
}

// Grows implements dse.Grower.
func (p *ConcolicProgram) Grows(clause *term.Term, negated bool) bool {
	word, _, _ := p.grows(clause, negated)
	return word != nil
}

// grows is the length of the list that a clause, or its negation, asks for elements
// of, how many it is then at least, and how many there is room for; nil if there is
// none.
func (p *ConcolicProgram) grows(clause *term.Term, negated bool) (word *term.Term, least, most uint64) {
	if word, least = longer(clause, negated); word == nil {
		return nil, 0, 0
	}
	at := p.places()[word.Bits]
	if most = uint64(at.Room); at.Begins == 0 || least > most {
		return nil, 0, 0
	}
	return word, least, most
}

// longer takes a clause apart that asks, or whose negation asks, for a word that is
// not less than some number.
func longer(t *term.Term, negated bool) (word *term.Term, least uint64) {
	if t.Op == term.Not {
		t, negated = t.Args[0], !negated
	}
	rel, ok := t.Op.Rel()
	if !ok {
		return nil, 0
	}
	if negated {
		rel = rel.Negate()
	}
	x, y := t.Args[0], t.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() || y.Bits > math.MaxInt32 {
		return nil, 0
	}
	switch rel {
	case term.GT, term.NE:
		return x, y.Bits + 1
	case term.GE:
		return x, y.Bits
	}
	return nil, 0
}
