// Package owntests reads what the own tests of a package call its functions with.
//
// Of
//
//	func TestSplit(t *testing.T) {
//		for _, tt := range []struct{ in, sep string }{{"a,b", ","}, {"", ";"}} {
//			Split(tt.in, tt.sep)
//		}
//	}
//
// it makes two calls of Split, with the arguments "a,b", "," and "", ";". Nothing is run: the tests are
// type-checked beside the package, and the arguments are expressions, which Encode turns into vectors of inputs.
//
// A name stands for what it is set to where it is declared, a field of an element for its expression in the
// literal, and the variable of a range loop for each element of a literal in turn. A parameter of a helper stands
// for the argument of each call, a parameter of a fuzz target for what F.Add and testdata/fuzz give it.
//
// Not modelled: later assignments, methods called on an object before it is passed on, results of other calls
// than constructors that inputs use too, and calls through interfaces and variables.
//
// The time is linear in the number of calls, which Read limits. Tests may be used concurrently.
package owntests
