// Package pathexpr describes all paths between two nodes of a graph by a
// regular expression over its edges, and takes the loops out of it.
//
// For the loop of
//
//	if n > 0 {          // edge a enters
//		for i < n {     // edge b enters the body, edge c comes back, edge d leaves
//			s += i
//		}
//	}
//
// the paths from the first condition to the end of the loop are a(bc)*d.
// [Approximate] with k = 1 makes a(1 + bcD[bc])d of it: no turn, or one turn
// and then any number, after which whatever bc defines is unknown (destroyed).
// Its two products are ad and abcD[bc]d. [Expr.Format] prints expressions in
// this notation.
//
// [Reduce] is the node reduction algorithm (Beizer, Software Testing
// Techniques, 2nd edition, 1990), taking the node with the fewest products of
// incoming and outgoing edges first; the approximation is that of Baars et al.,
// Symbolic Search-Based Testing, ASE 2011, sections III and IV, steps 3 to 5
// of Algorithm 1. Step 5 of the paper multiplies out; here the products stay
// in a [DAG], the minimal deterministic acyclic automaton that accepts them,
// which has one state for all products that go on alike. [DAG.Products] takes
// them out of it one at a time, shortest first.
//
// Reduction of n nodes of degree at most d takes O(n²+n·d²) steps on graphs
// of structured programs, where the expression grows linearly because equal
// sub-expressions are shared; irreducible graphs may need exponential space
// in the DAG, so NewDAG takes a limit.
//
// Not modelled: what the edges do. A D only names the expression whose effects
// are to be forgotten.
//
// A Builder is not safe for concurrent use; expressions and DAGs, once built,
// are immutable and may be shared.
package pathexpr
