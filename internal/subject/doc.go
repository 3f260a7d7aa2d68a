// Package subject makes functions ready to run. It finds a function by its name, rewrites its
// package and the packages of the same module that it imports, builds a worker, and hands the
// same sources to the symbolic executor.
//
//	s, err := subject.Find(ctx, "./sorts.Quick", subject.Options{})
//	if err != nil {
//		return err // a *UsageError where the call is at fault
//	}
//	defer s.Close()
//	runs, err := s.Pool.Measure(ctx, []*worker.MeasureJob{{Entry: 0, Vectors: vectors}})
//	program, err := symexec.Load(ctx, s.Set)
//
// The function is entry 0 of both engines; a method of an object may have two more entries
// (states.go). [Prepare] does the same for a whole package that is already loaded; a [Set] is
// the rewritten package. A [Place] is the working environment of the go commands and workers of
// one call.
//
// # From a name to a subject
//
//  1. The environment of go commands is fixed, with a directory for all temporary files.
//  2. The package is loaded, and the function found in it. Functions that cannot be called
//     or rewritten are refused.
//  3. The signature is computed. Inputs are made only by harmless functions (package
//     effects).
//  4. The sandbox is probed. If a part of it is missing, a function that could do harm is
//     refused.
//  5. The packages are rewritten and built, and workers are started (package native).
//
// The conditions of all these packages are numbered together. The conditions of the package
// itself come first, with the numbers of its graph, and only they are goals. For
//
//	package a // 3 conditions        package b // imported by a, 2 conditions
//
// the conditions of b are 3 and 4.
//
// The cost is that of loading by the go command and of one build. If the compiler refuses a
// part of the generated file, nearmiss has a fault: BuildMost leaves the part out, so that the
// other functions of the package can be tested.
//
// # Not modelled
//
// Package variables are no inputs. Variables of other packages of the module are not reset
// between runs. A generic function has the first type arguments that package harness chooses.
//
// The fields of a Subject and of a Set are read-only, except for BuildMost, and may be used by
// several goroutines. Harm may be called by one goroutine at a time.
package subject
