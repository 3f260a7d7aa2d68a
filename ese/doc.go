// Package ese searches for the costliest path through a function by choosing the
// sides of its branches. For example, for the function
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
// and a list of five items the search finds the path on which the condition is
// false each time. Its path condition is a[0] == a[4] && a[1] == a[3], which any
// palindrome satisfies.
//
// A Strategy takes paths through a Gate. The Gate counts the paths, remembers the
// best and ends the search. An Explorer takes a path under a precondition, with
// the sides that a symexec.Chooser chooses. While it takes the path, it keeps a
// witness: an input that satisfies the path condition so far. A Metric turns the cost of a path into
// a number. Strategies lists the strategies. The paper
//
//	Aquino, Braione, Denaro, Salza: Facilitating program performance profiling
//	via evolutionary symbolic execution. Software Testing, Verification and
//	Reliability 30(2), 2020, doi:10.1002/stvr.1719
//
// is the source of Rand (Algorithms 2 and 3), DFS and ESE (Algorithms 1 to 6), and
// of the versions of WISE and SPFWCA here, with which it compares ESE. Comments cite
// the numbers of its steps. ESE is an Evolution: an algorithm of package ga with
// operators over path conditions (Chromosome). Other algorithms of package ga accept
// these operators too, and ESE accepts operators over inputs, which run as machine
// code. RegisterOperators and RegisterStrategy add rows to the tables.
//
// Strategies from other papers are:
//
//   - WISE: Burnim, Juvekar, Sen: WISE: automated test generation for
//     worst-case complexity, ICSE 2009;
//   - SPFWCA: Luckow, Kersten, Pasareanu: Symbolic complexity analysis using
//     context-preserving histories, ICST 2017;
//   - PySE: Koo, Saumya, Kulkarni, Bagchi: PySE: Automatic worst-case test generation
//     by reinforcement learning, ICST 2019.
//
// Strategies that apply other methods to the sides of branches are:
//
//   - NRPA: Rosin: Nested rollout policy adaptation for Monte Carlo tree
//     search, IJCAI 2011. Its policy is learned over features of a decision.
//   - Climb flips single decisions of the best path, flips similar decisions
//     together and repeats sequences of decisions. It learns the same kind of policy
//     as NRPA, and draws its moves by their gain (probability matching: Thierens,
//     GECCO 2005).
//   - Discrepancy takes the likeliest paths first, by the probabilities of sides on
//     the costliest paths of small sizes (limited discrepancy search: Harvey and
//     Ginsberg, IJCAI 1995).
//   - Carried follows the sides of the worst paths of small sizes at the target's
//     size, with a single query to the solver, at the end of the path.
//   - AVM searches over inputs that run as machine code.
//   - Auto, the default, runs Discrepancy, a genetic algorithm over inputs, NRPA, and
//     climbing from the best path of all, in turns by fixed shares. A run of NRPA
//     ends when it only repeats its best path (limited repetitions: Cazenave, arXiv
//     2401.10420, 2024). Its runs start alternately with the policy learned on
//     small sizes and with an empty policy.
//
// Where Aquino et al. leave details open, this package makes these choices:
//
//   - The offspring of step 7 are those of all generations, because no step removes any.
//   - Populations are sets. Individuals with the same path condition are one, so a
//     population may be smaller than popsize; if it has fewer than two, another
//     individual is sampled.
//   - SURVIVALSELECTION picks each individual at most once, to return the full number.
//   - Among paths of equal cost the youngest is the fittest.
//   - A path condition has clauses for branches and for values made concrete, without
//     the clauses that an order of the earlier clauses implies.
//   - A precondition without a path is no individual, but its exploration counts.
//   - A panic ends a path like a return.
//   - A depth-first search takes the side called true first.
//   - A path that a policy does not allow is given up even if it is feasible.
//
// An exploration costs one run, and one query for each chosen side that the witness
// does not take. For a path with n decisions Rand takes O(1) further time and the
// other strategies O(n); ESE takes O(m) more for each generation, m being the number of
// individuals so far. Memory holds the offspring; beyond 16 million clauses the oldest
// are forgotten. A walk holds the paths with pending flips, at most DFS.Memory flips.
//
// Limits: a precondition that no solver can decide counts as one without a path. A walk
// does not flip a decision that no solver can decide, and is then not Complete.
//
// A search belongs to one goroutine. Strategies are values that any number of
// searches may use.
package ese
