package cover

import (
	"context"

	"nearmiss/internal/worker"
)

// shrinkBudgets bounds the evaluations for shrinking one input, by round. All inputs go through
// a round before any input enters the next. So if the clock ends the shrinking, no input is left
// as it was found: the first round already removes most of a large input.
var shrinkBudgets = [...]uint64{60, 500, 3_500}

// shrinkCases shrinks inputs as long as they take the branches that their cases are kept for.
func (u *unit) shrinkCases(ctx context.Context, cases []*testCase) error {
	for left, round := cases, 0; round < len(shrinkBudgets); round++ {
		var err error
		if left, err = u.shrinkRound(ctx, left, shrinkBudgets[round]); err != nil {
			return ignoreEnd(err)
		}
	}
	return nil
}

// shrinkRound shrinks each case within budget, and returns the cases that used up their budget.
func (u *unit) shrinkRound(ctx context.Context, cases []*testCase, budget uint64) ([]*testCase, error) {
	jobs := make([]*worker.ShrinkJob, len(cases))
	for i, c := range cases {
		jobs[i] = &worker.ShrinkJob{
			ID: uint32(i), Entry: c.fn.entry, Signature: c.fn.sig, Limits: c.fn.limits,
			Vector: c.vector, Keep: c.keep, Panic: c.panic, Evaluations: budget, ExcludedOutcomes: c.unlike,
		}
		if c.fn.clocked() && !c.timeDependent() {
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
