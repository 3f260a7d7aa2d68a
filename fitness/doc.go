// Package fitness measures how near a run comes to a branch: by the standard fitness of
// search-based testing and by the symbolically enhanced one.
//
// For the true branch of b == s in
//
//	func f(n, a, s, b int) bool {
//		if n > 0 {
//			for i := 0; i < n; i++ {
//				s += i
//			}
//			if a == n && b == s {
//				return true
//			}
//		}
//		return false
//	}
//
// the critical nodes are n > 0, a == n and b == s. The standard fitness of a run is the approach
// level of the critical node at which the run diverges, 2, 1 or 0, plus the normalized branch
// distance there. The enhanced fitness computes at each critical node how far the values there are
// from the path conditions that lead on to the target. At n > 0 the loop lies on the path: its
// products are "no iteration", which contradicts n > 0, and "one iteration, then any number", whose
// path condition is n > 0 ∧ 0 < n ∧ a == n with i >= n and b == s dropped, because the loop
// destroys i and s: approximation level 2.
//
// [New] lowers a function once; [Analysis.Target] analyses a branch, step by step as Algorithm 1 of
// Baars et al., Symbolic Search-Based Testing, ASE 2011, doi 10.1109/ASE.2011.6100119, and compiles
// a probe.Program for each critical node; [Analysis.Explain] shows the intermediate results.
//
// The products of an approximated path expression are not enumerated. They are executed together
// over a graph. A state of the graph is the remaining path expression together with the relevant
// parts of the symbolic store and of the facts that earlier conditions established; equal states
// are merged. The least sum over products is the shortest path through that graph. The graph
// excludes products whose conditions contradict each other: comparisons of a term with constants
// are tracked as intervals, comparisons of two terms as possible orders. The published fitness
// counts equal conditions each time; with Options.Merge they count once.
//
// A condition is dropped where it depends on a variable that is unknown: destroyed by a loop,
// defined by a call, possibly changed through a pointer, closure or call, or of a type that terms
// do not have. The content of slices is known as long as no slice with elements of the same kind is
// written to. A dropped condition on a value that a statement outside of loops assigns is kept as a
// fact nevertheless: err has one value, though unknown, until code may change it. A condition that
// is undefined over the live values of a run (an index out of range, a division by zero, a nil
// pointer on the path) counts as dropped there.
//
// A single value that is assigned to a field in shared memory may change the same field of any
// struct; a single value assigned to a variable or an element changes no field. Targets of
// pointers, and values with parts, may be changed by any of these assignments. Calls, channels, and
// functions that are ranged over may change all memory that is reachable from outside. Where a
// function starts goroutines or ranges over a function, no branch is proved infeasible.
//
// Not modelled: panics, deferred calls, other goroutines between two statements, memory reached by
// package unsafe or reflection, writes to slices (they destroy), string concatenation, runes of a
// string after the first, complex numbers.
//
// Complexity: one pass over the sub-graph for every critical node, times the number of states. The
// number of states is linear in the size of the graph if paths meet again with the values that
// later conditions use unchanged, and exponential if each path leaves another state. Options.Limit
// bounds it; products left out for that reason are counted.
//
// An Analysis is safe for concurrent use; a Target is not changed after it is
// returned.
//
// # Live slots
//
// A Layout lists the variables whose values the probes of a function read at its conditions, and
// the slot of each value.
//
// An access path is a variable followed by fields and dereferences: x, x.f,
// p.f.g, *p. For
//
//	func f(p *pair, s []int) bool {
//		if p.a < len(s) {
//			return s[p.a] == p.b
//		}
//		return false
//	}
//
// the paths are p.a, s and p.b, in slots 0, 1 and 2. A read of p.a needs p not to be nil: p is its
// guard, and where a guard fails the slot is undefined. Numbers, bools and strings are recorded by
// value, slices and arrays with the content of their elements where these are numbers or bools, all
// other values by whether they are nil. The length of a string, slice or array is part of its slot;
// maps and channels have a separate slot for the length, and a slice has one for the capacity if
// the function uses it.
//
// The enhanced fitness of Baars et al. (Symbolic search-based testing, ASE 2011, section III) is
// computed at a node over the live values there: values that are in scope at the node and that the
// outcome of the condition, or of a condition behind it, depends on (live.go). Reads do not change
// the behaviour of the function: in a function literal only variables that the literal mentions
// itself are read, so that it captures no more variables.
//
// Complexity: Of takes a few passes over the function, one for each depth of its loops. At looks
// every path up in the scopes around the condition.
//
// Not modelled: elements of slices of strings or structs, map contents,
// values behind interfaces, complex numbers, variables of type parameter
// types, fields that the package cannot spell, and functions whose probes would
// hold more than 16384 reads together (Layout.TooLarge).
//
// A Layout is not changed after Of and is safe for concurrent use.
package fitness
