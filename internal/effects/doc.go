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
// # State and machine
//
// Four further questions have answers of the same program:
//
//   - Lasting: which functions change state of other packages that a test cannot put back. Only
//     static calls count, and stores to variables, to what they refer to, and methods of the
//     standard library that change what they are called on.
//   - ReadsMachine: which results, and which states after the call, depend on the machine, the
//     process, parts of the time, or chance. The taint of a value flows through data and control
//     (Ferrante, Ottenstein, Warren 1987), through memory by the variable that it belongs to, and
//     through calls outside the standard library. A moment that is only compared, or set as
//     a deadline, is no taint.
//   - ReadsMachineBehind: the same for one case, whose calls of interface methods run those of the types that
//     its inputs put into interfaces.
//   - Refusal.Later: what a function reaches that a timer, a context or the collector runs.
//
// ClockReader and Pooled need no such program: they read the source of one package,
// and tell which functions read the clock, and what a value from a sync.Pool brings with it.
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
