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
// A BatchJob brings vectors that were bred elsewhere. Each is run once and
// measured against all targets of the job: the probes take down the distance at
// every branch that leads away from any of them.
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
// Searches happen on one goroutine, the main one, locked to its thread. There
// is no timer beside it: code under test may be the very code a timer needs,
// and with all goroutines asleep the runtime notices a deadlock by itself. The
// single run of a RunJob has a goroutine to itself, while the main one waits.
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
// during later runs), runtime.Goexit within a search (the process is ended, which
// the parent sees as a crash; a RunJob reports it), and results that depend on
// the time.
package worker
