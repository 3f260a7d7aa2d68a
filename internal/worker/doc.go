// Package worker is the inside of a worker process: it takes jobs from the
// parent, runs the code under test, searches, and answers.
//
// The generated main function of a worker is
//
//	func main() { worker.Main(pkg.ZzNearmissEntries, pkg.ZzNearmissSave, pkg.ZzNearmissRestore) }
//
// For func F(a int32) and the branch a == 77 a SearchJob makes it draw words
// for a, put the package variables back, run F, read the distance |a-77| from
// the probes, and move a, some millions of times a second, until the branch
// is taken; it then sends Found with the word 77 and the SearchResult.
//
// A BatchJob brings vectors that were bred elsewhere. Each is run once.
//
// # Protocol
//
// A frame is four bytes of length (little-endian), one byte of message type and the body:
// the fields of the message in order. Both sides are built from the same source, and Init
// carries the Version that says so.
//
//	b := Marshal(&Stop{})
//	m, err := Unmarshal(b[4:]) // *Stop
//
// The parent sends Init, the worker answers Ready with the names of its entries. Then one
// job at a time: SearchJob is answered by any number of Found and one SearchResult,
// BatchJob likewise and by one BatchResult, RunJob and ShrinkJob by one RunResult,
// MeasureJob by one MeasureResult. Fault answers a job the worker cannot do. Stop, or the
// end of the parent's stream, ends the worker.
//
// There is no progress message: the worker has no second goroutine for it (a timer would
// run code that may itself be under test, and would keep the runtime from noticing a
// deadlock). The counters of Shared say how far it is.
//
// A truncated, corrupt or oversized message is an error, never a panic, and decoding takes
// no more memory than a small multiple of the bytes received: the code under test can write
// to the parent. A job is taken as it comes: the parent is trusted.
//
// # Running
//
// Where an input is made by code under test, as objects are by their
// constructors, that code may refuse, panic, or use up its fuel before the run
// begins. Such an input is unbuilt: it gets the worst fitness and is counted,
// and a RunResult says so.
//
// A run that panics is asked where: at the first function of the package on
// the stack, behind what the runtime's words say went wrong. The sites that
// are possible come with Init; a panic at one of them for the first time, or
// with a better setup of the inputs, is Found. Where two sites of a kind begin
// on one line, the first stands for both.
//
// A run that is about to wait on a nil channel ends by its own probe. For all
// other waiting there is a guard.
//
// A job happens on one goroutine, and the calls of the code under test with it:
// that is what is fastest. A guard beside it looks at runs that last. One that
// waits for ever, as the runtime's states of all goroutines tell, or that ends
// its goroutine, takes the job's goroutine along; the job is then done again,
// from its seed, with calls on a runner of their own that can be left behind.
// Entries that did so once get a runner at once the next time, and single runs
// always. Such runs count as runs without fuel. The guard also ends runs that
// fill the memory.
//
// Before each call the input is in the memory shared with
// the parent, so a crash, whatever its kind, can be blamed. Calls that never
// come back are the parent's business.
//
// The fitness of a run is made from the probes' outcome as Baars et al.
// (Symbolic search-based testing, ASE 2011, II and III) define it; searches
// are in avm and search. A run costs the code under test plus O(words of the
// input); the bookkeeping allocates nothing.
//
// Not modelled: goroutines that the code under test leaves behind (they go on
// during later runs), locks that a run holds that waits for ever, and results
// that depend on the time. Where the code under test can set timers, who has
// waited for 20 ms for anything but the system and a sleep waits for ever.
package worker
