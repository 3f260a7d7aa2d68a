// Package pathexpr computes path expressions: regular expressions over the edges of
// a graph that describe all paths between two nodes. It approximates the loops in
// path expressions by finitely many iterations.
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
// [Approximate] with k = 1 turns the expression into a(1 + bcD[bc])d: no
// iteration, or one iteration followed by any number of further ones. D[bc] says
// that the variables that bc defines are then unknown (destroyed). The products
// of the expression are ad and abcD[bc]d. [Expr.Format] prints expressions in this
// notation.
//
// [Reduce] is the node reduction algorithm (Beizer, Software Testing
// Techniques, 2nd edition, 1990). It eliminates the node with the smallest product
// of in-degree and out-degree first. The approximation is that of Baars et al.,
// Symbolic Search-Based Testing, ASE 2011, sections III and IV, steps 3 to 5
// of Algorithm 1. Step 5 of the paper expands the products. Here a [DAG] represents
// them: the minimal deterministic acyclic automaton that accepts the products. It
// shares a state between products with equal continuations. [DAG.Products] yields
// the products one at a time, the shortest first.
//
// Reduction of n nodes of degree at most d takes O(n²+n·d³) steps on graphs
// of structured programs. The expression grows linearly there, because equal
// sub-expressions are shared. Irreducible graphs may need exponential space in the
// DAG, so NewDAG takes a limit.
//
// The package does not model the effects of edges. D only names the expression
// with the effects to forget.
//
// A Builder is not safe for concurrent use; expressions and DAGs, once built,
// are immutable and may be shared.
package pathexpr
