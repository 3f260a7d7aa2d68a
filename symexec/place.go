package symexec

import "nearmiss/input"

// Place describes the place of a slot in the input. The innermost list of a slot is the
// innermost string, slice or map around it.
type Place struct {
	List         int // number, from 1, of the innermost list around the slot; 0 for none
	Index        int // index of the slot's element in the innermost list; without a list, index of the word in the input
	Len          int // capacity of the innermost list, in elements; without a list, number of words of the input
	Offset       int // number of slots before this slot in the same element
	LengthOf     int // for the slot of a length word: number of that list; else 0
	Capacity     int // for the slot of a length word: capacity of that list, in elements
	LengthOffset int // for the slot of a length word: length word minus number of elements

	// Object is the number, from 1, of the piece of memory with the value: an input, the target
	// of a pointer, the value of an alternative, or the elements of a list together with its
	// length.
	Object int

	FirstCounterpart int // slot of the same word in the first elements of all enclosing lists and arrays

	Fixed bool // all inputs have the slot's word at the same position, because everything before it has a fixed length
}

// Places returns the places of the slots, by slot.
func (e *Executor) Places() []Place { return e.shape.places() }

// places returns the places of the slots of a shape.
func (s *shape) places() []Place {
	places := make([]Place, len(s.slots))
	lists, objects, fixed := 0, 0, true
	var walk func(p, like *part, in Place, first int)
	walk = func(p, like *part, in Place, first int) {
		if p.list && !p.byCalls || p.byCalls && !p.list {
			objects++
			in.Object = objects
		}
		for i := p.slot; i < p.slot+p.ownWords(); i++ {
			if places[i] = in; in.List == 0 {
				places[i].Index = i
			} else {
				places[i].Offset = i - first
			}
			places[i].Fixed, places[i].FirstCounterpart = fixed, like.slot+i-p.slot
		}
		fixed = fixed && !p.byCalls && (!p.list && !p.ptr || s.slots[p.slot] == nil)
		if p.list {
			lists++
			room := len(p.inner) / p.partsPerElement
			places[p.slot].LengthOf, places[p.slot].Capacity, places[p.slot].LengthOffset = lists, room, int(p.lengthOffset)
			in = Place{List: lists, Len: room, Object: in.Object}
		}
		if p.ptr {
			objects++
			in.Object = objects
		}
		for i, q := range p.inner {
			if p.list {
				in.Index, first = i/p.partsPerElement, p.inner[i-i%p.partsPerElement].slot
			}
			walk(q, like.firstCounterpart(q, p, i), in, first)
		}
	}
	for _, p := range s.roots {
		objects++
		walk(p, p, Place{Len: len(s.slots), Object: objects}, 0)
	}
	return places
}

// firstCounterpart returns the part of like that corresponds to q = p.inner[i]. like is the part
// that corresponds to p in the first elements of the lists and arrays around p. If q has no
// counterpart in like, the result is q.
func (like *part) firstCounterpart(q, p *part, i int) *part {
	switch {
	case p.list:
		i %= p.partsPerElement
	case p.typ.Kind == input.Array:
		i = 0
	}
	if i < len(like.inner) && like.inner[i].typ == q.typ && like.inner[i].ownWords() == q.ownWords() {
		return like.inner[i]
	}
	return q
}

// Fits reports whether ExploreFrom can start with an input: it has the structure of
// Options.Vector, its lists of symbolic length do not exceed their capacities, and its numbers
// are in their domains.
func (e *Executor) Fits(vector input.Vector) bool {
	s := e.shape
	e.fitBuffer = append(e.fitBuffer[:0], s.firstWords...)
	words := e.fitBuffer
	c := cursor{shape: s}
	for pos := 0; ; pos++ {
		i, p := c.read(words)
		switch {
		case i < 0 || pos >= len(vector):
			return i < 0 && pos == len(vector) && e.obeysDomains(words)
		case (p.list || p.ptr) && vector[pos] > p.maxWord, s.slots[i] == nil && vector[pos] != s.firstWords[i]:
			return false
		}
		words[i] = vector[pos]
	}
}
