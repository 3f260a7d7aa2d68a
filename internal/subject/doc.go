// Package subject makes functions ready to run: it finds one by its name, rewrites the
// package and those of its module that it reaches, builds a worker, and hands the same
// sources to the symbolic executor.
//
//	s, err := subject.Find(ctx, "./sorts.Quick", subject.Options{})
//	if err != nil {
//		return err // a *UsageError where the call is at fault
//	}
//	defer s.Close()
//	runs, err := s.Pool.Measure(ctx, []*wire.MeasureJob{{Entry: 0, Vectors: vectors}})
//	program, err := symexec.Load(ctx, s.Set)
//
// The function is entry 0 of both engines; a method of an object may have two entries more
// (states.go). [Prepare] does the same for a whole package
// that is loaded already; a [Set] is what it was rewritten to. A [Place] is where the go
// commands and the workers of one call run, for functions and for packages.
//
// # From a name to a subject
//
//  1. The environment of go commands is fixed, with a directory for all temporary files.
//  2. The package is loaded, and the function found in it. What cannot be called or
//     rewritten is refused.
//  3. The signature is worked out. Functions that make inputs are harmless ones
//     (package effects).
//  4. The sandbox is probed. Where some of it is missing, a function that could do
//     harm is refused.
//  5. The packages are rewritten and built, and workers are started (package native).
//
// Every condition of all these packages has one number: those of the package itself come
// first, as its graph has them, and only they are goals. For
//
//	package a // 3 conditions        package b // imported by a, 2 conditions
//
// the conditions of b are 3 and 4.
//
// What it takes are the go command's loads and one build. What the compiler refuses of the
// generated file is a fault of nearmiss: BuildMost leaves it out, so that the rest of the
// package can be tested.
//
// # Not modelled
//
// Package variables are no inputs; those of the module's other packages are not put back
// between runs. A generic function has the type arguments that package harness chooses
// first.
//
// The fields of a Subject and of a Set are read only, but for BuildMost, and may be used by
// several goroutines. Harm is for one goroutine at a time.
package subject
