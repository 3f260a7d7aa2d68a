package symexec

import "nearmiss/input"

// Place is where the value of a slot stands in the input.
type Place struct {
	List   int // the innermost string, slice or map around it, by number; 0 for none
	Index  int // the element of that list that it belongs to; of the word, if there is no list
	Len    int // elements of that list, as many as it has room for; words, if there is no list
	Offset int // slots of that element before it
	Begins int // of the word that is the length of a list: the number of the list; else 0
	Room   int // of such a word: as many elements as the list may have
	More   int // of such a word: what it has besides the number of elements

	Fixed bool // all inputs have the word, as the one with the number of the slot: all before it has one length
}

// Places returns the places of the slots, by slot.
func (e *Executor) Places() []Place { return e.shape.places() }

// places are those of the slots of a shape.
func (s *shape) places() []Place {
	places := make([]Place, len(s.slots))
	lists, fixed := 0, true
	var walk func(p *part, in Place, first int)
	walk = func(p *part, in Place, first int) {
		for i := p.slot; i < p.slot+p.own(); i++ {
			if places[i] = in; in.List == 0 {
				places[i].Index = i
			} else {
				places[i].Offset = i - first
			}
			places[i].Fixed = fixed
		}
		fixed = fixed && !p.made && (!p.list && !p.ptr || s.slots[p.slot] == nil)
		if p.list {
			lists++
			room := len(p.each) / p.per
			places[p.slot].Begins, places[p.slot].Room, places[p.slot].More = lists, room, int(p.more)
			in = Place{List: lists, Len: room}
		}
		for i, q := range p.each {
			if p.list {
				in.Index, first = i/p.per, p.each[i-i%p.per].slot
			}
			walk(q, in, first)
		}
	}
	for _, p := range s.roots {
		walk(p, Place{Len: len(s.slots)}, 0)
	}
	return places
}

// Fits reports whether ExploreFrom can follow an input: it has the structure of
// Options.Vector, with symbolic lengths lists for which there is room, and numbers that
// are in their domains.
func (e *Executor) Fits(v input.Vector) bool {
	s := e.shape
	e.fit = append(e.fit[:0], s.first...)
	words := e.fit
	c := cursor{shape: s}
	for pos := 0; ; pos++ {
		i, p := c.read(words)
		switch {
		case i < 0 || pos >= len(v):
			return i < 0 && pos == len(v) && e.obeys(words)
		case (p.list || p.ptr) && v[pos] > p.limit, s.slots[i] == nil && v[pos] != s.first[i]:
			return false
		}
		words[i] = v[pos]
	}
}
