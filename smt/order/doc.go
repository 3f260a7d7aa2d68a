// Package order decides conjunctions of comparisons: it is a solver for paths
// whose conditions order the inputs, as those of sorting programs do.
//
// Asked whether
//
//	a[0] <= a[1], a[1] <= a[2] and a[2] < a[0]
//
// hold together, it answers Unsat; without the second it answers Sat and changes one of the values of the witness.
//
// A clause belongs to it if it compares, by any of the six relations, integers
// of the form slot, slot + constant, constant, or a difference of two slots
// with a constant, or booleans and their numbers 0 and 1; slots may be converted
// to other sorts. Conjunctions of such clauses belong to it too, disjunctions in
// a question.
//
// What might wrap is taken at its value where bounds that the path gives show
// that it does not; these bounds are then part of every core in which the clause
// is. Elsewhere it is supposed not to wrap, which is good for models, each of
// which is evaluated then, and for no contradiction, unless bounds that came
// later show it.
//
// Each comparison is a constraint x <= y + c, which is a link of a graph whose
// nodes are slots; comparisons with constants bound a node. The method is the
// incremental one of Cotton, Maler, Fast and flexible difference constraint
// propagation for DPLL(T), SAT 2006: values that satisfy the graph are kept, and
// a new constraint moves only what it forces to move, in the order that
// Dijkstra's algorithm gives with the values as potentials. Here the values kept
// are those of the witness, so that an answer is a small change of it, and the
// order is followed from both ends of the new constraint in turns: from y
// upwards and from x downwards. Where the one or the other end can go all the
// way that is done; else each goes a part. If the two propagations meet too early the
// constraint closes a negative cycle, which is the core; if bounds stop both
// too early, the bounds and what leads to them are.
//
// A disequality that the new values break is first repaired by moving one of its
// two slots; where that has no room, one side is taken after the other, up to a
// limit.
//
// Clauses of other kinds do not stop it. Unsat needs none of them; for Sat it
// first tries to leave the slots alone on which they depend, and then evaluates
// those that a change reaches. Solve takes of a disjunction on the path the
// first alternative that it can make true, which again is good for models only.
//
// Cost: a question takes O((n + m) log n) for the n nodes that the propagations come
// to and the m links at them, which are few as a rule, for each disequality
// split. A clause is put into the graph when the first question comes behind it,
// which takes time for the links of one of its slots, and taken out in constant
// time, beside the slots of clauses of other kinds; one that was not there costs
// nothing. Solve has a graph of its own and goes no further than to the first
// contradiction.
//
// Not modelled: floats, strings, sums of more than two slots, products.
//
// A Solver is for one goroutine.
package order
