// Package oracle decides what the test of a function asserts.
//
// Decide is a pure function from the recorded outcomes of the cases, and facts about the
// function, to checks and silences. For
//
//	type Rec struct {
//		N   int
//		At  time.Time
//		Err error
//	}
//
//	func Last(n int) ([]Rec, error)
//
// it chooses two checks: the list in the form of a list of views, each with N, the text of At
// in UTC and the message of Err, and the error. Package testgen prints them:
//
//	want []recView
//	…
//	want: []recView{{N: 1, At: "1970-01-01 00:00:01 +0000 UTC", Err: "e"}}
//
// # Readings
//
// What a call did to an object is told by exported methods of its type that change nothing: Len, Keys, Get with
// the key of the call. At most three are compared, those that tell the most cases apart (reader.go). Package
// harness finds them, and the worker calls them after the call (input.Reader). Before them comes the record
// of what functions and stubs among the inputs were called with, and of what was written to writers inside of inputs, if any case has a call or a text in it. Of a scenario, what each
// step returned is compared like a result.
//
// # Spared checks
//
// Checks of readings and states are spared where others notice as much (spare.go), as package cover finds by mutants.
//
// # Forms
//
// A value with a literal is compared as it is. Any other value has a form, by recursion over its
// type (Form): a struct without visible fields is its text, an error its message, a function or a
// channel whether it is not nil, an interface its dynamic type and the form of its value; a
// struct is a view of the forms of its fields; slices, arrays, maps and pointers hold the forms
// of their elements. A struct type has one view in a function, however deep it occurs, so that
// views of recursive types are recursive.
//
// # Silences
//
// A part that must not be compared leaves the view, with its reason. Without a form, a list is
// compared by its length, and what can be nil by whether it is. A case whose value as a whole
// must not be compared is skipped.
//
// Runs of one case may disagree: what they disagree on is silent, and the parts beside it are
// compared. never.go lists the rules of what is never compared.
//
// The work is linear in the size of the values, except that whether a slot is whole is asked
// once for each struct type around it.
package oracle
