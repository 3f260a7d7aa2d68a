// Package tardis names the types on which the search for objects is measured, one package each
// below it, after Modonato, "Combining Dynamic Symbolic Execution, Machine Learning and
// Search-Based Testing to Automatically Generate Test Cases for Classes" (Tardis).
//
// Package sample is the class of the paper's section 2. The other eleven are types with an
// invariant, which constructor and methods keep, and which the comment of each package states.
// Some of their conditions ask for a state that breaks it, before a panic: no sequence of calls
// takes those sides, and an object made field by field does.
//
//	sample            two lists; one has no negative element
//	account           balance, limits and a lock
//	intervals         disjoint intervals in order
//	lru               a cache that drops what was used longest ago
//	matrix            rows of one length
//	stack             a bounded stack
//	late/bucket       a token bucket
//	late/machine      states of a door with a lock
//	late/ordered      a map in the order of its keys
//	late/parser       a reader of sums that can take back one token
//	late/ring         a queue in a circle
//	late/sorted       a list in order
//
// All were written before the strategy that they measure. Those below late are for the last
// measurement and nothing was tuned on them: of the eleven names, ordered by their 32-bit FNV-1a
// hashes, they are the last six.
package tardis
