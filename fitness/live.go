// Package live decides which variables a function hands over to the fitness
// at its conditions, and in which slot each of them travels.
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
// 2011, section III) is computed at a node over the live values there; this
// package fixes the meaning of "values": what a condition or an assignment of
// the function mentions and what is in scope at the node. Reads do not
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
