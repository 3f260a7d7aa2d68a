// Package concolic makes one function of a prepared package a dse.Program: its
// inputs are run by the executor along themselves, and flipped sides are asked
// of a solver.
//
//	program, err := symexec.Load(ctx, set)
//	p, err := concolic.New(ctx, program, program.Entry("Max"), concolic.Options{})
//	defer p.Close()
//	r, err := dse.Search(ctx, p, dse.Random, rng, dse.Options{Starts: []input.Vector{p.Zero()}, …})
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
// and the input {}, the first run is the one decision that an index is out of
// range. Flipping it asks for a longer list, and so on; panicking sides are
// branches like any other.
//
// # What a run tells
//
// Run.Path is that of the executor, whatever its end: a path that comes to code
// that is not modelled is one that ends there. Run.Covered are the branches of
// rewritten code that it took. Run.Near has, for each target, the least distance
// over the evaluations of its condition, by Table 1 of the paper; Options.Away
// says how far those runs are that do not come to it.
//
// # Growing lists
//
// Lengths are symbolic up to Options.Bound, and stay so while the function runs:
// what asks for one is a branch, such as the condition of a loop over a list,
// whose flip adds an element behind those that the path has seen. Options.Settled
// makes them branches before the function begins. An element that a list grows by is
// zero where no clause says otherwise. With Options.Repeat it is what paid last:
// of the latest run that came nearer to a target, or took a branch that no run
// had taken, those scalars in lists that it had changed or added. The solver
// mends what clauses do not allow.
//
// # Reading
//
// With Options.Reads a Program is a dse.Reader that tells what runs compared pieces
// of lists of the input with, and whether they were anywhere new: at a branch in
// its innermost calls, or at one right after another, or more often than before at
// one. For
//
//	if text[begin:end] == "while" {
//
// and the input "do x" that is elements 0 to 2 of the text beside "while".
// Splice makes "while x" of it.
//
// # Edits
//
// ListsOf and Edit put lists of inputs together from pieces of others, for
// strategies that suggest inputs: strings, slices, and those within them, but not
// maps, and nothing that only constructors make. Numbers of a block may go on as
// they began. What would not fit the structure or the bound is refused.
//
// # Cost
//
// A run takes time linear in its instructions. With lists in lists the layout
// of the input has room for the bound to the power of the depth; it is made
// once.
//
// # Not modelled
//
// What the executor does not model. The structure of the input beside its
// lengths (which constructor made a value, which implementation stands behind
// an interface) is that of Options.Vector. The clock, the environment and
// whatever else outlives a run are as they are: where a path depends on them, the
// run of an input may leave the path that it was made for.
//
// A Program belongs to one goroutine; several of one symexec.Program may be used
// at once. Answers are a function of the calls so far, if the solver has no
// limits in time.
//
// Source: Xie, Tillmann, de Halleux, Schulte, Fitness-guided path exploration in
// dynamic symbolic execution, DSN 2009, sections 3 and 4.1.1 to 4.1.2.

package dse
