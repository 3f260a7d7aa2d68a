// Package laws finds laws that a package promises by its names, its types and the interfaces that it implements, and makes a
// function of each that a search can run.
//
//	list, file := laws.Find(pkg)
//
// The function nearmissLaw3 of the third law has ordinary parameters. It returns true if the law holds for them, false if the law
// says nothing about them, for example because a text does not parse, and panics if they break the law. The functions are in a
// file that joins the package (File).
//
// The values of a law come from functions of the package: a decoder, or a constructor with plain arguments. Or they are declared
// constants. Users have such values. A law with Contract false is a guess by names, and wrong if most inputs break it.
//
// Rules, a file each:
//
//   - decoding an encoded value gives the value (roundtrip.go)
//   - comparisons are orders, and agree (order.go)
//   - two ways to one result: a function leaves its own result unchanged, append and return, text and bytes (agree.go)
//   - a reader gives the same byte by byte, and the text of its writer; a hash does not know the parts (stream.go)
//   - a container gives its values back, 0 ≤ Len ≤ Cap, it is empty after Clear, a clone shares nothing (container.go)
package laws
