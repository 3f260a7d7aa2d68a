package symexec

import (
	"sort"

	"nearmiss/input"
)

const (
	// shapeDepth is the depth to which a shape has pointers, strings and lists beyond those of
	// the vector.
	shapeDepth = 3

	// mostSlots is the largest number of slots of a shape. Inner lists get less capacity to
	// keep to it.
	mostSlots = 1 << 14

	// chainSlots is the number of slots up to which a shape may lengthen chains of pointers.
	chainSlots = 1 << 10
)

// newShape lays out a signature around a vector. It first gives capacity to lists, and then
// lengthens chains of pointers as far as the bound and the number of slots allow: a linked list
// becomes long, a type with many pointers stays short.
func (e *Executor) newShape(vector input.Vector) *shape {
	var rooms [shapeDepth]int
	for i := range rooms {
		rooms[i] = e.opts.Bound
	}
	layout := e.layOutAll(vector, rooms, shapeDepth, mostSlots)
	for len(layout.slots) > mostSlots && narrow(&rooms) {
		layout = e.layOutAll(vector, rooms, shapeDepth, mostSlots)
	}
	if !layout.ended || len(layout.slots) >= chainSlots {
		return layout
	}
	longer := sort.Search(max(e.opts.Bound-shapeDepth, 0), func(i int) bool {
		return len(e.layOutAll(vector, rooms, shapeDepth+1+i, chainSlots).slots) > chainSlots
	})
	if longer == 0 {
		return layout
	}
	return e.layOutAll(vector, rooms, shapeDepth+longer, chainSlots)
}

// leads reports whether a pointer at a depth may be non-nil although it is not in the vector.
func (s *shape) leads(depth int) bool {
	switch {
	case s.rooms[0] == 0: // lengths and pointers are fixed by the vector
		return false
	case depth < shapeDepth:
		return true
	case depth > s.links: // a list encloses the pointer
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

// narrow halves the largest capacity of nested lists, the innermost first. When all are 1, it
// halves that of the outermost lists. It returns false if no capacity can be halved.
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
