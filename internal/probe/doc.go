// Package probe is what rewritten code calls while it runs: the conditions,
// the hooks that hand over live values, the meter of statements, and the
// distances and evaluator behind them.
//
// A condition a < b becomes LtI(f, a, b) or one of its like, where f is the
// number of its false branch and f+1 that of the true one (see package
// instrument). Outside of a run it computes the condition and nothing else:
//
//	probe.Init(1, 0)
//	probe.SetTarget(&probe.Target{Branch: 1, Nodes: []probe.Node{{Cond: 0, Away: probe.AwayFalse}}})
//	probe.Begin()
//	probe.LtI(0, 9, 5)        // false: away from the target
//	probe.End()
//	probe.Outcome().Exact     // 5: 9-5, and 1 because it failed
//	probe.Fresh()             // [0]: taken for the first time
//
// The standard fitness of a run keeps the divergence of the least approach
// level, and of these the least distance; with Target.Last the last one, as
// Baars et al. (Symbolic search-based testing, ASE 2011, II) have it. The
// enhanced fitness (III) is the least value over the visited nodes with a
// program.
//
// The fast path of a probe is inlined: it looks one byte up in a table of
// fixed size. Branches of which nothing is asked, because they are covered and
// do not lead away, end there. Nothing on the way from Begin to End takes time
// in proportion to the number of conditions, or allocates.
//
// A target may be a panic site: then a hit says that a run comes to its block,
// and a divisor there has a distance at level 0.
//
// A target may be the boundary of an ordered comparison: then equal operands count, and
// not the branch.
//
// A run whose fuel is used up panics at the next block, and at each one after
// that, so that code which recovers cannot go on.
//
// A run that comes to a wait for what can never come, a nil channel's, or that
// asks for too much memory at once, ends there in the same way.
//
// Inputs that code under test makes are made between Prepare and Begin: their
// fuel is measured in the same way, and nothing else is recorded.
//
// The package holds the state of the one run of this process, in package
// variables. Probes may be called from several goroutines: counts may then be
// lost, but nothing is written outside of its memory, and once the code has
// announced goroutines (Go) the hooks take turns and leave out values of
// several words, which may be half written. All else belongs to the goroutine
// that calls Begin and End.
//
// Not modelled: a goroutine that runs out of fuel by itself ends the process.
//
// It imports nothing but unsafe, so that any package can be rewritten to
// import it.
package probe
