// Package keep merges new tests into the test files of an earlier run, so that a call for a part
// of a package changes the tests of that part alone.
//
// Given the file
//
//	func TestAbsBranches(t *testing.T) {
//		tests := []struct {
//			name string
//			n    int
//			want int
//		}{
//			// abs.go:2:5/T
//			{name: "n < 0", n: -1, want: 1},
//		}
//		for _, tt := range tests { ... }
//	}
//
//	func TestByHand(t *testing.T) { ... }
//
//	// nearmiss sums: q3F8-7Yp
//
// and a new table for Abs with the inputs -1 and 0, Merge adds the row of 0, which covers another
// branch, and leaves all other bytes as they are.
//
// The steps are Parse, a check of the old tests by package testcheck, Merge, and a check of the
// result.
//
// # Rows
//
// A row is identified by the call that its subtest makes: the statements of the loop body that
// compare nothing, with the cells of the row in place of the fields of the table. A row of a new
// table whose call is in the file stays away. So does a row that covers only branches that kept
// rows claim. Other rows join a table of the same fields and the same loop, or
// make a test of their own, TestAbsBranches2.
//
// The last line holds a sum of each row, with the fields and the loop of its table, as nearmiss
// has written it (lastline.go); while files are merged, sums stand behind tables. A row without its sum was edited. Old rows that fail stay, and are named with what they
// expect and what is so now. With Options.Accept, one whose function was searched gets the expectation of the new
// row with the same call (accept.go); without such a row it goes if it is as written. An old row that does not
// compile is replaced or removed if it is as written and its function was searched.
//
// Claims are positions above the rows while files are merged, and keys in the last line on disk (claims.go): an
// edit of other code changes no file. A row with keys of code that is gone gets the claims of the new row with
// the same call.
//
// A test without a table is a sequence of subtests with literal names. Each is a row. Rows join a sequence of the same test.
//
// # Declarations
//
// Shared functions and stubs of the new files are added unless the old files declare the same.
// If a name has another meaning in the old files, the new declaration gets another name. Imports
// are united; an import whose last use has gone goes.
//
// Everything here is a pure function of syntax. A Set may be used by several goroutines.
//
// # Limits
//
// A row that a person has written into a table is kept, but a comment that a person has written
// between rows goes with the row below it. Build constraints are those of the old file.
package keep
