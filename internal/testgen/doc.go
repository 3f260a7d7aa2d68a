// Package testgen turns inputs that a search found into ordinary Go tests, and
// writes them.
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
// The steps are Emit, testcheck.Verify and Write.
//
// Emit prints one table-driven test a function. Results, errors, panics by
// their text, and what the call left behind in its receiver, arguments and
// package variables are compared; what has no literal (functions, channels,
// some interface values) by its type or by whether it is nil, and of a struct
// that holds such things the other fields. An interface is compared with a
// value of the dynamic type that it had, a channel by the values that came on it
// and whether it was closed then; where it is a parameter, what it
// holds is compared after the call if the caller shares it: a stub whose
// methods change it, a slice, what a pointer leads to. An error whose message is that of a package
// variable of the package or its imports, or wraps it, is compared by
// errors.Is, another by its message.
//
// A struct of another package that shows none of its fields (time.Time, big.Int,
// bytes.Buffer) is compared by what its method String, Error or MarshalText
// says: alone, in a field, in a slice, behind a pointer or in an interface, and
// after the call only where that has changed it. A text with an address in it is
// not compared, and a time that differs between time zones is compared in UTC.
//
// An input that is a moment close to now, or a duration of less than a second, is not
// written where the clock is looked at, and no result that is such a moment is asserted;
// nor is a text that names the version of Go, the system, a directory of this machine or
// an address, unless the input has it.
//
// What says nothing is left out: columns
// that are zero in all rows, fields that the call cannot change, objects that
// it returns.
//
// An input that is made in one of several ways (input.Choice) is an
// expression: strings.NewReader("a"), New(3), a stub that is declared beside
// the tests. Where some row needs calls on an object the column holds
// functions, which the subtest runs:
//
//	s: func() *Stack {
//		s := must(New(2))
//		s.Push(3)
//		return s
//	},
//
// Where an input is what a call for another one has returned, one function makes
// both:
//
//	inputs: func() (*List, *Element) {
//		l := New()
//		element := l.PushBack(0)
//		return l, element
//	},
//
// What a function returns is called where Signature.Calls says so, in one
// expression: Above(3)(tt.x), must(Compile(tt.expr))(tt.s), take(Below(5), tt.most).
//
// Tests are in-package. For the packages that package testing stands on that
// would be an import cycle: their tests are external, and a second file
// exports what they need.
//
// Cases that panic go into a file of their own, PanicFile: what it holds may be
// a bug. Each file has the declarations that it needs and the other does not
// have, so that PanicFile can go without harm to TestFile.
//
// A suite is built with a bridge that exports what any suite of the package may
// need: a bridge that changes has most of the standard library compiled again. What
// is written holds only what the suite needs. Prepare fixes the bridge before there
// are cases. Package testcheck builds and runs suites; what it finds comes back by
// the methods At, Drop, Weaken, LeaveOut and With.
//
// Write is atomic and never replaces a file that lacks our header.
//
// EmitFuzz and WriteFuzz do the same with fuzz targets, one for each
// function whose parameters the go command's fuzzer can make. A target wants
// no panic; the inputs of the cases that returned are its seeds.
//
// Package variables that a call may change, as package harness finds them, are
// put back when a subtest ends: the variable, a copy of its map or slice, what
// it points to. One that is set once, to what a function of the package makes
// without arguments, is made anew before the call.
//
// Not modelled: what lies deeper in package variables (a case that depends on
// it fails in the shuffled runs and goes); aliasing of results, and of inputs that are plain data;
// what interfaces inside objects hold where inputs put stubs there; goroutines
// that outlive the call; standard output.
//
// Nothing here is safe for concurrent change; functions on different suites
// may run at the same time.
package testgen
