package cover

import (
	"context"

	wire "nearmiss/internal/worker"
)

// shrinkBudgets bound the evaluations that making one input smaller may take.
// Every input has the first before one that needs more has the second, so
// that the clock, when it ends the shrinking, leaves none as it was found: large
// inputs lose most of what they have in the first.
var shrinkBudgets = [...]uint64{60, 500, 3_500}

// shrinkCases makes the inputs smaller as long as they take the branches that
// they are there for.
func (u *unit) shrinkCases(ctx context.Context, cases []*testCase) error {
	for left, round := cases, 0; round < len(shrinkBudgets); round++ {
		var err error
		if left, err = u.shrinkRound(ctx, left, shrinkBudgets[round]); err != nil {
			return ignoreEnd(err)
		}
	}
	return nil
}

// shrinkRound returns the cases that could do with more evaluations.
func (u *unit) shrinkRound(ctx context.Context, cases []*testCase, budget uint64) ([]*testCase, error) {
	jobs := make([]*wire.ShrinkJob, len(cases))
	for i, c := range cases {
		jobs[i] = &wire.ShrinkJob{
			ID: uint32(i), Entry: c.fn.entry, Signature: c.fn.sig, Limits: c.fn.limits,
			Vector: c.vector, Keep: c.keep, Panic: c.panic, Evaluations: budget, Unlike: c.unlike,
		}
		if c.fn.clocked() && !c.fn.passes(c.vector) {
			jobs[i].Now = u.now
		}
		if len(c.boundaries) > 0 {
			jobs[i].Boundary = uint32(c.boundaries[0].ID) + 1
		}
	}
	results, err := u.pool.Shrink(ctx, jobs)
	var more []*testCase
	for i, r := range results {
		if r == nil || r.Result == nil || !containsAll(r.Result.Covered, cases[i].keep) || r.Result.Outcome != cases[i].result.Outcome {
			continue
		}
		cases[i].vector, cases[i].result = r.Result.Vector, r.Result
		cases[i].fn.evaluations += r.Result.Evaluations
		if r.Result.Evaluations > budget {
			more = append(more, cases[i])
		}
	}
	return more, err
}
