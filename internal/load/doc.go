// Package load loads Go packages, with syntax and types, for the same patterns as
// go build.
//
//	pkgs, err := load.Load(ctx, ".", load.Options{}, "./...")
//	decl, err := load.FindFunc(pkgs[0], "(*Buffer).ReadBytes")
//
// Packages that match the patterns have syntax and type information. Their
// dependencies have types only, from the export data in the build cache of the go
// command. So loading a package costs about as much as go list, independent of the
// number of its imports.
//
// If a package cannot be loaded, the error is an *Error with a kind and a position:
// the package does not exist, does not compile (with the first error and the number
// of further errors), has no Go files, or has only tests. Functions are named as in
// Go (see ParseName). If a function does not exist, the error is an
// *UnknownFuncError with similar names.
//
// Test files are not loaded. For a package that uses cgo, Files holds the sources
// that the cgo command has translated, without the files that it added. A Package
// does not change after Load returns and may be read concurrently.
package load
