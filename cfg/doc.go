// Package cfg makes control flow graphs of Go functions in which every block
// ends in at most one atomic condition, and computes on them what fitness
// functions need: dominators, control dependence and the critical nodes of a
// target.
//
// For the function
//
//	func f(a, b int) bool {
//		if a > 0 && b > 0 {
//			return a == b
//		}
//		return false
//	}
//
// Build makes one graph
//
//	0:  if a > 0          T→1 F→4
//	1:  if b > 0          T→2 F→4
//	2:  value a == b      T→3 F→3
//	3:  return a == b     →5
//	4:  return false      →5
//	5:  (exit)
//
// with three conditions and six branches, named file.go:2:5/T and so on.
// Target the edge 1→2: the critical nodes are 0, with approach level 1, and
// 1, with level 0, and of both the false outcome diverges.
//
// # What a condition is
//
// The operands of &&, || and ! where control branches (if, for, a switch
// without a tag); every case expression of a switch with a tag; every clause
// of a type switch and of a select but the default; every range loop (true:
// one more element). Also the comparisons and the operands of &&, || and !
// where a boolean value is used: x := a && b, return a < b, f(a == b). A
// plain copy of a boolean or a plain call is none. The operands of an atomic
// condition are not searched for more, except call arguments, index
// expressions and function literals. A condition that the type checker
// decides is Const; only its possible way is in the graph. A boolean value
// that is constant as a whole is no condition.
//
// # What is in a block
//
// The graphs start from those of golang.org/x/tools/go/cfg, whose blocks are
// then split. Nodes are statements and expressions in order of evaluation,
// with these rules:
//
//   - x := f() + g(a && b) ends up in the block after the conditions a and b;
//     the call f(), which comes before them, is a node of the block that ends
//     in a. Graph.Inspect walks a node without what was evaluated before.
//   - Key and value of a range loop are assigned by an AssignStmt without a
//     right side, at the start of the body; its only predecessor's condition
//     is the loop.
//   - The head of a type switch is a node as it stands; go/types has the
//     variable of each clause in Info.Implicits.
//   - A select evaluates channels and values to send as nodes of the block
//     before the first clause, whose conditions follow in source order; the
//     communication itself is the first node of the clause's body. If the
//     last clause of a select without default is not taken, the function
//     blocks: the false outcome leads to the exit and is infeasible.
//   - The cases of a switch follow in source order, the default comes last.
//   - Calls that do not return lead to the exit: panic, os.Exit, log.Fatal
//     and the like, and functions of the package that provably never return.
//     go/cfg asks this of calls that are statements, and so only those count.
//   - Where go/cfg does not evaluate what Go does, the difference is made up
//     for here, not there: it puts the communications of a select before the
//     choice, and range variables before the loop.
//
// Every way out leads to one virtual exit: returns, panics, calls that do not
// return, blocking forever. Straight-line blocks are joined, empty ones are
// dropped, unreachable ones are left out. Blocks are numbered in reverse
// postorder.
//
// Function literals have graphs of their own. Their conditions belong to the
// declared function around them; Site is the block in which they stand.
// Whether and how often they are called is not modelled.
//
// # Post-dominators and infinite loops
//
// Post-dominance needs a way to the exit from every block. Loops that control
// cannot leave are opened: all ways to the head pass a virtual node that may
// also go to the exit. Of several such loops in a row the last is opened.
// A virtual node is no condition; what depends on it depends on what it
// depends on. For a target, the sink does not count as a way out here.
// Otherwise the target would be unavoidable in
//
//	for {
//		if next() == ')' {
//			return // target
//		}
//	}
//
// and no node critical. As it is, the block that the target edge leaves is
// always critical, with approach level 0.
//
// # Panic sites
//
// FindSites lists the places at which a run can panic: calls of panic, indices
// and slice bounds, integer divisions, nil pointers, interfaces, functions and
// maps, assertions without ok, conversions of slices to arrays, sizes of make,
// negative shifts, closed channels, and calls of other packages, out of which
// a panic may come. In
//
//	func f(xs []int, p *T) int {
//		for i := range xs {
//			p.n += xs[i]
//		}
//		return p.n + xs[0]
//	}
//
// there are four: p.n in the loop, p.n behind it, xs[i] and xs[0]. Excluded, and counted,
// is what the types prove safe (a constant index of an array, a byte as the index of 256
// elements, a constant divisor), and a variable with one value that holds an address, was
// compared with nil, or has been dereferenced on every way there; the p behind the loop has
// not, since there may be no round. The proofs are simple on purpose: a site that cannot
// panic costs a search, a proof that is wrong costs a fault.
// A site belongs to the block in which it is evaluated; the ways there have
// edges for conditions only, none for panics.
//
// # Not modelled
//
// Ways that panics of the language take (index out of range, nil dereference,
// division by zero), recover, the calls of deferred functions at the end (a defer is a
// node where it stands), goroutines, and the body of a range over a function
// as a function: it is a loop body like any other.
//
// # Cost
//
// Build is linear in the source but for the fixed point of functions that
// never return. Approach computes one post-dominator tree (Lengauer and
// Tarjan 1979, by gonum) and a control dependence relation (Ferrante,
// Ottenstein and Warren 1987), O(n·m) at worst and close to linear on real
// functions.
//
// Values are not changed after Build and may be read concurrently.
package cfg
