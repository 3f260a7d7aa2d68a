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
// tree is not touched, and runs them, and vets them at the same time:
//
//   - once in each of four settings, which differ in the time zone, the environment variables,
//     the files and the machine; in the user's environment in the order of the file, as go test does;
//     once without any variables;
//   - together with the package's own tests;
//   - twenty times in four random orders, without collections of garbage, so that a sync.Pool keeps what
//     an earlier test has put into it.
//
// A case that fails in any run loses the failed assertion or is dropped. Rounds follow until
// one finds no failure. Then the tests are built with the race detector and run twenty times more:
// that build takes longest, and a call that lacks the time goes without it and says so.
//
// If a function of the package multiplies and adds floating-point numbers, all builds but that with
// the race detector fuse a multiplication with an addition, as those for arm64 do.
//
// A setting in which the package ends the process before a test begins says nothing of any case,
// and is left out.
//
// All runs have the rights of the sandbox, if there is one. Messages do not quote output of
// runs in the user's environment.
//
// The last binary without the race detector stays beside that with it, and while the next one is built.
// Where there is no time for another build, it runs without the cases that have been dropped since
// or have lost an assertion, and go vet checks the files without them (skipping.go). At the deadline a
// tenth of the runs suffices, and other cases are dropped.
//
// VerifyFuzz checks fuzz targets by their seeds, VerifyWorst the test of worst inputs. Warm
// compiles the dependencies of a suite before the suite exists.
//
// The checks do not find differences between two versions of Go or of a dependency, nor tests
// that fail less often than once in twenty runs.
//
// Calls with the same suite must not run concurrently; calls with different suites may.
package testcheck
