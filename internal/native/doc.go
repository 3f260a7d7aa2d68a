// Package native runs the rewritten source of a package as machine code, in
// worker processes that it builds, feeds, watches and outlives.
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
// a search job that tries 7 gives a result with everything that was found on
// the way there and behind it, and one Crash{Kind: Exit, Code: 3, Vector: {7},
// Confirmed: true}.
//
// # Building
//
// A worker is the package under test (its changed files and one generated
// file), the worker's own packages, whose sources the command carries, and a
// func main. The go command sees them through an overlay:
//
//	<package>/*.go                        the rewritten files
//	<package>/zznearmiss.go               the entries, from internal/harness
//	<package>/zznearmissmain/main.go      func main (in zznearmiss.go for a package main)
//	GOROOT/src/zznearmiss/{probe,…}       the worker's packages
//	GOROOT/src/aanearmiss/asked           the one that is initialized first
//
// Only the directory of the build is written to. Nothing of the user's is.
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
//	│   words        │ ◀──── fd 2 ────────────── │   last words        │
//	└────────────────┘                           └─────────────────────┘
//	                 fd 0, 1: /dev/null; directory: its own, empty; group: its own
//
// Package worker has the messages. A worker has one job at a time. Init and
// Ready come once; Found comes as soon as an input has taken a branch that
// nobody had taken.
//
// # Invariants
//
//   - Before each call of the code under test its input is in shared memory and
//     marked as running. Once the process is dead nobody writes there.
//   - What the parent has received is never lost, whatever happens next.
//   - A crash is confirmed only if its suspect, run alone in a fresh process,
//     ends that process as well. Everything else is told as not attributable.
//   - After a crash the job runs again from its seed with the confirmed suspect
//     excluded. Its evaluations up to the crash repeat themselves, and count
//     once. So a search job's result is a function of the job and of which
//     inputs crash: the same as if those inputs had been excluded to begin
//     with, whatever the timing and the number of workers. Code whose crashes
//     depend on the time, or on what earlier runs left behind, is outside this
//     law.
//   - A job ends after a bounded number of crashes, and says so.
//   - Whatever makes no sense on fd 4 ends the worker: the code under test wrote
//     there. Descriptors that it closed are noticed when the worker speaks next;
//     the evaluation that did it is found by bisection.
//   - A run that is silent for Options.Hang is stuck, unless it was kept from the
//     processors. Endless loops in rewritten code never come so far: their fuel
//     runs out.
//   - A context that ends sets the stop flag. The worker answers with its best so
//     far, or is killed after Options.StopGrace.
//   - Processes end with their Worker, and on Linux with this process, however it
//     ends; their directories are removed with the Worker.
//
// # Cost
//
// A job costs one write and one read of a pipe; evaluations cost the parent
// nothing. A crash costs two process starts and the evaluations before it,
// once more; a hang, Options.Hang twice; a closed descriptor, as many processes
// as the bisection has steps.
//
// # Limits
//
// Workers need a Unix system; memory, file size and descriptors are limited on
// Linux only. With Options.Sandbox a launcher takes rights away before the first
// instruction: see package sandbox. Without one the limits come right after the
// start of a process, package initialization may run before them, and a process
// that the code under test starts and moves to another group survives.
// Internal packages of vendored modules cannot be built; packages in the module
// cache need a Mirror.
//
// A Worker serves one goroutine (Counters excepted); a Pool one round at a time
// (Progress excepted).
package native
