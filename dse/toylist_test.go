package dse_test

import (
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// A toyList is what a slot is the length of: the slots behind it, as many as there
// is room for.
type toyList struct {
	Len, Room int
}

var _ dse.Inputs = (*toyProgram)(nil)

// HoldsUnder implements dse.Inputs.
func (p *toyProgram) HoldsUnder(in input.Vector) func(clause *term.Term) bool {
	return func(clause *term.Term) bool {
		v, _ := term.Eval(clause, env(in))
		return v.Bits != 0
	}
}

// Place implements dse.Inputs. Lists have the numbers of toyProgram.Lists, from 1.
func (p *toyProgram) Place(slot int) dse.Place {
	for i, l := range p.Lists {
		if slot == l.Len {
			return dse.Place{List: i + 1, Length: true, Object: i + 1, FirstCounterpart: slot}
		}
		if at := slot - l.Len - 1; at >= 0 && at < l.Room {
			return dse.Place{List: i + 1, Index: at, Object: i + 1, FirstCounterpart: l.Len + 1}
		}
	}
	return dse.Place{}
}

// DemandedElements implements dse.Inputs.
func (p *toyProgram) DemandedElements(clause *term.Term) (list, elements int) {
	list, elements, _ = p.longer(clause)
	return list, elements
}

// Grow implements dse.Inputs.
func (p *toyProgram) Grow(clause *term.Term, by int) *term.Term {
	list, least, word := p.longer(clause)
	if list == 0 {
		return nil
	}
	return p.b.Compare(term.EQ, word, p.b.Int(word.Sort, uint64(min(least+by, p.Lists[list-1].Room))))
}

// longer takes a clause apart that asks for elements.
func (p *toyProgram) longer(clause *term.Term) (list, elements int, word *term.Term) {
	rel, ok := clause.Op.Rel()
	if !ok {
		return 0, 0, nil
	}
	x, y := clause.Args[0], clause.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() {
		return 0, 0, nil
	}
	least := int(y.Bits)
	switch rel {
	case term.GT, term.NE:
		least++
	case term.GE:
	default:
		return 0, 0, nil
	}
	if at := p.Place(int(x.Bits)); at.Length && least <= p.Lists[at.List-1].Room {
		return at.List, least, x
	}
	return 0, 0, nil
}

// Elements implements dse.Inputs.
func (p *toyProgram) Elements(in input.Vector, list int) []uint64 {
	l := p.Lists[list-1]
	return in[l.Len+1 : l.Len+1+length(in, l)]
}

// Splice implements dse.Inputs.
func (p *toyProgram) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
	l := p.Lists[list-1]
	e := slices.Concat(p.Elements(in, list)[:from], with, p.Elements(in, list)[to:])
	if len(e) > l.Room {
		return nil
	}
	out := slices.Clone(in)
	clear(out[l.Len+1 : l.Len+1+l.Room])
	copy(out[l.Len+1:], e)
	out[l.Len] = uint64(len(e))
	return out
}

// ListsOf implements dse.Inputs.
func (p *toyProgram) ListsOf(v input.Vector) (all []dse.List) {
	for i, l := range p.Lists {
		all = append(all, dse.List{Len: length(v, l), Class: uint64(i)})
	}
	return all
}

// Scalars implements dse.Inputs.
func (p *toyProgram) Scalars(v input.Vector) (all []dse.Element) {
	for i, l := range p.Lists {
		for k := range length(v, l) {
			all = append(all, dse.Element{Pos: l.Len + 1 + k, Class: uint64(i), Address: uint64(i)<<32 | uint64(k)})
		}
	}
	return all
}

// Replace implements dse.Inputs.
func (p *toyProgram) Replace(v input.Vector, list, from, to int, b dse.Block) input.Vector {
	return p.Splice(v, list+1, from, to, p.Elements(b.Of, b.List+1)[b.From:b.To]...)
}

func length(v input.Vector, l toyList) int { return max(0, min(int(v[l.Len]), l.Room)) }
