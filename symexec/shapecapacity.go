package symexec

import (
	"sort"

	"nearmiss/input"
)

const (
	// shapeDepth is the depth to which a shape has pointers, strings and lists beyond those of
	// the vector.
	shapeDepth = 3

	// maxShapeSlots is the largest number of slots of a shape. Lists, nested ones first, get less
	// capacity to keep to it.
	maxShapeSlots = 1 << 14

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
	layout := e.layOutAll(vector, rooms, shapeDepth, maxShapeSlots)
	for len(layout.slots) > maxShapeSlots && halveCapacity(&rooms) {
		layout = e.layOutAll(vector, rooms, shapeDepth, maxShapeSlots)
	}
	if !layout.truncated || len(layout.slots) >= chainSlots {
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

// allowsPointer reports whether a pointer at a depth may be non-nil although it is nil in the
// vector.
func (s *shape) allowsPointer(depth int) bool {
	switch {
	case s.capacities[0] == 0: // lengths and pointers are fixed by the vector
		return false
	case depth < shapeDepth:
		return true
	case depth > s.linkDepth: // a list encloses the pointer
		return false
	case s.linkDepth >= s.maxChain || len(s.slots) > s.maxSlots:
		s.truncated = true
		return false
	}
	return true
}

// hasSpareCapacity reports whether a list at a depth may have elements that the vector does not
// have.
func (s *shape) hasSpareCapacity(depth int) bool {
	return depth < shapeDepth || depth == s.linkDepth && s.maxChain > shapeDepth
}

// halveCapacity halves the largest capacity of nested lists, the innermost first. When all are 1,
// it halves the capacity of the outermost lists. It returns false if no capacity can be halved.
func halveCapacity(rooms *[shapeDepth]int) bool {
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
