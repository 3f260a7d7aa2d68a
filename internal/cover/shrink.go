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
		if left, err = u.shrinkRound(ctx, left, shrinkBudgets[round], false); err != nil {
			return ignoreEnd(err)
		}
	}
	return nil
}

// The evaluations for diversifying one input, and besides for finding one with which the functions among the inputs are
// called, or something is written to the writers inside of them.
const (
	diversifyBudget = 120
	callsBudget     = 2000
	writtenBudget   = 300
)

// diversify replaces values of inputs that hide what the function does with them: small inputs with the same
// branches may be neutral, as 0 in a sum, or equal.
func (u *unit) diversify(ctx context.Context, cases []*testCase) error {
	returned, _ := split(cases, func(c *testCase) bool {
		return c.panic == 0 && c.result != nil && c.result.Outcome == worker.Returned
	})
	_, err := u.shrinkRound(ctx, returned, diversifyBudget, true)
	return ignoreEnd(err)
}

// shrinkRound shrinks each case within budget, or diversifies it, and returns the cases that used up their budget.
func (u *unit) shrinkRound(ctx context.Context, cases []*testCase, budget uint64, diversify bool) ([]*testCase, error) {
	jobs := make([]*worker.ShrinkJob, len(cases))
	for i, c := range cases {
		jobs[i] = &worker.ShrinkJob{
			ID: uint32(i), Entry: c.fn.entry, Signature: c.fn.sig, Limits: c.fn.limits,
			Vector: c.vector, Keep: c.keep, Panic: c.panic, Evaluations: budget, Diversify: diversify,
		}
		if c.panic == 0 {
			jobs[i].Results, jobs[i].After, jobs[i].Readers = c.fn.sig.Results, c.fn.sig.After, c.fn.sig.Readers
			jobs[i].Stubs = c.fn.sig.StubsRecord()
			switch {
			case !diversify || !c.fn.sig.Records():
			case c.fn.sig.RecordsText():
				jobs[i].Evaluations += writtenBudget
			case !jobs[i].Stubs:
				jobs[i].Evaluations += callsBudget
			}
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
