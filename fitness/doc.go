// Package fitness says how near a run comes to a branch: the standard fitness
// of search-based testing and the symbolically enhanced one.
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
// the critical nodes are n > 0, a == n and b == s. The standard fitness of a
// run is the approach level of the one at which it turns away, 2, 1 or 0,
// plus the normalized branch distance there. The enhanced fitness asks at
// each of them how far the values there are from the path conditions that lead
// on to the target. At n > 0 the loop stands in the way: its
// products are "no turn", which contradicts n > 0, and "one turn, then any
// number", whose path condition is n > 0 ∧ 0 < n ∧ a == n with i >= n and
// b == s dropped, as the loop destroys i and s: approximation level 2.
//
// [New] lowers a function once; [Analysis.Target] analyses a branch, step by
// step as Algorithm 1 of Baars et al., Symbolic Search-Based Testing, ASE 2011,
// doi 10.1109/ASE.2011.6100119, and compiles a probe.Program for each critical
// node; [Analysis.Explain] shows what went into it.
//
// The products of an approximated path expression are not enumerated. They are
// executed together over a graph whose states are what remains of the path
// expression, what matters of the symbolic store, and what matters of the
// facts that earlier conditions established; equal states are one. The least
// sum over products is the shortest way through that graph. Products whose
// conditions contradict each other are not among its ways: comparisons of a
// term with constants are followed as intervals, comparisons of two terms as
// possible orders. The published fitness counts equal conditions each time;
// Options.Merge does not.
//
// A condition is dropped where it depends on a variable that is unknown: one
// destroyed by a loop, defined by a call, reachable by a pointer, closure or
// call that may have changed it, or of a type that terms do not have. Content
// of slices is known as long as no slice of such elements is written to.
// What it says of a value that a statement outside of loops assigns is kept as a fact
// all the same: err is one value, whatever it is, until something may change it.
// A condition that is undefined over the live values of a run (an index out of
// range, a division by zero, a nil pointer on the way) counts as dropped there.
//
// A single value that is assigned to a field in memory that others share may change such a
// field of any struct; one that is assigned to a variable or an element changes no field;
// what a pointer leads to, and values with parts, may be any of it. Calls, channels, and functions that are ranged over may change what
// is reachable from elsewhere. Where a function starts goroutines or ranges
// over a function, no branch is proved infeasible.
//
// Not modelled: panics, deferred calls, other goroutines between two
// statements, memory reached by package unsafe or reflection, writes to slices
// (they destroy), strings that are joined, runes of a string after the first,
// complex numbers.
//
// Complexity: one pass over the sub-graph for every critical node, times the
// number of states, which is linear in the size of the graph for code whose
// ways meet again with what later conditions use unchanged, and exponential
// where each way leaves another state. Options.Limit bounds it; what is left
// out for that is counted.
//
// An Analysis is safe for concurrent use; a Target is not changed after it is
// returned.
//
// # Live slots
//
// A Layout says which variables a function hands over to the fitness at its conditions,
// and in which slot each of them travels.
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
// the paths are p.a, s and p.b, in slots 0, 1 and 2. A read of p.a needs p not
// to be nil: p is its guard, and where a guard fails the slot is undefined.
// Numbers, bools and strings travel by value, slices and arrays with the
// content of their elements where those are numbers or bools, all else by
// whether it is nil. The length of a string, slice or array is that of its
// slot; maps and channels have a slot of their own for it, and so has the
// capacity of a slice that the function asks for.
//
// The enhanced fitness of Baars et al. (Symbolic search-based testing, ASE
// 2011, section III) is computed at a node over the live values there. A value is what a
// condition or an assignment of the function mentions and what is in scope at the node. Reads do not
// change what the function does: in a function literal only variables that
// the literal mentions itself are read, so that it captures nothing more.
//
// Complexity: Of is linear in the size of the function. At looks every path
// up in the scopes around the condition.
//
// Not modelled: elements of slices of strings or structs, map contents,
// values behind interfaces, complex numbers, variables of type parameter
// types, fields that the package cannot spell, and functions whose hooks would
// hold more than 16384 reads together (Layout.Crowded).
//
// A Layout is not changed after Of and is safe for concurrent use.
package fitness
