// Package testcheck checks emitted tests: it builds them, runs them, and drops the cases and
// assertions that fail.
//
// Given the suite that package testgen made of
//
//	func Stamp(n int) (int, time.Time) { return n, time.Now() }
//
// Verify finds that the second result varies. The case stays, and asserts the first result
// alone.
//
// Checks proceed in rounds. A round builds the tests through an overlay, so that the user's
// tree is not touched, vets them at the same time, and runs them:
//
//   - once in each of three settings, which differ in the time zone, the environment variables,
//     the files and the machine; in the user's environment in the order of the file, as go test does;
//   - together with the package's own tests;
//   - twenty times in random order.
//
// A case that fails in any run loses the failed assertion or is dropped. Rounds follow until
// one finds no failure. Then the tests are built with the race detector and run twenty times more:
// that build takes longest, and a call that lacks the time goes without it and says so.
//
// A setting in which the package ends the process before a test begins says nothing of any case,
// and is left out.
//
// All runs have the rights of the sandbox, if there is one. Messages do not quote output of
// runs in the user's environment.
//
// At the deadline the package keeps cases that have passed a tenth of the runs, proved once more by
// the last binary without the others and by go vet if there is no time for a build, and drops all
// others.
//
// VerifyFuzz checks fuzz targets by their seeds, VerifyWorst the test of worst inputs. Warm
// compiles the dependencies of a suite before the suite exists.
//
// The checks do not find differences between two versions of Go or of a dependency, nor tests
// that fail less often than once in twenty runs.
//
// Calls with the same suite must not run concurrently; calls with different suites may.
package testcheck
