// Package load reads Go packages, their syntax and their types, by the
// patterns that go build takes.
//
//	pkgs, err := load.Load(ctx, ".", load.Options{}, "./...")
//	decl, err := load.FindFunc(pkgs[0], "(*Buffer).ReadBytes")
//
// The packages named by the patterns come with syntax and type information.
// Their dependencies come with types only, from the export data that the go
// command keeps in its build cache, so that loading a package costs about as
// much as go list, however much it imports.
//
// Every fault is an *Error that says which kind it is and where: no such
// package, a package that does not compile (the first error, and how many
// more there are), one without Go files, one with only tests. A function is
// named as in Go (see ParseName); one that does not exist is an
// *UnknownFuncError with the nearest names.
//
// Test files are not loaded, and of a package that uses cgo Files holds what
// the cgo command made of the sources, and not what it added. A Package is not changed after Load
// returns and may be read concurrently.
package load
