// Package testutil has what tests of several packages share: a generator whose words are
// written down, so that a test knows what is drawn, random path conditions to compare
// solvers with, and workers.
//
//	testutil.Run(t, func(rng *rand.Rand) { got = pick(rng) }, 3, testutil.Share(1, 4))
//
//	c := testutil.Random(rng, term.NewBuilder(), testutil.Shapes()[0])
//
// A condition is what an executor would ask: clauses that a witness satisfies, and the
// negation of one more that it satisfies too. Nobody knows whether that can hold, unless it
// was planted: then it does under a second assignment.
package testutil
