// Package native runs the instrumented source of a package as machine code, in
// worker processes. It builds and starts the workers, sends them jobs, detects
// hangs, and recovers from crashes.
//
//	bin, err := native.Build(ctx, native.BuildOptions{Pkg: pkg, Rewritten: files, Codec: codec})
//	pool, err := native.NewPool(ctx, bin, native.Options{Conditions: n, Slots: m}, 2)
//	results, err := pool.Search(ctx, jobs, nil)
//
// For
//
//	func F(n int) int {
//		if n == 7 {
//			os.Exit(3)
//		}
//		return n
//	}
//
// a search job that tries 7 returns all inputs that the search found before
// and after it, and one Crash{Kind: Exit, Code: 3, Vector: {7}, Confirmed: true}.
//
// # Building
//
// A worker consists of the package under test (its instrumented files and one
// generated file), the worker's own packages, whose sources are embedded in the
// command, and a func main. The go command reads them through an overlay:
//
//	<package>/*.go                        the rewritten files
//	<package>/zznearmiss.go               the entries, from internal/harness
//	<package>/zznearmissmain/main.go      func main (in zznearmiss.go for a package main)
//	GOROOT/src/zznearmiss/{probe,…}       the worker's packages
//	GOROOT/src/aanearmiss/asked           the worker's package that is initialized first
//
// The build writes only to its own directory.
//
// # Processes
//
//	 parent                                        worker
//	┌────────────────┐  fd 3  Init, jobs, Stop   ┌─────────────────────┐
//	│ Worker.Search  │ ────────────────────────▶ │ zznearmiss/worker   │
//	│   attempt      │  fd 4  Ready, Found,      │   search, avm       │
//	│   confirm      │ ◀──────────────────────── │   the rewritten     │
//	│   locate       │        results            │   package, probes   │
//	│                │  fd 5  shared memory      │                     │
//	│   watchdog     │ ◀──── input, counters ─── │   before each call  │
//	│                │ ───── stop flag ────────▶ │   before each call  │
//	│   lastWords    │ ◀──── fd 2 ────────────── │   last words        │
//	└────────────────┘                           └─────────────────────┘
//	                 fd 0, 1: /dev/null; directory: its own, empty; group: its own
//
// Package worker declares the messages. A worker runs one job at a time. Init
// and Ready are sent once. Found is sent as soon as an input takes a new branch.
//
// # Invariants
//
//   - Before each call of the code under test, the worker writes the input to
//     shared memory and marks it as running. No process writes there after the
//     worker's death.
//   - Messages that the parent has received are never lost.
//   - A crash is confirmed only if its suspect, run alone in a fresh process,
//     ends that process as well. Other crashes are reported as not attributable.
//   - After a crash, the job runs again from its seed and skips the confirmed
//     suspect. It repeats the evaluations up to the crash, which count once. So
//     the result of a search job is a function of the job and of the set of
//     inputs that crash: the same as if the job had skipped them from the start,
//     independent of the timing and of the number of workers. This does not hold
//     for code that crashes depending on the time, or on state that earlier runs
//     left behind.
//   - A job ends after a bounded number of crashes, and its result says so.
//   - An invalid message on fd 4 ends the worker: the code under test wrote it.
//     Closed descriptors are detected when the worker sends its next message;
//     bisection finds the evaluation that closed them.
//   - A run that executes nothing for Options.Hang hangs, unless it was kept from
//     the processors. An endless loop in instrumented code does not hang: it
//     uses up its fuel.
//   - When a context ends, the stop flag is set. The worker answers with its best
//     results so far, or is killed after Options.StopGrace.
//   - A process ends with its Worker and, on Linux, with this process, even if
//     that is killed. The directory of a process is removed with the Worker.
//
// # Cost
//
// A job costs one write and one read of a pipe; evaluations cost the parent
// nothing. A crash costs two process starts and the repetition of the
// evaluations before it. A hang costs Options.Hang twice. A closed descriptor
// costs a process start for each step of the bisection.
//
// # Limits
//
// Workers need a Unix system. Memory, file size and descriptors are limited on
// Linux only. With Options.Sandbox, a launcher removes rights before the first
// instruction of the worker (see package sandbox). Without it, the limits are
// set right after the start of the process, when package initialization may
// already have run, and a process survives that the code under test starts and
// moves to another process group. Internal packages of vendored modules cannot
// be built. Packages in the module cache need a Mirror.
//
// The methods of a Worker, except Counters, must not be called concurrently.
// Those of a Pool may be.
package native
