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

	// Object is the piece of memory that the value belongs to, by number from 1: an input, what
	// a pointer points to, what an alternative makes, or the elements of a list together with
	// its length.
	Object int

	First int // the slot at the same place of the first elements of all lists and arrays around it

	Fixed bool // all inputs have the word, as the one with the number of the slot: all before it has one length
}

// Places returns the places of the slots, by slot.
func (e *Executor) Places() []Place { return e.shape.places() }

// places are those of the slots of a shape.
func (s *shape) places() []Place {
	places := make([]Place, len(s.slots))
	lists, objects, fixed := 0, 0, true
	var walk func(p, like *part, in Place, first int)
	walk = func(p, like *part, in Place, first int) {
		if p.list && !p.made || p.made && !p.list {
			objects++
			in.Object = objects
		}
		for i := p.slot; i < p.slot+p.own(); i++ {
			if places[i] = in; in.List == 0 {
				places[i].Index = i
			} else {
				places[i].Offset = i - first
			}
			places[i].Fixed, places[i].First = fixed, like.slot+i-p.slot
		}
		fixed = fixed && !p.made && (!p.list && !p.ptr || s.slots[p.slot] == nil)
		if p.list {
			lists++
			room := len(p.each) / p.per
			places[p.slot].Begins, places[p.slot].Room, places[p.slot].More = lists, room, int(p.more)
			in = Place{List: lists, Len: room, Object: in.Object}
		}
		if p.ptr {
			objects++
			in.Object = objects
		}
		for i, q := range p.each {
			if p.list {
				in.Index, first = i/p.per, p.each[i-i%p.per].slot
			}
			walk(q, like.beside(q, p, i), in, first)
		}
	}
	for _, p := range s.roots {
		objects++
		walk(p, p, Place{Len: len(s.slots), Object: objects}, 0)
	}
	return places
}

// beside is the part that stands in the first of the elements around p where the part i
// of p stands in p, and that part itself if there is none.
func (like *part) beside(q, p *part, i int) *part {
	switch {
	case p.list:
		i %= p.per
	case p.typ.Kind == input.Array:
		i = 0
	}
	if i < len(like.each) && like.each[i].typ == q.typ && like.each[i].own() == q.own() {
		return like.each[i]
	}
	return q
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
