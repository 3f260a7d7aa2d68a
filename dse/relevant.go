package dse

import (
	"slices"

	"nearmiss/term"
)

// visitSlices calls visit with the sliced alternative path condition of each of the fresh nodes on a
// run's path, as a set of clauses: the node's other side, and those clauses of the prefix that the
// other side depends on (Modonato, section 4.1). All other clauses hold in some run, so feasibility
// depends on the slice alone.
//
// Two clauses depend on each other if they share a variable or an object, directly or through other
// clauses. An object is a piece of memory (Place.Object): a string, or the elements of a slice or
// map, together with the length; the target of a pointer; the arguments of a constructor; and each
// parameter by itself. Fields and arrays belong to the object that contains them. An object
// referred to is a separate object, so that two lists of one struct are independent of each other.
// Without World.Inputs, clauses depend on each other by shared variables alone.
//
// The zero S is the empty set, add returns a set with one more clause, and union the union of two
// sets. A node takes a call of union for each object of its clause, and nearly constant time
// besides.
func visitSlices[S any](w *World, r *Run, fresh []*Node, add func(S, *term.Term) S, union func(a, b S) S, visit func(*Node, S)) {
	type taken struct {
		node *Node
		side bool
	}
	var path []taken
	for n, side := range r.Nodes {
		path = append(path, taken{n, side})
	}
	slices.Reverse(path)
	var objects partition
	prefix := map[int32]S{} // by the first object of a class: the clauses of the prefix with objects of the class
	for _, at := range path {
		if len(fresh) == 0 {
			return
		}
		if at.node == fresh[0] {
			last := w.tree.clause(at.node, !at.node.Side)
			var slice S
			var seen []int32
			for _, slot := range last.Slots() {
				if class := objects.find(w.objectOf(slot)); !slices.Contains(seen, class) {
					seen = append(seen, class)
					slice = union(slice, prefix[class])
				}
			}
			visit(at.node, add(slice, last))
			fresh = fresh[1:]
		}
		clause := w.tree.clause(at.node, at.side)
		class := int32(-1)
		for _, slot := range clause.Slots() {
			switch other := objects.find(w.objectOf(slot)); {
			case class < 0:
				class = other
			case class != other:
				objects.parent[other] = class
				prefix[class] = union(prefix[class], prefix[other])
				delete(prefix, other)
			}
		}
		if class >= 0 {
			prefix[class] = add(prefix[class], clause)
		}
	}
}

// A partition divides objects into classes of dependent ones: a disjoint-set forest (Galler and
// Fischer 1964) with path halving.
type partition struct {
	parent []int32 // by object; the first object of a class is its own parent
}

// find returns the first object of an object's class.
func (p *partition) find(object int32) int32 {
	for int(object) >= len(p.parent) {
		p.parent = append(p.parent, int32(len(p.parent)))
	}
	for p.parent[object] != object {
		p.parent[object] = p.parent[p.parent[object]]
		object = p.parent[object]
	}
	return object
}

// objectOf returns the number of the object that a variable belongs to, or of the variable itself
// if the object is unknown.
func (w *World) objectOf(slot int32) int32 {
	if at := w.place(slot); at.Object > 0 {
		return int32(2*at.Object + 1)
	}
	return 2 * slot
}

// place returns the place of a variable. The zero Place with FirstCounterpart set stands for an unknown place.
func (w *World) place(slot int32) Place {
	if w.Inputs != nil {
		if at := w.Inputs.Place(int(slot)); at.Object > 0 {
			return at
		}
	}
	return Place{FirstCounterpart: int(slot)}
}
