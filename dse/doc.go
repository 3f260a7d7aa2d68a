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
// A Node is an instance of a condition that depends on the input, behind one prefix of decisions.
// Runs share nodes: the tree grows by the nodes that are new on the path of a run. Where the
// executor made a value concrete there is a node too: its other side is any other value. A node is
// open until a run takes its other side or the solver is asked for that side. An infeasible side is
// not asked for again, nor is an unknown one, unless a strategy insists (Step.Again). Options.Nodes
// bounds the tree.
//
// # Strategies
//
// A Strategy observes runs, new nodes and closed nodes, and decides the next step: a node to flip,
// or an input to run. Register gives a strategy a name. Combinators take the factories of
// strategies. Each strategy has one file:
//
//	random.go depth.go shortest.go frontier.go              which node of the tree
//	fitnex.go                                               which node brings a target nearer
//	direct.go graded.go multiflip.go closest.go novelty.go  the same, beyond the paper
//	fifo.go                                                 which node is the oldest
//	tardis.go, with relevant.go fingerprint.go knn.go       which node is likely to have an input
//	substitution.go crossover.go                            which input to run without a solver
//	repetition.go, with blocks.go ray.go                    the same, with repeated blocks
//	location.go roundrobin.go shortcircuit.go               combinators of the paper
//	pex.go auto.go                                          combinations
//
// # Programs
//
// A Program runs inputs and solves path conditions. Function is the Program of one function that
// package symexec executes (function.go, reading.go, edit.go). Function implements Inputs too,
// which describes the lists of inputs: Substitution, Crossover, Repetition and rewards (rewards.go)
// depend on it. An input that is known to take a path of the tree to its end is not run. A Batcher is a
// Program that answers several questions at a time (together.go).
//
// # Cost
//
// A run takes time linear in its path, and a flip in the prefix. The time of the executor, the
// solver and the strategy comes on top.
//
// # Not modelled
//
// Trees over inputs of several structures (which constructor made a value, which implementation
// stands behind an interface): a search has the structures of the inputs it starts from. Conditions
// that do not depend on the input symbolically are not nodes. The clock, the environment and other
// state that outlives a run are not controlled: where a path depends on them, the run of an input
// may leave the path that the input was made for.
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
