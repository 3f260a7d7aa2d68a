// Package syntax answers the questions about syntax and types that several packages ask.
//
//	func f(t *T, m map[string]int) { t.n++ }
//
// has parameters whose types are written with T, string and int.
//
// All functions are pure, and linear in what they are given.
package syntax
