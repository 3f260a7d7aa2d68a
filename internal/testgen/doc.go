// Package testgen turns inputs that a search found into ordinary Go tests, and writes the test
// files.
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
// and the inputs -1 and 0 with the results that Abs returned for them, it prints
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
// # Assertions
//
// Emit prints one test a function: a table of the cases with a loop over it, or a sequence of subtests. A
// table holds expressions, and all its rows make the same checks. Subtests stand where statements make
// inputs, where cases differ in what they compare, and where they take fewer lines, as for a single case:
//
//	func TestPushBranches(t *testing.T) {
//		// stack.go:26:5/T
//		t.Run("len(s.items) == s.max", func(t *testing.T) {
//			s := must(New(0))
//			if err := s.Push(7); !errors.Is(err, ErrFull) {
//				t.Errorf("(*Stack).Push(7) error = %v, want %v", err, ErrFull)
//			}
//		})
//	}
//
// A scenario (scenario.go) is a subtest of a type, TestStackSteps: it makes an object and calls a few methods, and checks what
// each of them returns.
//
// Table and sequence make the same checks. Package oracle decides what it compares: results,
// errors, the text of panics, what methods of the objects say after the call (readings.go), and the
// state of the receiver, the arguments and the package variables after it; a case may spare some (Case.Spared). A value with a literal is
// compared by != or reflect.DeepEqual. Of a value without one, a function returns the form that the
// test compares:
//
//	if view := viewRec(&got); !reflect.DeepEqual(view, tt.want) {
//
// The tests of a file share these functions. A value in an interface is compared with its type
// (held). A channel is compared by the values received from it and by whether it was closed after
// them. An error is compared by errors.Is if its message is that of a package variable of the
// package or its imports, or if it wraps that variable; any other error is compared by its message.
//
// The comment on a test says what is not compared, and why; the comment on a row says it of one
// case.
//
// A function that reads the clock gets no case whose input is a moment close to now or a duration
// of less than a second.
//
// Parts without information are left out: columns that are zero in all rows, arguments that no
// case changes, and the state of an argument that equals a result.
//
// Printers return texts alone. Why a text cannot be printed is kept beside them (problem.go), and costs a
// case, a check or a test.
//
// The printer marks the lines of rows, assertions and declarations while it prints (places.go), so
// that Suite.At knows the case and the check of a line.
//
// # Inputs
//
// An input that is made in one of several ways (input.Choice) is an expression:
// strings.NewReader("a"), New(3), a stub that is declared beside the tests. Where calls on an object make
// an input, or one call makes two inputs, these are statements of a subtest:
//
//	l := New()
//	element := l.PushBack(0)
//	if got := l.Remove(element); got != 0 {
//
// Signature.Calls lists further calls on the result of a function. They are printed in one
// expression: Above(3)(tt.x), must(Compile(tt.expr))(tt.s), take(Below(5), tt.most).
//
// # Files
//
// Tests are in-package. For the packages that package testing imports, directly or indirectly,
// in-package tests would be an import cycle: their tests are external, and a second file, the
// bridge, exports the names that the tests need.
//
// Cases that panic go into PanicFile, because a panic may be a bug. TestFile and PanicFile
// each declare the names that they need and the other file lacks, so that PanicFile can be
// deleted without harm to TestFile.
//
// During checks a suite is built with a bridge that exports every name that any suite of the
// package may need, because each change of a bridge recompiles most of the standard library.
// The bridge that is written exports only the names that the suite needs. Prepare fixes the
// bridge before there are cases. Package testcheck builds and runs suites; it applies its
// findings by the methods Drop, Weaken, LeaveOut, Rename, Without and With of a Suite.
//
// Write is atomic and never replaces a file that lacks the header of nearmiss.
//
// EmitFuzz emits fuzz targets, one for each function whose parameters the go command's
// fuzzer can make. A target fails only on a panic; its seeds are the inputs of the cases
// that returned.
//
// A suite whose tests need files with build constraints, by the names in their text, has a third
// file, BuildFile, with the conjunction of the constraints; what it shares with the others is
// declared in TestFile. If all functions of the package are in such files, TestFile and PanicFile have
// the constraint.
//
// # State
//
// A subtest restores at its end the package variables that a call may change, as package
// harness finds them, also variables of other packages: the variable, a copy of its map or slice,
// the target of its pointer. A variable that only changes behind these is left alone. A variable that is set
// once, to the result of a function of the package without arguments, is made anew before the
// call. Settings of the standard library are restored by the functions that tell and set them.
//
// # Other platforms
//
// A constant of type int, uint or uintptr fits into 32 bits, or is written by the name of a limit,
// or as an argument of a function; a test with such a number is skipped where an int has 32 bits.
//
// # Limits
//
// Not modelled: deeper parts of package variables (a case that depends on them fails in the
// shuffled runs and is dropped); aliasing of results, and of inputs that are plain data; the
// contents of interfaces inside objects where inputs put stubs there; goroutines that outlive
// the call; standard output.
//
// Nothing here is safe for concurrent change; functions on different suites may run at the
// same time.
package testgen
