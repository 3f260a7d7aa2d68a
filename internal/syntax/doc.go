// Package syntax answers the questions about syntax and types that several packages ask.
//
//	func f(t *T, m map[string]int) { t.n++ }
//
// has parameters whose types are written with T, string and int, and assigns to t.n, which
// is a part of what t leads to. What t is an alias of is for those to say who ask.
//
// All functions are pure, and linear in what they are given. A Mentions may be used
// concurrently.
package syntax
