// Package ese searches for the path through a function that costs most, by
// choosing sides at its branches. Of
//
//	func palindrome(a []int) bool {
//		for i := range a {
//			if a[i] != a[len(a)-1-i] {
//				return false
//			}
//		}
//		return true
//	}
//
// with five items it finds the path on which the condition is false each time,
// whose condition a[0] == a[4] && a[1] == a[3] any palindrome satisfies.
//
// A Strategy takes paths through a Gate, which counts them, remembers the best
// and ends the search; an Explorer takes a path, under a precondition, with
// the sides that a symexec.Chooser chooses; a Metric makes a number of what the
// path has cost. Strategies lists the strategies. From
//
//	Aquino, Braione, Denaro, Salza: Facilitating program performance profiling
//	via evolutionary symbolic execution. Software Testing, Verification and
//	Reliability 30(2), 2020, doi:10.1002/stvr.1719
//
// are Rand (Algorithms 2 and 3), DFS, ESE (Algorithms 1 to 6; comments have
// the numbers of its steps) and what it compares with. ESE is an Evolution: an
// algorithm of package ga with operators over path conditions, Chromosomes. Any
// other algorithm takes them too, and ESE takes operators over inputs, which run as
// machine code. RegisterOperators and RegisterStrategy add rows to the tables.
//
// The others are:
//
//   - WISE: Burnim, Juvekar, Sen: WISE: automated test generation for
//     worst-case complexity, ICSE 2009;
//   - SPFWCA: Luckow, Kersten, Pasareanu: Symbolic complexity analysis using
//     context-preserving histories, ICST 2017;
//   - PySE: Koo, Saumya, Kulkarni, Bagchi: PySE: Automatic worst-case test generation
//     by reinforcement learning, ICST 2019.
//
// Beyond these go
//
//   - NRPA: Rosin: Nested rollout policy adaptation for Monte Carlo tree
//     search, IJCAI 2011, over the sides of branches, by features of the moment;
//   - Climb, which turns, spreads and repeats decisions of the best path and
//     learns the same kind of policy, moves being drawn by what they gain
//     (probability matching: Thierens, GECCO 2005);
//   - Discrepancy, which takes paths in the order of how unlikely they are after what
//     the costliest of small sizes did (limited discrepancy search: Harvey and Ginsberg,
//     IJCAI 1995);
//   - Carried, which follows at the target's size what the worst paths of small sizes do,
//     without questions to the solver but one at the end of the path;
//   - AVM, over inputs that run as machine code;
//   - Auto, the default: Discrepancy, a genetic algorithm over inputs, NRPA, and
//     climbing from the best path of all, in turns by fixed shares. The runs of NRPA
//     end when they only repeat themselves (limited repetitions: Cazenave, arXiv
//     2401.10420, 2024), and begin in turns with the policy that was learned on small
//     sizes and with none.
//
// Where the paper leaves something open, it is read so: the offspring of step 7
// are those of all generations, as no step takes any out; populations are sets, as
// they are written, in which two with the same path condition are one, so that there
// may be less than popsize, and of less than two another is sampled;
// SURVIVALSELECTION picks each once, so that there are as many as it is to return; of
// paths that cost the same the youngest is the fittest; a path condition has the clauses of what was made
// concrete beside those of the branches, but not those that the order of the ones
// before implies; a precondition without a path is no individual but takes its
// time; a panic ends a path like a return; a depth-first search takes the side
// called true first; a path that a policy does not allow is given up, although it would
// be feasible.
//
// An exploration costs a run and as many queries as sides were chosen that the
// witness does not take; beside that, of a path with n decisions, Rand takes
// O(1) and the others O(n) time; ESE O(m) a generation more, where m have been born.
// Memory is that of the offspring, until their conditions have 16 million clauses,
// when the oldest are forgotten; and of a walk that of the paths with decisions to
// turn, at most DFS.Memory of them.
//
// Not modelled: preconditions that no solver can decide are taken as if they
// admitted no path; a walk does not turn decisions that no solver could decide,
// and then is not Complete.
//
// A search belongs to one goroutine. Strategies are values that any number of
// searches may use.
package ese
