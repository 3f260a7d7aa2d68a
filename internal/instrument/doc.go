// Package instrument rewrites the source of a package once, so that what the
// compiled program does at its conditions can be seen.
//
// In
//
//	func f(a, b int) bool {
//		if a < b {
//			return true
//		}
//		return a == 7
//	}
//
// the condition a < b, number 0, becomes
//
//	(zznmprobe.Want(0) && zznmprobe.SetI(0, zznmprobe.I(a)) && zznmprobe.SetI(1, zznmprobe.I(b)) && zznmprobe.Eval(0) ||
//		zznmprobe.LtI(0, zznmprobe.I(a), zznmprobe.I(b)))
//
// on one line: the hook hands over the live values if they are asked for and
// is false, the probe computes a < b and records it for the branches 0 (false)
// and 1 (true). Every stretch of statements that runs as a whole starts with
// zznmprobe.Cost(n).
//
// A rewriting is type-correct or not done: operands are converted to the
// widest type of their class only where the type checker gives both one basic
// type. Anything else keeps its condition inside a flat probe,
// zznmprobe.Bool(0, a == b), and if it compares ordered values it is listed in
// Result.Flat. A condition whose context wants a bool type of its own is
// compared with true, which makes it an untyped bool again.
//
// A switch over constants hands its tag and a table of the cases to one probe;
// other switches, type switches and selects tell at the start of a clause
// which comparisons were made. A range loop tells of one more element at the
// start of its body, and of the end behind it, unless a break led there.
//
// With Options.Sites an integer divisor that may be zero goes through a probe, a /
// zznmprobe.Divisor(7, b), which tells how far it is from zero if that panic is the target.
//
// Who is about to wait for what can never come says so: a channel that is received
// from goes through a probe, <-zznmprobe.Chan(c), and so does a value that is sent,
// c <- zznmprobe.Sent(c, v); before a select without a case that can be ready
// stands if c == nil { zznmprobe.Forever() }. Channels and values that such a probe
// would have to evaluate twice, or at another time, have none. Who makes a slice or
// a channel says how much is asked for: make([]int, zznmprobe.RoomI(zznmprobe.I(n), 8)).
//
// Edits are insertions into the original text on the line they belong to, so
// lines, comments and directives stay where they are. No variable is
// introduced, no statement is moved and no function literal wrapped around
// anything: labels, gotos, terminating statements and what escapes stay as
// they were.
//
// Branch distances at atomic conditions: Baars et al., Symbolic search-based
// testing, ASE 2011, II; the hook at critical nodes: III.
//
// Complexity: linear in the size of the package times the slots of a function.
//
// Not modelled: files that use cgo and functions with directives that forbid
// calls (Result.Skipped); test files; the end of a range loop over an iterator
// function that is also left by break, and one of several cases of a clause
// compared with a tag that has effects (Result.Unprobed). Arguments of
// comparisons are evaluated in the order the compiler chose for a call.
//
// Rewrite does not change what it is given; several may run at once.
package instrument
