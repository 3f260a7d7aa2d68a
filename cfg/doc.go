// Package cfg builds control flow graphs of Go functions in which every block
// ends in at most one atomic condition. For fitness functions it computes
// dominators, control dependence and the critical nodes of a target.
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
// with three conditions and six branches, named file.go:2:5/T and so on. For the
// target edge 1→2 the critical nodes are block 0 with approach level 1 and block 1
// with approach level 0. The false outcomes of both diverge.
//
// # Conditions
//
// These are atomic conditions:
//
//   - the operands of &&, || and ! where control branches (if, for, a switch
//     without a tag);
//   - every case expression of a switch with a tag;
//   - every clause of a type switch and of a select except the default;
//   - every range loop (true: one more element);
//   - comparisons and the operands of &&, || and ! where a boolean value is used:
//     x := a && b, return a < b, f(a == b).
//
// A plain copy of a boolean or a plain call is no condition. The operands of an
// atomic condition contain no further conditions, except in call arguments, index
// expressions and function literals. A condition that the type checker decides is
// Const; the graph has only its possible outcome. A boolean value that is constant
// as a whole is no condition.
//
// # Blocks
//
// The graphs are built from those of golang.org/x/tools/go/cfg by splitting
// blocks. Nodes are statements and expressions in order of evaluation, with these
// rules:
//
//   - x := f() + g(a && b) is a node of the block after the conditions a and b.
//     The call f(), which is evaluated before them, is a node of the block that
//     ends in a. Graph.Inspect walks a node without its parts evaluated before.
//   - An AssignStmt without a right side, at the start of the body, assigns the key
//     and value of a range loop. The condition of the body's only predecessor is
//     the loop.
//   - The head of a type switch is an unchanged node; go/types has the variable of
//     each clause in Info.Implicits.
//   - A select evaluates channels and values to send as nodes of the block before
//     the first clause. The conditions of the clauses follow in source order. The
//     communication itself is the first node of the clause's body. If the last
//     clause of a select without default is not taken, the function blocks: the
//     false outcome leads to the exit and is infeasible.
//   - The cases of a switch follow in source order, the default comes last.
//   - Calls that do not return lead to the exit: panic, os.Exit, log.Fatal and
//     similar functions, and functions of the package that provably never return.
//     Only calls that are statements count, because go/cfg considers no others.
//   - go/cfg deviates from Go's order of evaluation: it puts the communications of
//     a select before the choice, and range variables before the loop. This package
//     corrects the order.
//
// Returns, panics, calls that do not return and blocking forever lead to one
// virtual exit. Straight-line blocks are joined, empty ones are dropped,
// unreachable ones are left out. Blocks are numbered in reverse postorder.
//
// Function literals have separate graphs. Their conditions belong to the declared
// function around them; Site is the block that contains the literal. The graphs do
// not model the calls of a literal.
//
// # Post-dominators and infinite loops
//
// Post-dominance needs a path to the exit from every block. Loops that control
// cannot leave are opened: all edges to the head pass through a virtual node with
// another edge to the exit. Among several such loops in a row only the last is
// opened. A virtual node is no condition; a block that depends on it depends on the
// same conditions as the virtual node. The end of a target edge, the sink, does not
// count as an exit of a loop. Otherwise the target would be unavoidable in
//
//	for {
//		if next() == ')' {
//			return // target
//		}
//	}
//
// and no node would be critical. Under this rule the block that the target edge
// leaves is always critical, with approach level 0.
//
// # Panic sites
//
// FindSites lists the places at which a run can panic: calls of panic, indices
// and slice bounds, integer divisions, nil pointers, interfaces, functions (also
// those that a loop ranges over) and maps, assertions without ok, conversions of
// slices to arrays, sizes of make, negative shifts, closed channels, and calls of
// functions of other packages, which may panic. In
//
//	func f(xs []int, p *T) int {
//		for i := range xs {
//			p.n += xs[i]
//		}
//		return p.n + xs[0]
//	}
//
// there are four: p.n in the loop, p.n behind the loop, xs[i] and xs[0]. FindSites
// excludes and counts places that cannot panic: places that types prove safe (a
// constant index of an array, a byte as the index of 256 elements, a constant
// divisor), and dereferences of a variable with a single value that holds an
// address, was compared with nil, or has been dereferenced on every path there. The
// p behind the loop has not, since the loop may have no iteration. The proofs are
// deliberately simple: a site that cannot panic costs a search, but a wrong proof
// hides a fault. A site belongs to the block that evaluates it; the paths to the
// site have edges for conditions only, none for panics.
//
// # Limits
//
// The graphs do not model panics of the language (index out of range, nil
// dereference, division by zero), recover, the calls of deferred functions at the
// end (a defer is a node at its place in the source), and goroutines. The body of a
// range over a function is a loop body, not a function.
//
// # Cost
//
// Build is linear in the source except for the fixed point of functions that
// never return. Approach computes one post-dominator tree (Lengauer and
// Tarjan 1979, by gonum) and a control dependence relation (Ferrante,
// Ottenstein and Warren 1987), O(n·m) at worst and close to linear on real
// functions.
//
// Values do not change after Build and may be read concurrently.
package cfg
