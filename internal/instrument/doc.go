// Package instrument inserts probes into the source of a package. In a run, the
// probes record the branches taken at conditions, with branch distances.
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
// on one line. The first line is the hook: it records the live values of a and b
// if they are requested, and is false. The second line is the probe: it computes
// a < b and records the branch 0 (false) or 1 (true). Each stretch of statements
// that runs as a whole starts with zznmprobe.Cost(n).
//
// The instrumented source is type-correct. Operands are converted to the widest
// type of their class only if they have the same basic type. Other conditions are
// wrapped as a whole in a probe without a gradient, zznmprobe.Bool(0, a == b). If
// they compare ordered values, Result.Flat lists them. If the context of a
// condition needs a named bool type, the result of the probe is compared with
// true, which makes it an untyped bool.
//
// If the cases of a switch are all constants or plain variables, one probe gets the
// tag and a table of the cases.
// In other switches, type switches and selects, a probe at the start of each
// clause records the comparisons that were made. In a range loop, a probe at the
// start of the body records one more element. A probe after the loop records the
// end of the elements, unless a break left the loop.
//
// With Options.Sites, an operand of each operation that can panic is wrapped in a
// probe of a check: a / zznmprobe.Divisor(14, b), s[zznmprobe.Index(16, i, len(s))],
// s[i:zznmprobe.Bound(18, j, int(i), cap(s))], 1 << zznmprobe.Count(20, n). It measures
// the distance from the panic if that is the target. There is no such probe if it would
// evaluate an operand with effects twice.
//
// Some probes detect operations that would block for ever. A receive becomes
// <-zznmprobe.Chan(c), a send becomes c <- zznmprobe.Sent(c, v), and a select that
// may have only nil channels gets the statement if c == nil { zznmprobe.Forever() }
// before it. There is no such probe if it would evaluate a channel or a value
// twice, or at another time. The size of a new slice or channel is wrapped in a
// probe that limits the memory: make([]int, zznmprobe.RoomI(zznmprobe.I(n), 8)).
//
// Edits stay within a line of the original text, so lines, comments and directives
// keep their positions. The instrumentation introduces no local variables, moves no
// statements and wraps nothing in function literals. So labels, gotos,
// terminating statements and escape analysis are not affected.
//
// Branch distances at atomic conditions: Baars et al., Symbolic search-based
// testing, ASE 2011, II; the hook at critical nodes: III.
//
// Complexity: linear in the size of the package times the slots of a function.
//
// Limits:
//
//   - Files that use cgo, and functions with directives that forbid calls, are not
//     instrumented (Result.Skipped). Test files are not loaded.
//   - Some branches have no probe (Result.Unprobed): the end of a range loop over
//     an iterator function that a break may leave, and the cases of a clause with
//     several cases if the tag has side effects.
//   - The operands of a comparison are evaluated in the order of the arguments of
//     a call.
//
// Rewrite does not modify its arguments and may be called concurrently.
package instrument
