package testgen

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// mostBatches is into how many batches tests are parted: each costs the start
// of some processes.
const mostBatches = 16

// tight reports whether there is not time enough to run all tests as often as
// it takes to write them, and to build what is left once more.
func (v *verifier) tight() bool {
	return !v.opts.Deadline.IsZero() && !v.last && v.until(v.reserve()) < time.Duration(v.opts.least()+len(settings)-1)*v.once
}

// reserve is when the last build has to begin.
func (v *verifier) reserve() time.Time {
	return v.opts.Deadline.Add(min(0, v.grace()-v.built-v.once))
}

// muchSlower is how many times longer than others a case takes of which is
// said that it does not end.
const muchSlower = 20

// hangs reports whether a run that was cut off did not get on: a case of it
// took most of the time, and much longer than others.
func (v *verifier) hangs(s *Suite, o *outcome, limit time.Duration) bool {
	_, _, slow := v.slowest(s, o)
	return slow != nil && slow.spent > limit/2 && slow.spent > muchSlower*v.pace*time.Duration(slow.passes+1)
}

// pace is what a case has taken, on average.
func (o *outcome) pace() time.Duration {
	var spent time.Duration
	n := 0
	for _, t := range o.tests {
		if t.passes > 0 {
			spent += t.spent
			n += t.passes
		}
	}
	return spent / time.Duration(max(n, 1))
}

// inBatches runs the tests batch by batch, each in all settings and as often
// as it takes to write it, until the time is over. Where it is not, after all,
// the rest of the repetitions follow. What was not run stays unproved.
func (v *verifier) inBatches(ctx context.Context, s *Suite) error {
	size := (len(s.Tests) + mostBatches - 1) / mostBatches
	defer func() { v.batch = nil }()
	v.parted = true
	for batches := slices.Collect(slices.Chunk(s.byWorth(), size)); len(batches) > 0; batches = batches[1:] {
		left := v.until(v.reserve())
		if left <= 0 {
			break
		}
		v.batch = batches[0]
		v.opts.Log("%d batches of tests to run in %s", len(batches), left.Round(time.Second))
		if err := v.proveBatch(ctx, s, left, len(batches)); err != nil {
			return err
		}
	}
	if v.batch = nil; !v.proved(s) {
		return context.DeadlineExceeded
	}
	return v.exercise(ctx, s, bare, v.opts.Count, v.limit())
}

// byWorth lists the tests, first those with most branches for a case: there may be
// time for no more.
func (s *Suite) byWorth() []string {
	worth := map[string]float64{}
	for i, fn := range s.Funcs {
		n := 0
		for _, c := range fn.Cases {
			n += len(c.Covers)
		}
		worth[s.Tests[i]] = float64(n) / float64(max(1, len(fn.Cases)))
	}
	tests := slices.Clone(s.Tests)
	slices.SortStableFunc(tests, func(a, b string) int { return cmp.Compare(worth[b], worth[a]) })
	return tests
}

// proveBatch runs the batch at hand. It may take twice its share of what is left
// for so many batches.
func (v *verifier) proveBatch(ctx context.Context, s *Suite, left time.Duration, batches int) error {
	ctx, cancel := until(ctx, v.reserve())
	defer cancel()
	share := max(2*left/time.Duration(batches), time.Second)
	limit := func() time.Duration {
		d := v.until(v.reserve())
		v.rushed = d < share
		return min(d, share)
	}
	defer func() { v.rushed = false }()
	for _, set := range settings {
		if err := v.exercise(ctx, s, set, 1, limit()); err != nil {
			return v.unlessLate(err)
		}
		if v.until(v.reserve()) <= 0 {
			return nil
		}
	}
	return v.unlessLate(v.exercise(ctx, s, bare, v.opts.least(), limit()))
}

// unlessLate drops the error of the clock.
func (v *verifier) unlessLate(err error) error {
	if late(err) {
		return nil
	}
	return err
}
