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
// a run, or asked for: a side that no input takes, or of which no solver knew, is
// not asked for again.
//
// # Strategies
//
// A Strategy makes a Frontier, which is told of new, flipped and exhausted nodes
// and provides the next node to flip, or declines. Strategies are values; what
// combines some of them is one too. Each is one file.
//
// A Searcher that has ended may be followed by another one with the same strategy, of
// another program or seed: Searcher.Again. Its frontiers begin anew in the memory that
// they have, which changes nothing but the time.
//
// # Hints
//
// A Hinter says what a flip is best asked for together with: the flips of other
// nodes on the same path, and how many elements a list is to grow by. No run is
// held to that. The engine asks for the flip with a few of the hints, one after the
// other, and then for the flip alone. So Auto leaps where the strategies of the
// paper, which have no hints, walk; FitnexOptions.Leap says how far.
//
// # Readers
//
// A Program that is a Reader tells how its runs read lists: which pieces they
// compared with which words, and where they looked for more. Splice makes inputs of
// that without a solver: no flip makes a piece of another length equal to a word,
// if the length is a number by the time that they are compared. Blame flips what
// shares input with the decision at which the run nearest to a goal turned away.
//
// # Suggestions
//
// A Suggester is a frontier that has inputs which no flip makes. Pump is one: of the
// run of "()" it makes "(())" and then, if that is nearer to a goal that wants 15,
// fifteen of each, by the edits that an Editor offers. Weave puts inputs together by
// chance, for what neither flips nor repetitions make. What is tried in vain is left
// out of the tree, if the frontier is a Keeper. If the Program is a Foreseer, inputs whose
// paths are in the tree to their ends are not run.
//
// # Paths and inputs
//
// The fitness of a path is taken from the one input of it that was run. If the Program is a
// Polisher, Auto has it taken from the best one that the solver knows.
//
// # Cost
//
// Merging a run takes time linear in what it has behind the node that it was made
// for, but for a look at each clause before it; a flip takes time linear in the
// prefix. That is beside what the executor and the solver take. Frontiers that can
// wait are told of nodes when they are asked for one. Options.Nodes bounds the tree.
//
// # Not modelled
//
// Trees over inputs of several structures (which constructor made a value, which
// implementation stands behind an interface): a search has those of the inputs
// it starts from. Conditions that do not depend on the input symbolically are no
// nodes.
//
// A search belongs to one goroutine. The same program, strategy, generator and
// budget of runs and queries give the same result.
//
// Source: Xie, Tillmann, de Halleux, Schulte, Fitness-guided path exploration in
// dynamic symbolic execution, DSN 2009. Section 3 is the loop, 4.1 Fitnex, 4.2
// the other strategies and how they are combined.
package dse
