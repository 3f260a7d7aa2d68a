// Package effects tells which functions may do harm when they run on made-up
// inputs outside a sandbox: those from which operations on files, the network, processes, signals
// or raw memory can be reached.
//
//	refusals, err := effects.Analyze(ctx, dir, opts, pkgs)
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
// # What decides whether harm is done
//
// Of a harmful function it is also told whether it does more than to read files, and then
// which function it reaches that reads what another environment or machine has otherwise
// and no system call shows: variables, arguments, the number of processors, a path to
// search for programs. The value of a package variable counts as read where it is
// initialized, and where any function is that mentions it too, unless it is only ever
// read. What the network packages read, such as a proxy, does not count: it decides
// where they reach out to, and not whether.
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
// Analyze may be called concurrently.
//
// # Infeasible branches
//
// Infeasible proves of branches that no run takes them, by what local variables can hold.
//
// In the function
//
//	func f(n int, b byte) int {
//		if n < 0 {
//			return 0
//		}
//		for i := 0; i < n; i++ {
//			if i < 0 || int(b) > 255 {
//				return 1
//			}
//		}
//		return 2
//	}
//
// Infeasible finds out that the true outcomes of i < 0 and int(b) > 255 are
// infeasible: i is from 0 to 9223372036854775806 there, int(b) from 0 to 255.
// What lies behind such branches alone is infeasible too.
//
// The method is abstract interpretation (Cousot, Cousot, Abstract
// interpretation: a unified lattice model for static analysis of programs by
// construction or approximation of fixpoints, POPL 1977): intervals for
// integers and for the lengths of strings and slices, and which of two values
// a boolean and a comparison with nil can have. Conditions narrow what is
// known on both of their ways; loops are widened to the constants of the
// function and to the limits of types, and then narrowed again. Type switches
// are looked at without all that: a clause is infeasible if one before it
// takes every value that it would.
//
// Variables count if they are local and only assignments of their own graph
// change them: those whose address is taken, and those that a function literal
// assigns to, can be anything. So can everything else: fields, elements,
// results of calls. A literal starts without knowledge. Sizes are those of the
// platform that the package was loaded for. Integers wrap: what may leave the
// range of its type can be anything in it.
//
// Not modelled: relations between variables (package fitness knows some),
// floats, the contents of strings, memory behind pointers, data races.
//
// Cost: a few passes over the graph, each O(blocks · variables).
//
// An Analysis is for one goroutine.
package effects
