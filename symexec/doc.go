// Package symexec runs the rewritten source of a package on its SSA form,
// concretely and symbolically with one semantics.
//
//	program, err := symexec.Load(ctx, source)
//	e, err := symexec.NewExecutor(ctx, program, program.Entry("Max"), symexec.Options{Vector: v, Solver: s})
//	path, err := e.Explore(ctx, nil, chooser)
//
// For
//
//	func Max(a []int) int {
//		if a[0] < a[1] {
//			return a[1]
//		}
//		return a[0]
//	}
//
// and the vector 3 5 7 (the length and one more, and the elements) the words 1
// and 2 are symbolic. A chooser that wants the side it is not on gets the path
// with the one Decision{Site{Cond: 0}, false} and the clause $1 >= $2; the
// solver has found the input 3 5 5, say, for it, and the outcome is its 5.
//
// # What is loaded
//
// The files of a Source, as the worker's build sees them: the
// package under test and the packages of its module as rewritten, the generated
// file with decoders and encoders, the probes, and the standard library and
// other dependencies from their sources; and package runtime for its types. The
// generated code is executed like any other, so an input is a vector of words
// and so is an outcome. Packages are built into SSA when their first function
// is called, and functions compiled, to registers and a flat switch, when they
// are called first.
//
// The packages of the module are initialized before the first path, in the
// order of their imports; others when something touches their variables, with
// those whose init functions reach into them (hooks.go), and those that belong
// to the runtime never (see uninitialized). All this is the state that each path
// begins with: what a path changes of it is logged, and undone behind it.
//
// # Values
//
// Memory and registers are made of cells (value.go), each a machine word or a
// term over slots. A slot stands for a word of the input, by the layout of the
// input's shape (shape.go).
//
// Without Options.Bound strings, slices and maps of the input have the lengths
// that they have in Options.Vector, and symbolic contents: slot i is word i.
//
// With it the lengths of strings and slices of the input are terms as
// long as the program only asks for them, indexes, ranges, slices from a concrete
// bound on, converts between strings and bytes, or compares strings for
// equality. The condition of a loop over a list is then a branch whose other
// side is a longer list with the same path before it, and an index that a
// condition has found in range is no branch. What else there is to do with a
// list (append, copy, order, +, make, text to be formatted) settles its length
// first, by the question whether there is one more element. Whether a list is
// nil is decided where that is asked. Elements that are no plain words are built
// when they are touched, so nothing is decided about one that is not there.
// Maps and pointers are settled by branches when they are built: lists and trees
// are as many nodes long as the bound says and few slots hold (shaperoom.go).
// The outcome is that of Path.Input; branches of its encoding are no part of the
// path.
//
// Probes are intrinsics. A condition whose operands depend on slots becomes a
// term, and the Chooser a side of it; Cost is the statements and conditions
// between the begin and the end of the run, as the worker counts them. In code
// that is not rewritten an if over symbolic values is a branch as well, at
// Site{Cond: -1}, unless the path has decided the condition already.
//
// The executor keeps a witness, an input that satisfies the path so far. Its
// side of a branch is feasible for free; the other one costs a query, whose
// answer changes the witness. What cannot stay symbolic becomes concrete with
// its value under the witness: the path condition says so, and Path.Concrete
// counts them. So every path is the path of its Input, whatever is not modelled.
// An index that reads a table of few runs of equal numbers stays symbolic; any
// other is settled by branches (Options.Fork) or becomes concrete. So are the
// keys of maps, which are compared with those that are there, and runes of more
// than one byte.
//
// What a path meets behind some clauses depends on these clauses alone: with
// Options.Fork two inputs that satisfy a prefix of a path come to the same
// decision, or make the same value concrete. Satisfy finds an input for the
// other side of a decision without running anything.
//
// # Distances
//
// Options.Observer hears, for the conditions of rewritten code that it wants,
// how near each evaluation came to either side: the words that the probes of
// machine code compute with the same input.
//
// # Words
//
// Options.Reader hears what pieces of the input the program compares with words:
// bytes of a text or of a list that depend on one slot each, slots that stand one
// behind the other in the input. It hears of every == and < of texts, cases of a switch and
// keys of maps among them, decision or not, and of the arguments of functions such
// as strings.HasPrefix.
//
// # Unasked
//
// ExploreUnasked takes the sides of its chooser without a question at each, and one at the
// end of the path, which finds the witness. Until then the witness need not satisfy the path. The worst path
// of an insertion sort of 1000 integers, with 499 500 comparisons, takes two seconds of processor
// time, of which the question is one (BenchmarkUnasked).
//
// # Panics
//
// An index out of range, a division by zero, a negative shift count and a nil
// pointer panic with the runtime's words. Where the operand is symbolic, the
// panicking side is a branch with Options.Fork; without, a clause says that
// it does not happen, unless it must.
//
// # Models
//
// Functions without Go bodies, and some whose bodies read memory in ways that
// the machine does not have, are in one table (model.go), by name. Some have
// other bodies in Go (standin.go), which are loaded beside the program. Packages
// fmt and errors run as they are, on models of reflection. What is not there ends
// the path as Unsupported and says what is missing. All ways in which a path ends
// are in one table too (path.go).
//
// The clock begins each run at the same moment, random numbers come from one
// seed, the environment is empty, and files do not exist: Path.Outside says that a
// path relies on that, and that machine code may take another one with the same input.
//
// # Goroutines
//
// They run one at a time, each until it waits, in the order in which they
// became ready; a select takes its first case that is ready. Maps are ranged
// over in the order of insertion. Machine code does otherwise at times, and
// Path.Outside says so where that may matter.
//
// # Cost
//
// A path takes time linear in its instructions, and what the solver takes. Per
// second of processor time a quicksort of 100 integers executes some fifty
// million statements concretely, fifteen million symbolically along its witness
// and four million with sides chosen at random, a million branches among them
// (BenchmarkStatements).
//
// # Not modelled
//
// Arithmetic on addresses beyond what package unsafe's own functions and the
// usual conversions between strings and slices need; cgo and assembly without a
// model; finalizers, timers, the operating system; capacities where the compiler
// puts a slice on the stack, and which of two panics of one statement
// comes first, other than in swaps; what packages of the standard library do to
// internal ones when they are initialized, other than set their variables;
// packages of the module cache, which the go command does not let an overlay
// replace.
//
// A Program may be used by several executors at once; an Executor belongs to
// one goroutine. Path.Condition and all else that is made of terms belongs to
// the executor's Builder.
//
// The method, a run along a witness with a query for each side that is not its
// own, is that of concolic execution: Godefroid, Klarlund, Sen, DART, PLDI 2005,
// doi:10.1145/1065010.1065036; running each path from its start, and conditions
// as preconditions of paths, as in Aquino, Braione, Denaro, Salza, Facilitating
// program performance profiling via evolutionary symbolic execution, 2020.
package symexec
