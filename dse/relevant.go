package dse

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// visitSlices calls visit with the sliced alternative path condition of each of the fresh nodes on a
// run's path. The last clause is the node's other side. The clauses before it are the clauses of
// the prefix that the last clause depends on, in the order of the path (Modonato, section 4.1). All
// other clauses hold in some run, so feasibility depends on the slice alone.
//
// Two clauses depend on each other if they share a variable or an object, directly or through other
// clauses. An object is a piece of memory (Place.Object): a string, or the elements of a slice or
// map, together with the length; the target of a pointer; the arguments of a constructor; and each
// parameter by itself. Fields and arrays belong to the object that contains them. An object
// referred to is a separate object, so that two lists of one struct are independent of each other.
// Without World.Inputs, clauses depend on each other by shared variables alone.
//
// The slice of clauses is reused for the next node. A node takes time linear in its slice.
func (w *World) visitSlices(r *Run, fresh []*Node, visit func(n *Node, clauses []*term.Term)) {
	type taken struct {
		node *Node
		side bool
	}
	var path []taken
	for n, side := range r.Nodes {
		path = append(path, taken{n, side})
	}
	slices.Reverse(path)
	groups := smt.NewGroups(w.objectOf)
	var prefix, clauses []*term.Term
	for _, takenAt := range path {
		if len(fresh) == 0 {
			return
		}
		if takenAt.node == fresh[0] {
			last := w.tree.clause(takenAt.node, !takenAt.node.Side)
			clauses = clauses[:0]
			for _, i := range groups.Connected(last) {
				clauses = append(clauses, prefix[i])
			}
			visit(takenAt.node, append(clauses, last))
			fresh = fresh[1:]
		}
		clause := w.tree.clause(takenAt.node, takenAt.side)
		prefix = append(prefix, clause)
		groups.Push(clause)
	}
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
