// Package order decides conjunctions of comparisons. It is made for paths whose conditions
// order the inputs, such as those of sorting programs.
//
// For the query
//
//	a[0] <= a[1], a[1] <= a[2] and a[2] < a[0]
//
// it answers Unsat. Without the second clause it answers Sat and changes one value of the
// witness.
//
// A clause is supported if it compares, by any of the six relations, integers of the form slot,
// slot + constant, constant, or a difference of two slots with a constant, or booleans and
// their numbers 0 and 1. Slots may be converted to other sorts. Conjunctions of supported
// clauses are supported, and disjunctions in a query.
//
// An operation that might wrap is exact if the bounds of the path show that it does not; these
// bounds then belong to every core with the clause. Otherwise the solver assumes that it does
// not wrap. The assumption is valid for models, because they are evaluated. It invalidates an
// unsat core, unless bounds of later clauses prove it.
//
// Each comparison is a constraint x <= y + c: a link of a graph with slots as nodes. A
// comparison with a constant bounds a node. The method is the incremental one of Cotton, Maler,
// Fast and flexible difference constraint propagation for DPLL(T), SAT 2006: the solver keeps
// values that satisfy the graph, and a new constraint moves only the nodes that it must, in the
// order of Dijkstra's algorithm with the values as potentials. Here the values begin as those
// of the witness, so that an answer is a small change of it, and two propagations alternate:
// from y upwards and from x downwards. If one of the ends can move far enough, it does;
// otherwise both move part of the way. If the propagations meet too early, the constraint
// closes a negative cycle, which is the core. If bounds stop both too early, the core consists
// of the bounds and the links that lead to them.
//
// A violated disequality is repaired by moving one of its two slots. If neither can move, the
// solver tries its two sides one after the other, up to a limit.
//
// Clauses of other kinds do not stop the solver. Unsat does not need them. For Sat the solver
// first tries to keep the slots of these clauses, and then evaluates those that depend on a
// changed slot. Solve takes the first alternative of a disjunction on the path that it can
// satisfy; this too is valid for models only.
//
// Cost: for each split of a disequality, a query takes O((n + m) log n) for the n nodes that
// the propagations reach and the m links at them, usually few. A clause is added to the graph
// at the first query after its Push, in time linear in the links of one of its slots, and
// removed in constant time plus the slots of an unsupported clause. A clause that is popped
// before a query costs nothing. Solve uses a separate graph and stops at the first
// contradiction.
//
// Not modelled: floats, strings, sums of more than two slots, products.
//
// A Solver belongs to one goroutine.
package order
