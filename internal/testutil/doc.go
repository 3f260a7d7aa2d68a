// Package testutil has helpers that tests of several packages share: a random number generator
// with given words, for tests of random decisions, random path conditions for the comparison of
// solvers, and workers.
//
//	testutil.Run(t, func(rng *rand.Rand) { got = pick(rng) }, 3, testutil.Share(1, 4))
//
//	c := testutil.Random(rng, term.NewBuilder(), testutil.Shapes()[0])
//
// A condition has the form of a query of a symbolic executor: the clauses of a path, which a
// witness satisfies, and the negation of a further clause that the witness satisfies. Random
// conditions may be unsatisfiable. Planted conditions come with a satisfying assignment.
package testutil
