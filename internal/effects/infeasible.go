// Package infeasible proves of branches that no run takes them, by what local
// variables can hold.
//
// In the function
//
//	func f(n int, b byte) int {
//		if n < 0 {
//			return 0
//		}
//		for i := 0; i < n; i++ {
//			if i < 0 || int(b) > 255 {
//				return 1
//			}
//		}
//		return 2
//	}
//
// Of finds out that the true outcomes of i < 0 and int(b) > 255 are
// infeasible: i is from 0 to 9223372036854775806 there, int(b) from 0 to 255.
// What lies behind such branches alone is infeasible too.
//
// The method is abstract interpretation (Cousot, Cousot, Abstract
// interpretation: a unified lattice model for static analysis of programs by
// construction or approximation of fixpoints, POPL 1977): intervals for
// integers and for the lengths of strings and slices, and which of two values
// a boolean and a comparison with nil can have. Conditions narrow what is
// known on both of their ways; loops are widened to the constants of the
// function and to the limits of types, and then narrowed again. Type switches
// are looked at without all that: a clause is infeasible if one before it
// takes every value that it would.
//
// Variables count if they are local and only assignments of their own graph
// change them: those whose address is taken, and those that a function literal
// assigns to, can be anything. So can everything else: fields, elements,
// results of calls. A literal starts without knowledge. Sizes are those of the
// platform that the package was loaded for. Integers wrap: what may leave the
// range of its type can be anything in it.
//
// Not modelled: relations between variables (package fitness knows some),
// floats, the contents of strings, memory behind pointers, data races.
//
// Cost: a few passes over the graph, each O(blocks · variables).
//
// An Analysis is for one goroutine.

package effects
