// Package symexec executes the rewritten source of a package in SSA form. One interpreter runs
// concrete and symbolic values with the same semantics.
//
//	program, err := symexec.Load(ctx, source)
//	e, err := symexec.NewExecutor(ctx, program, program.Entry("Max"), symexec.Options{Vector: v, Solver: s})
//	path, err := e.Explore(ctx, nil, chooser)
//
// Take the function
//
//	func Max(a []int) int {
//		if a[0] < a[1] {
//			return a[1]
//		}
//		return a[0]
//	}
//
// and the vector 3 5 7: the length plus one, then the elements. Words 1 and 2 of the vector are
// symbolic. The vector takes the true side of the condition. A Chooser that wants the false
// side gets a path with one Decision{Site{Cond: 0}, false} and the clause $1 >= $2. The solver
// has found an input for the clause, say 3 5 5, and the outcome of the path is 5.
//
// # What is loaded
//
// Load reads the files of a Source as the worker's build sees them: the rewritten package under
// test, the rewritten packages of its module, the generated file with decoders and encoders,
// the probes, and the sources of the standard library and of other dependencies. It also reads
// package runtime for its types. The generated code is executed like any other code, so an
// input and an outcome are vectors of words. A package is built into SSA when one of its
// functions is first called. A function is compiled to instructions over registers when it is
// first called.
//
// The rewritten packages are initialized before the first path, in the order of their imports.
// Another package is initialized when code first touches its variables, together with the packages
// whose init functions set these variables (see hooks). Packages of the runtime are never
// initialized (see uninitialized). Every path begins in the state after these initializations: the
// executor logs the changes of a path and undoes them after it.
//
// Executors of a program share its compiled and initialized images (image.go). A path has an image
// for itself while it runs, so there are as many as paths at the same time. An image whose initial
// state hangs on an input, by a sync.Once with captured variables, stays with its executor.
//
// # Values
//
// Memory and registers consist of cells (value.go). A cell is a machine word or a term over
// slots. A slot stands for a word of the input, according to the layout of the input's shape
// (shape.go).
//
// With Options.Bound 0, strings, slices and maps of the input have the lengths that they have
// in Options.Vector, and symbolic contents: slot i is word i.
//
// With a positive Bound, the length of a string or a slice of the input stays a term while the
// program only reads it, indexes, ranges, slices from a concrete low bound, converts between
// strings and bytes, or compares strings for equality. The condition of a loop over a list is
// then a branch: its other side is a longer list with the same path before it. An index that an
// earlier condition has found in range is no branch. Every other operation (append, copy, <, +,
// make, formatting) first settles the length: it branches on "is there one more element" until
// one length remains. The executor branches on whether a list is nil where the program asks for
// it. Elements with pointers, lists or alternatives inside are built when they are touched, so
// the path decides nothing about an element that does not exist. Maps and pointers are settled
// when they are built. Bound limits the nodes of linked lists and trees, and so does the number
// of slots (shapecapacity.go). The outcome is the one of Path.Input; branches in its encoding
// are no part of the path.
//
// Probes are intrinsics. A condition whose operands depend on slots becomes a term, and the
// Chooser chooses its side. Cost counts the statements and conditions between the begin and the
// end of the run, as the worker does. In code that is not rewritten, an if over symbolic values
// is a branch too, with Site{Cond: -1}, unless the path has already decided its condition. A check
// of rewritten code (an index in range) is a condition if the Observer observes it.
//
// The executor keeps a witness: an input that satisfies the path so far. The witness proves its
// own side of a branch feasible; the other side costs a query, and a model of the query becomes
// the new witness. A value that cannot stay symbolic becomes concrete: it takes its value under
// the witness, a clause of the path condition fixes it, and Path.Concrete counts the clauses.
// Every path is therefore the path of its Input, even through code that the models simplify. An
// index into a table with few runs of equal numbers stays symbolic. Any other index is settled
// by branches (Options.Fork) or becomes concrete. The same holds for runes of more than one
// byte and for the keys of maps, which are compared with the keys in the map.
//
// The next event of a path depends only on its clauses: with Options.Fork, two inputs that
// satisfy the same prefix of a path reach the same decision or make the same value concrete.
// Satisfy finds an input for the other side of a decision without executing anything.
//
// # Distances
//
// Options.Observer receives, for the conditions of rewritten code that it selects, the distance
// of each evaluation to either side. The words are those that the probes compute in machine
// code for the same input.
//
// # Words
//
// Options.Reader receives each comparison of a piece of the input with a word, which here is a
// text and not a machine word. A piece is a run of bytes of a text or a list that depend on one
// slot each, where the slots follow one another in the input. The comparisons are == and < of
// texts (also in switch cases and map keys), even if the comparison is no decision of the path,
// and calls of functions such as strings.HasPrefix.
//
// # Unchecked paths
//
// ExploreUnchecked takes the sides of its Chooser without a feasibility query at each. One query
// at the end of the path finds the witness; until then the witness need not satisfy the path.
// The worst path of an insertion sort of 1000 integers, with 499 500 comparisons, takes two
// seconds of processor time, one of them for the query (BenchmarkUnasked).
//
// # Panics
//
// An index out of range, a division by zero, a negative shift count and a nil pointer panic
// with the runtime's messages. For a symbolic operand and Options.Fork, the panicking side is a
// branch. Without Fork a clause rules the panic out, unless it is inevitable.
//
// # Models
//
// One table (model.go) lists by name the functions that have no Go body and some whose bodies
// read memory in ways that the machine does not support. Some of them have replacements in Go
// (standin.go), which are loaded together with the program. Packages fmt and errors run
// unchanged on models of reflection. A path that reaches a missing model ends as Unsupported
// and names the function. One table lists all ends of a path (path.go).
//
// In every run the clock begins at the same moment, random numbers come from one seed, the
// environment is empty, and files do not exist. A path that relies on one of these facts says
// so in Path.Outside: machine code may take another path with the same input.
//
// # Goroutines
//
// Goroutines run one at a time, each until it waits, in the order in which they became ready. A
// select takes its first case that is ready. Maps are ranged over in the order of insertion.
// Machine code may choose other orders; Path.Outside says where that may matter.
//
// # Cost
//
// A path takes time linear in its instructions, plus the time of the solver. Per second of
// processor time a quicksort of 100 integers executes some fifty million statements concretely,
// fifteen million symbolically along its witness, and four million with sides chosen at random,
// a million branches among them (BenchmarkStatements).
//
// # Not modelled
//
// The executor does not model
//
//   - arithmetic on addresses, except in the functions of package unsafe and in the usual
//     conversions between strings and slices
//   - cgo, and assembly without a model
//   - finalizers, timers and the operating system
//   - the capacity of a slice that the compiler puts on the stack
//   - which of two panics of one statement comes first, except in swaps
//   - effects of the initialization of the standard library on its internal packages, except
//     assignments to their variables
//
// Several executors may use a Program at once. An Executor belongs to one goroutine. All terms,
// such as those of Path.Condition, belong to the executor's Builder.
//
// # Sources
//
// A run along a witness with a query for each other side is concolic execution: Godefroid,
// Klarlund, Sen, DART, PLDI 2005, doi:10.1145/1065010.1065036. Running each path from its
// start, with conditions as preconditions of paths, follows Aquino, Braione, Denaro, Salza,
// Facilitating program performance profiling via evolutionary symbolic execution, 2020.
package symexec
