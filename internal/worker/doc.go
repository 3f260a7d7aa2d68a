// Package worker is the code inside a worker process: it receives jobs from the parent, runs
// the code under test, searches, and answers.
//
// The generated main function of a worker is
//
//	func main() { worker.Main(pkg.ZzNearmissEntries, pkg.ZzNearmissSave, pkg.ZzNearmissRestore) }
//
// For func F(a int32) and the branch a == 77, a SearchJob makes the worker draw words for a,
// restore the package variables, run F, read the distance |a-77| from the probes, and change
// a, some millions of times a second, until the branch is taken. The worker then sends Found
// with the word 77 and the SearchResult.
//
// A BatchJob brings vectors that were bred elsewhere. Each vector is run once.
//
// # Protocol
//
// A frame is four bytes of length (little-endian), one byte of message type and the body: the
// fields of the message in order. Both sides are built from the same source; Init carries the
// Version, which the worker compares with its own.
//
//	b := Append(nil, &Stop{})
//	m, err := Unmarshal(b[4:]) // *Stop
//
// The parent sends Init, and the worker answers Ready with the names of its entries. Then the
// worker takes one job at a time. It answers a SearchJob by any number of Found and one
// SearchResult, a BatchJob by any number of Found and one BatchResult, a RunJob or a ShrinkJob
// by one RunResult, and a MeasureJob by one MeasureResult. Fault answers a job that the worker
// cannot execute. Stop, or the end of the parent's stream, ends the worker.
//
// There is no progress message. It would need a second goroutine with a timer, whose code may
// itself be under test and which would keep the runtime from noticing a deadlock. The counters
// of Shared give the progress.
//
// A truncated, corrupt or oversized message is an error, never a panic, and decoding takes at
// most a small multiple of the bytes received as memory, because the code under test can write
// to the parent. The worker trusts the parent and does not validate jobs.
//
// # Running
//
// If inputs are built by code under test, such as constructors, that code may refuse, panic,
// or use up its fuel before the run begins. Such an input is unbuilt: it gets the worst
// fitness and is counted, and a RunResult has the outcome Unbuilt.
//
// A panic is attributed to a site: the first function of the package on the stack gives the
// line, the runtime's message gives the kind. Init lists the possible sites. The first panic
// at a site, or a panic with a better setup of the inputs, is sent as Found. If two sites of
// one kind begin on the same line, the first stands for both.
//
// A run that is about to wait on a nil channel is ended by its own probe. The guard ends runs
// that wait in any other way.
//
// A job runs on one goroutine, together with its calls of the code under test: that is the
// fastest way. A concurrent guard looks at long runs. If a run waits for ever, according to
// the states of all goroutines, or ends its goroutine, the job's goroutine is abandoned. The
// job is then repeated from its seed, and its calls happen on a runner, a separate goroutine
// that can be abandoned. Later jobs of such an entry use a runner from the beginning, and
// single runs always do. Runs that wait for ever count as runs out of fuel. The guard also
// ends runs that fill the memory.
//
// Before each call the worker stores the input in the memory shared with the parent, so that
// the parent knows the input of a crash of any kind. The parent handles calls that never
// return.
//
// The fitness of a run is computed from the probes' outcome as Baars et al. (Symbolic
// search-based testing, ASE 2011, II and III) define it; packages avm and search contain the
// searches. A run costs the time of the code under test plus O(words of the input); the
// bookkeeping allocates nothing.
//
// Not modelled: goroutines that the code under test leaves behind (they go on during later
// runs), locks held by a run that waits for ever, and results that depend on the time. If the
// code under test can set timers, a goroutine that has waited for 20 ms, except for the system
// or in a sleep, counts as waiting for ever.
package worker
