// Package testcheck makes sure that emitted tests hold: it builds them, runs
// them, and drops what fails.
//
// Given the suite that package testgen made of
//
//	func Stamp(n int) (int, time.Time) { return n, time.Now() }
//
// Verify finds that the second result varies. The case stays, and asserts the
// first result alone.
//
// A round builds the tests through an overlay, so that the user's tree is not
// touched, vets them, and runs them under the race detector: once in each of
// three settings, which differ in the time zone, the language, the environment
// variables and the machine; then beside the package's own tests, without the
// race detector; then twenty times in random order. A case that fails in any of
// these loses the assertion that failed, or goes. Another round follows until
// one finds nothing: two builds for most suites, one where all hold.
//
// All runs have the rights of the sandbox, if there is one. What they print in
// the user's environment is not repeated in messages.
//
// At the deadline, what has passed a fifth of the runs is kept and the rest
// goes.
//
// VerifyFuzz checks fuzz targets by their seeds, VerifyWorst the test of worst
// inputs. Warm compiles what a suite needs while there is none yet.
//
// Not modelled: what differs between two versions of Go or of a dependency;
// tests that fail less often than once in twenty runs.
//
// Nothing here is safe for concurrent use with one suite; functions on
// different suites may run at the same time.
package testcheck
