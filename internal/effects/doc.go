// Package effects finds the functions that must not run on generated inputs outside a sandbox:
// from them, operations on files, the network, processes, signals or raw memory can be reached.
//
//	study, err := effects.NewStudy(ctx, dir, opts, pkgs)
//	refusals, err := study.Refusals(ctx, nil)
//	if r := refusals[fn]; r != nil {
//		// r.String(): reaches os.Remove (file) via cleanup → removeAll
//	}
//
// Given
//
//	func Tidy(names []string) { for _, n := range names { drop(n) } }
//	func drop(name string)    { os.Remove(name) }
//
// both functions are refused, Tidy because it reaches os.Remove via drop.
//
// # Method
//
// The call graph is that of rapid type analysis (Bacon and Sweeney, "Fast
// static analysis of C++ virtual function calls", OOPSLA 1996), with one graph
// for each function under test:
//
//   - A call of an interface method may run that method of each type that
//     reachable code converts to an interface.
//   - A function value that reachable code makes counts as called.
//   - If reachable code mentions a package variable, the types that the
//     initialization of the variable converts and the functions that it stores
//     count too, including init functions. The variable must be declared in the
//     package under test or in one of its transitive imports. Functions that
//     initialization calls have run before the function under test and do not count.
//   - Reflection can get values out of the values that it is given. Where
//     reachable code calls methods by reflection, it may call all their exported methods.
//
// The first walk starts from all functions of a package together. Only the
// functions from which this coarser graph reaches a harmful operation are then
// walked one by one.
//
// # Harmful operations
//
// A table lists the boundary packages: os, os/exec, os/signal, os/user, plugin,
// syscall, golang.org/x/sys and a few more. Their functions are harmful unless
// the table lists them as harmless, such as os.Getenv. Package net is not in the
// table: the bodies of its functions decide, so that net.ParseIP is harmless and
// net.Dial is not. Writing to os.Stdout and os.Stderr is harmless, because a
// worker redirects them: fmt.Println and log.Print are harmless; log.Fatal ends
// the process and is harmful. Sleeping, starting goroutines and reading the time
// zone of the machine are harmless.
//
// In the standard library, uses of unsafe, assembly and linknames are harmless.
// In other packages, conversions from and to unsafe.Pointer, calls of
// unsafe.Add, Slice, SliceData, String and StringData, and functions without a
// Go body are harmful. Calls of C are harmful everywhere: those of package net
// resolve names.
//
// The initialization of a package runs before its functions. If the
// initialization of a package under test reaches a harmful operation, all its
// functions are refused. The standard library is exempt.
//
// # Limits
//
// The analysis does not see:
//
//   - interfaces and functions that a caller passes in, unless the caller lists
//     them (see Handed)
//   - the initialization of imported packages, which runs in each program that
//     imports them
//   - method values that reflection converts to functions
//   - assembly that calls Go functions
//
// # Cost
//
// A listing of the imports takes about a tenth of a second. It is enough for
// packages that cannot reach a harmful operation. For other packages, the
// dependencies are parsed and built to SSA, without function bodies of the
// boundary packages and below. A walk is linear in the calls of reachable
// functions times the converted types.
//
// A Study may be used concurrently.
package effects
