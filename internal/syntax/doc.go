// Package syntax has queries on syntax, types and names that several packages share. For
//
//	func f(t *T, m map[string]int) { t.n++ }
//
// Parts returns the types T, string and int as parts of the parameter types, Assignments yields
// the place t.n, and Root returns t as the variable that leads to t.n. Aliasing is not analyzed.
//
// All functions are pure, and linear in the size of their arguments. A Mentions may be used
// concurrently.
package syntax
