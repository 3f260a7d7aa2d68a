// Package effects tells which functions may do harm when they run on made-up
// inputs outside a sandbox: those from which operations on files, the network, processes, signals
// or raw memory can be reached.
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
// static analysis of C++ virtual function calls", OOPSLA 1996), from each
// function by itself: a call of an interface's method may run that method of
// each type that reachable code converts to an interface. A function value that
// reachable code makes counts as called. Package variables that reachable code
// mentions bring along what their initialization converts and which functions
// it stores, init functions included, as far as the package under test imports
// them; what initialization calls has been run before and does not count. Reflection opens the types up that it is given, and calls
// their exported methods where reachable code calls methods by reflection.
//
// First all functions of a package are walked together; only those from which
// this coarse graph reaches anything harmful are then walked alone.
//
// # What is harmful
//
// A table says it: the functions of os, os/exec, os/signal, os/user, plugin,
// syscall, golang.org/x/sys and the like are harmful unless listed as harmless,
// such as os.Getenv. What package net does is found from its bodies, so that
// net.ParseIP passes and net.Dial does not. Writing to os.Stdout and os.Stderr
// is harmless, for a worker's are redirected: fmt.Println and log.Print pass;
// log.Fatal ends the process and is refused. Sleeping and starting goroutines
// are harmless, and so is asking for the machine's time zone.
//
// The standard library is trusted with memory: its uses of unsafe, its assembly
// and its linknames do not count. Outside of it conversions from and to
// unsafe.Pointer and calls of unsafe.Add, Slice, String and their like are
// refused, and so are functions without a Go body. Calls of C are refused
// everywhere: those of package net resolve names.
//
// The initialization of a package runs before any function of it. If that of a
// package under test reaches something harmful, all its functions are refused;
// the packages of the standard library are excepted.
//
// # What is not modelled
//
// Interfaces and functions that a caller hands in, unless it says which (see
// Handed): types which only the caller converts are unknown. Initialization of imported packages: it runs in
// every program that imports them. Method values that leave through reflection
// as functions. Assembly that calls back into Go.
//
// # Cost
//
// A listing of the imports, about a tenth of a second, settles packages that
// cannot reach anything harmful. Else the dependencies are parsed and built to
// SSA, without the bodies at and below the boundary; the walks are linear in
// the calls of reachable functions times the types converted.
//
// A Study may be used concurrently.
package effects
