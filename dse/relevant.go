package dse

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// relevant calls visit with the sliced alternative path condition of each of the nodes that are
// new on a run's path: the node's other side, which is the last clause, and of the clauses
// before it those that it depends on, in the order of the path (Modonato, section 4.1). All
// other clauses hold in some run, so whether there is an input hangs on these alone.
//
// Two clauses depend on each other if they share a variable or an object, also by way of
// others. An object is a piece of memory (Place.Object): a string or the elements of a slice or
// map, together with the length; what a pointer points to; what a constructor is given; and each
// parameter by itself. Fields and arrays belong to what they are in. What an object refers to is
// another object, so that two lists of one struct are independent of each other. Where nothing
// is known of the inputs, variables alone count.
//
// The list is used again for the next node. A node takes time linear in its slice.
func (w *World) relevant(r *Run, fresh []*Node, visit func(n *Node, clauses []*term.Term)) {
	type taken struct {
		node *Node
		side bool
	}
	var path []taken
	for n, side := range r.Nodes {
		path = append(path, taken{n, side})
	}
	slices.Reverse(path)
	g := smt.NewGroups(w.memory)
	var prefix, clauses []*term.Term
	for _, at := range path {
		if len(fresh) == 0 {
			return
		}
		if at.node == fresh[0] {
			last := w.tree.clause(at.node, !at.node.Side)
			clauses = clauses[:0]
			for _, i := range g.With(last) {
				clauses = append(clauses, prefix[i])
			}
			visit(at.node, append(clauses, last))
			fresh = fresh[1:]
		}
		clause := w.tree.clause(at.node, at.side)
		prefix = append(prefix, clause)
		g.Push(clause)
	}
}

// memory is a number for the object that a variable belongs to, or for the variable itself.
func (w *World) memory(slot int32) int32 {
	if at := w.place(slot); at.Object > 0 {
		return int32(2*at.Object + 1)
	}
	return 2 * slot
}

// place is where a variable stands. Of one of which nothing is known that is by itself.
func (w *World) place(slot int32) Place {
	if w.Inputs != nil {
		if at := w.Inputs.Place(int(slot)); at.Object > 0 {
			return at
		}
	}
	return Place{First: int(slot)}
}
