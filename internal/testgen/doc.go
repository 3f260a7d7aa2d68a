// Package testgen turns inputs that a search found into ordinary Go tests,
// makes sure that they hold, and writes them.
//
// Given the function
//
//	func Abs(n int) int {
//		if n < 0 {
//			return -n
//		}
//		return n
//	}
//
// and the inputs -1 and 0 with what it returned for them, it makes of it
//
//	func TestAbsBranches(t *testing.T) {
//		tests := []struct {
//			name string
//			n    int
//			want int
//		}{
//			// abs.go:2:5/T
//			{name: "n < 0", n: -1, want: 1},
//			// abs.go:2:5/F
//			{name: "n >= 0", n: 0, want: 0},
//		}
//		for _, tt := range tests {
//			t.Run(tt.name, func(t *testing.T) {
//				if got := Abs(tt.n); got != tt.want {
//					t.Errorf("Abs(%v) = %v, want %v", tt.n, got, tt.want)
//				}
//			})
//		}
//	}
//
// The steps are Minimize, Emit, Verify and Write.
//
// Minimize keeps the fewest cases that cover the same branches: a greedy
// cover (Chvátal, A greedy heuristic for the set-covering problem, Mathematics
// of Operations Research 4(3), 1979), redundant cases out, then branch and
// bound up to a fixed number of steps, each O(branches).
//
// Emit prints one table-driven test a function. Results, errors by their
// message, panics by their text, and what the call left behind in its
// receiver, arguments and package variables are compared; what has no literal
// (functions, channels, interface values) by whether it is nil, and of a
// struct that holds such things the other fields. Tests are in-package. For
// the packages that package testing stands on that would be an import cycle:
// their tests are external, and a second file exports what they need.
//
// Verify builds and runs the tests through an overlay, so that the user's
// tree is not touched, weakens or drops what fails, and says why. A suite
// that holds costs one build, which vets it too, and two runs. It is built
// with a bridge that exports what any suite of the package may need: a bridge
// that changes has most of the standard library compiled again. What is
// written holds only what the suite needs. Prepare fixes the bridge before
// there are cases, and Warm compiles it meanwhile.
//
// Write is atomic and never replaces a file that lacks our header.
//
// Not modelled: package variables that a function changes through maps,
// slices and pointers are not put back after a case (those that it assigns to
// are); aliasing between inputs or results; goroutines that outlive the call;
// standard output.
//
// Nothing here is safe for concurrent change; functions on different suites
// may run at the same time.
package testgen
