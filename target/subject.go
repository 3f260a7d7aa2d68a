// Package subject finds one function by its name and makes it ready to run:
// rewritten, built, with workers that run it as machine code, and with the
// sources that the executor runs.
//
//	s, err := subject.Find(ctx, "./sorts.Quick", subject.Options{})
//	if err != nil {
//		return err // a *UsageError where the call is at fault
//	}
//	defer s.Close()
//	runs, err := s.Pool.Measure(ctx, []*wire.MeasureJob{{Entry: 0, Vectors: vectors}})
//	program, err := symexec.Load(ctx, s.Set)
//
// The function is entry 0 of both engines.
//
// # From a name to a subject
//
//  1. The environment of go commands is settled, with a directory for all
//     temporary files, those of interrupted go commands included.
//  2. The package is loaded, and the function found in it. What cannot be called or
//     rewritten is refused.
//  3. The signature is worked out. Functions that make inputs are harmless ones
//     (package effects).
//  4. The sandbox is probed. Where some of it is missing, a function that could do
//     harm is refused.
//  5. The package and those of its module that it reaches are rewritten (package
//     prepare) and built, and workers are started (package native).
//
// What it takes are the go command's loads and one build. What a function could
// do is studied only if somebody asks: for the makers of inputs, for an
// incomplete sandbox, or by Harm.
//
// # Not modelled
//
// Package variables are no inputs. A generic function has the type arguments
// that package codec chooses first.
//
// The fields of a Subject are read only, and may be used by several goroutines,
// the pool included. Harm is for one goroutine at a time.

package target
