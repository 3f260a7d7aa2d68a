package symexec

import (
	"sort"

	"nearmiss/input"
)

const (
	// shapeDepth is how deep pointers, strings and lists are laid out beyond
	// what the vector has.
	shapeDepth = 3

	// mostSlots is how many slots a shape may have. If it had more, inner lists
	// get less room.
	mostSlots = 1 << 14

	// chainSlots is how many slots chains of pointers may bring a shape to.
	chainSlots = 1 << 10
)

// newShape lays out a signature around a vector: first with room for lists,
// then with pointers behind pointers, as far as the bound and the number of
// slots allow: long for a linked list, short for what branches much.
func (e *Executor) newShape(v input.Vector) *shape {
	var rooms [shapeDepth]int
	for i := range rooms {
		rooms[i] = e.opts.Bound
	}
	s := e.layOutAll(v, rooms, shapeDepth, mostSlots)
	for len(s.slots) > mostSlots && narrow(&rooms) {
		s = e.layOutAll(v, rooms, shapeDepth, mostSlots)
	}
	if !s.ended || len(s.slots) >= chainSlots {
		return s
	}
	longer := sort.Search(max(e.opts.Bound-shapeDepth, 0), func(i int) bool {
		return len(e.layOutAll(v, rooms, shapeDepth+1+i, chainSlots).slots) > chainSlots
	})
	if longer == 0 {
		return s
	}
	return e.layOutAll(v, rooms, shapeDepth+longer, chainSlots)
}

// leads reports whether a pointer that the vector does not have, so deep within
// others, may lead somewhere.
func (s *shape) leads(depth int) bool {
	switch {
	case s.rooms[0] == 0: // the shape is that of the vector
		return false
	case depth < shapeDepth:
		return true
	case depth > s.links: // there is a list around it
		return false
	case s.links >= s.chain || len(s.slots) > s.most:
		s.ended = true
		return false
	}
	return true
}

// roomy reports whether a list may have elements that the vector does not have.
func (s *shape) roomy(depth int) bool {
	return depth < shapeDepth || depth == s.links && s.chain > shapeDepth
}

// narrow halves the largest room within lists, of those the innermost, and in
// the end that of the outermost lists.
func narrow(rooms *[shapeDepth]int) bool {
	widest := len(rooms) - 1
	for i := widest; i > 0; i-- {
		if rooms[i] > rooms[widest] {
			widest = i
		}
	}
	if rooms[widest] <= 1 {
		widest = 0
	}
	if rooms[widest] <= 1 {
		return false
	}
	rooms[widest] /= 2
	return true
}
