// Package dse explores a program by dynamic symbolic execution: it runs inputs,
// keeps their paths in an execution tree, and makes new inputs by flipping
// branching nodes of the tree.
//
//	r, err := dse.Search(ctx, program, dse.Random, rng, dse.Options{
//		Starts:  []input.Vector{zero},
//		Targets: []uint32{branch},
//		Budget:  dse.Budget{Runs: 1000},
//	})
//
// For
//
//	func f(x int) {
//		if x > 10 {		// node a
//			if x == 90 {	// node b
//				…
//			}
//		}
//	}
//
// the run of f(0) makes the tree of the one node a, whose false side is
// explored. Flipping a asks the solver for x > 10, runs f(11), say, and adds b.
// Flipping b asks for x > 10 && x == 90.
//
// # The tree
//
// A Node is an instance of a condition that depends on the input, behind one
// prefix of decisions. Runs share nodes; what grows with a run is what is new on
// its path. Where the executor made a value concrete there is a node too: its
// other side is any other value. A node is open until its other side was taken by
// a run, or asked for: a side that no input takes is not asked for again, nor is one of
// which no solver knew, unless a strategy insists (Step.Again). Options.Nodes bounds the tree.
//
// # Strategies
//
// A Strategy is told of runs, of new nodes and of nodes that are open no more, and says
// what to do next: which node to flip, or which input to run. Register gives one a
// name. What combines strategies takes their factories. Each is one file:
//
//	random.go depth.go shortest.go border.go           which node of the tree
//	fitnex.go                                          which node brings a target nearer
//	direct.go graded.go leap.go closest.go novelty.go  and which, beside the paper
//	fifo.go                                            which node is the oldest
//	tardis.go, with relevant.go fingerprint.go knn.go  and which is likely to have an input
//	substitution.go crossover.go                       which input to run without a solver
//	repetition.go, with blocks.go ray.go               and with which blocks repeated
//	location.go roundrobin.go shortcircuit.go          combinators of the paper
//	pex.go auto.go                                     what they are combined to
//
// # Programs
//
// A Program runs inputs and solves. Function is one, of a function that package symexec
// executes (function.go, reading.go, edit.go). Inputs, which it is as well,
// knows the lists of inputs: Substitution, Crossover, Repetition and what is rewarded
// (rewards.go) work by that. An input that is
// known to take a path of the tree to its end is not run.
//
// # Cost
//
// A run takes time linear in its path, and a flip in the prefix, beside what the executor,
// the solver and the strategy take.
//
// # Not modelled
//
// Trees over inputs of several structures (which constructor made a value, which
// implementation stands behind an interface): a search has those of the inputs
// it starts from. Conditions that do not depend on the input symbolically are no
// nodes. The clock, the environment and whatever else outlives a run are as they are:
// where a path depends on them, the run of an input may leave the path that it was made
// for.
//
// A search belongs to one goroutine. The same program, strategy, generator and
// budget of runs and queries give the same result.
//
// Source: Xie, Tillmann, de Halleux, Schulte, Fitness-guided path exploration in
// dynamic symbolic execution, DSN 2009. Section 3 is the loop, 4.1 Fitnex, 4.2
// the other strategies and how they are combined. Modonato, Combining Dynamic
// Symbolic Execution, Machine Learning and Search-Based Testing to Automatically
// Generate Test Cases for Classes: section 4 is Tardis.
package dse
