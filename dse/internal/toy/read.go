package toy

import (
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// Reader is a Program that tells how its lists were read: it implements
// dse.Reader. Lists have the numbers of Program.Lists, from 1.
type Reader struct{ *Program }

var _ dse.Reader = Reader{}

// Word compares elements of a list with a text: no decision, as the number of
// elements is what it is. It counts as condition cond.
func (m *Machine) Word(cond, list, from, to int, text string) bool {
	l := m.p.Lists[list-1]
	holds := to-from == len(text)
	word := make([]uint64, len(text))
	key := m.context*31 + uint64(cond)
	for i := range word {
		word[i] = uint64(text[i])
		key = key*131 + word[i]
		if holds {
			v, _ := m.env(l.Len + 1 + from + i)
			holds = v.Bits == word[i]
		}
	}
	m.covered = append(m.covered, uint32(2*cond+index(holds)))
	m.happened(cond, holds)
	m.p.reading.Compared = append(m.p.reading.Compared, dse.Compared{
		List: list, At: from, Len: to - from, Key: key, Holds: holds, From: from, To: to, Word: word,
	})
	return holds
}

// happened is an event.
func (m *Machine) happened(cond int, side bool) {
	if e := m.context*31 + uint64(2*cond+index(side)); !m.p.events[e] {
		m.p.events[e], m.p.reading.News = true, true
	}
}

// Reading implements dse.Reader.
func (p Reader) Reading() *dse.Reading { return &p.reading }

// Place implements dse.Reader.
func (p Reader) Place(slot int) dse.Place {
	for i, l := range p.Lists {
		if slot == l.Len {
			return dse.Place{List: i + 1, Length: true}
		}
		if at := slot - l.Len - 1; at >= 0 && at < l.Room {
			return dse.Place{List: i + 1, Index: at}
		}
	}
	return dse.Place{}
}

// Wants implements dse.Reader.
func (p Reader) Wants(clause *term.Term) (list, elements int) {
	g := p.Grow(clause, 0)
	if g == nil {
		return 0, 0
	}
	x, y := g.Args[0], g.Args[1]
	if x.IsConst() {
		x, y = y, x
	}
	return p.Place(int(x.Bits)).List, int(y.Bits)
}

// Elements implements dse.Reader.
func (p Reader) Elements(in input.Vector, list int) []uint64 {
	l := p.Lists[list-1]
	return in[l.Len+1 : l.Len+1+int(length(in, l))]
}

// Splice implements dse.Reader.
func (p Reader) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
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
