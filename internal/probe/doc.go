// Package probe has the functions that rewritten code calls while it runs: the
// conditions, the hooks that pass live values, and the count of statements. It
// also has the branch distances and the evaluator of the enhanced fitness.
//
// A condition a < b becomes a call such as LtI(f, a, b), where f is the number of
// its false branch and f+1 the number of its true branch (see package instrument).
// Outside of a run the call only computes the condition. For example:
//
//	probe.Init(1, 0)
//	probe.SetTarget(&probe.Target{Branch: 1, Nodes: []probe.Node{{Cond: 0, Away: probe.AwayFalse}}})
//	probe.Begin()
//	probe.LtI(0, 9, 5)        // false: away from the target
//	probe.End()
//	probe.Outcome().Exact     // 5: 9-5, plus 1 because the relation failed
//	probe.Fresh()             // [0]: taken for the first time
//
// The standard fitness of a run is its divergence with the least approach level,
// and among these with the least distance. With Target.Last it is the last
// divergence, as in Baars et al. (Symbolic search-based testing, ASE 2011,
// section II). The enhanced fitness (section III) is the least value over the
// visited nodes that have a program.
//
// The fast path of a probe is inlined and reads one byte of a table of fixed size.
// It ends there for a branch that is covered and does not lead away from the
// target. From Begin to End no operation allocates or takes time proportional to
// the number of conditions.
//
// A target may be a panic site. A hit then means that the run reached the block of
// the site, and the check there has a distance at level 0.
//
// A target may be the boundary of an ordered comparison. The goal is then equal
// operands instead of a branch.
//
// A run without fuel panics at the next block, and at every later block, so code
// that recovers cannot continue. A run ends in the same way when it would wait for
// ever on a nil channel, allocate too much memory at once, or sleep too long.
//
// Code under test that builds inputs runs between Prepare and Begin. Its fuel is
// counted as in a run, and nothing else is recorded.
//
// The package holds the state of the single run of this process in package
// variables. Several goroutines may call probes: counts may then be lost, but no
// write goes outside the tables. After the code has announced goroutines (Go), the
// hooks exclude each other and skip strings and slices, whose pointer and length
// may not belong together. Abandon, Left, Starve, Release and GoroutinePanicPending may be called by
// a goroutine that watches the run. All other functions belong to the goroutine that
// calls Begin and End.
//
// Limit: without a Keeper, another goroutine that runs out of fuel ends the process.
//
// The package imports only unsafe, so that any package can be rewritten to import
// it.
package probe
