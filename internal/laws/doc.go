// Package laws finds laws that a package promises by its names, its types and the interfaces that it implements, and makes a
// function of each that a search can run.
//
//	list, file := laws.Find(pkg)
//
// The function nearmissLaw3 of the third law has ordinary parameters. It returns true if the law holds for them, false if the law
// says nothing about them, for example because a text does not parse, and panics if they break the law. The functions are in a
// file that joins the package (File).
//
// The values that a law is about come from functions of the package: from what a decoder accepts, from a constructor of plain
// values, or they are declared constants. So a law is never broken by a value that no user can have. A law whose Contract is
// false is a guess by names: one that most inputs break is no law there.
//
// Rules, a file each:
//
//   - what was written is read again, and gives the same value (roundtrip.go)
//   - comparisons are orders, and agree (order.go)
//   - two ways to one result: twice is as once, append as return, text as bytes (agree.go)
//   - readers and writers: pieces are as the whole, what was written is read, a hash of parts (stream.go)
//   - containers: what was put is got, 0 ≤ Len ≤ Cap, cleared is empty, a clone shares nothing (container.go)
package laws
