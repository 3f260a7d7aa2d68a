package cover

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// confirmRounds bounds the rounds of confirming. Another round follows if some cases have failed.
const confirmRounds = 2

// confirmed returns the cases that take their branches in new processes as well, in the order of
// the tests. The search ran them in processes with a history, and not all state can be reset
// between runs: a sync.Once or a cache may decide branches. With gather, the cases are run many times
// and in other worlds. After some cases have failed, the remaining cases are confirmed once more
// without them, in a single process: the first round has already shown what varies between runs.
func (s *session) confirmed(ctx context.Context, u *unit, cases []*testCase, gather bool) (kept []*testCase, fell []drop, err error) {
	for round := range confirmRounds {
		before := len(cases)
		drops, err := s.confirm(ctx, u, cases, gather)
		if round > 0 && errors.Is(err, context.DeadlineExceeded) {
			break // the runs of the tests will show what fails without the dropped cases
		}
		if err != nil {
			return nil, nil, err
		}
		fit, listed := keepExpected(cases)
		kept, unfit := u.stillNeeded(fit)
		cases, fell, gather = kept, slices.Concat(fell, drops, unneeded(listed), unfit), false
		s.timed("confirmed %d of %d cases", len(cases), before)
		if len(cases) == before {
			break
		}
	}
	return cases, fell, nil
}

// stillNeeded assigns the branches of the confirmed cases anew and leaves out the cases that are no
// longer needed. It drops the cases with runs that did not end.
func (u *unit) stillNeeded(confirmed []*testCase) (kept []*testCase, fell []drop) {
	unfit := slices.DeleteFunc(slices.Clone(confirmed), func(c *testCase) bool { return c.result == nil || comesBack(c.result) })
	fell = dropAll(unfit, otherProcess)
	able := u.settlePanics(usable(confirmed))
	assign(able)
	for _, c := range able {
		if len(c.keep) > 0 || len(c.boundaries) > 0 || c.notices || len(c.fn.main().goals) == 0 || c.panic != 0 {
			kept = append(kept, c)
		}
	}
	return kept, fell
}

// confirm runs the cases in order in a new process, and with gather in other worlds, and records the
// branches that all runs take. Without gather it records only branches that the cases took before,
// too. It drops the branches that some run did not take, the cases that end in different ways, and
// the cases that act outside their process or objects; these cases lose their results. After an error all
// results are as before.
func (s *session) confirm(ctx context.Context, u *unit, cases []*testCase, gather bool) (fell []drop, err error) {
	before := copies(cases)
	defer func() {
		if err != nil {
			for i, c := range cases {
				c.result = before[i].result
			}
		}
	}()
	if err := s.runNew(ctx, u, cases, gather); err != nil {
		return nil, err
	}
	var machines []*world
	if gather {
		machines = s.gather(ctx, u, cases)
	} else {
		for i, c := range cases {
			c.remember(before[i].result)
		}
	}
	acting := s.acting(ctx, u, cases, machines)
	for i, c := range cases {
		taken := before[i].covers()
		why := unexplained
		switch {
		case acting[c] != "":
			why = acts
		case c.unseen:
			why = late // it may fail there
		case c.result != nil && c.result.Overwrites:
			why = overwrites
		case c.varies():
			why = varies
		}
		if why != unexplained {
			fell = append(fell, drop{c: c, branches: taken, reason: why, detail: acting[c]})
			c.result = nil
			continue
		}
		var all []uint32
		if c.result != nil {
			all = c.result.Covered
		}
		if gone := without(taken, all); len(gone) > 0 {
			fell = append(fell, drop{c: c, branches: gone, reason: otherProcess})
		}
	}
	return fell, nil
}

// remember adds the observations of an earlier result of a case to its result, and keeps the branches
// of both.
func (c *testCase) remember(before *worker.RunResult) {
	if c.result == nil || before == nil {
		return
	}
	c.result.Covered = common(before.Covered, c.result.Covered)
	c.result.Join(before)
}

// runNew runs the cases in a new process, or with repeat each many times and each half in a process, and
// once more with patience.
func (s *session) runNew(ctx context.Context, u *unit, cases []*testCase, repeat bool) error {
	limit := repeatLimit(ctx, max(1, len(cases)))
	o := s.unitOptions(u)
	o.Watch = u.harmful()
	pool, processes := halves{s: s}, 1
	if repeat {
		processes = 2
	}
	for range processes {
		p, err := native.NewPool(ctx, u.binary, o, 1)
		if err != nil {
			return err
		}
		defer p.Close()
		pool.pools = append(pool.pools, p)
	}
	return patiently(cases, func(list []*testCase, patient bool) error {
		before := make([]*worker.RunResult, len(list))
		for i, c := range list {
			before[i], c.result, c.unrun = c.result, nil, true
		}
		err := u.runWith(ctx, pool, list, func(i int, job *worker.RunJob) {
			if job.Patient = patient; repeat {
				list[i].repeatable(job, before[i], limit)
			}
		})
		return cmp.Or(err, ctx.Err())
	})
}

// halves are processes each of which runs a part of the jobs, in order.
type halves struct {
	s     *session
	pools []*native.Pool
}

// Run runs the jobs, and returns their results in order; nil for those that did not run.
func (h halves) Run(ctx context.Context, jobs []*worker.RunJob) ([]*native.RunResult, error) {
	results, errs := make([]*native.RunResult, len(jobs)), make([]error, len(h.pools))
	size := (len(jobs) + len(h.pools) - 1) / len(h.pools)
	h.s.parallel(ctx, len(h.pools), func(i int) {
		from := min(i*size, len(jobs))
		var part []*native.RunResult
		part, errs[i] = h.pools[i].Run(ctx, jobs[from:min(from+size, len(jobs))])
		copy(results[from:], part)
	})
	return results, errors.Join(errs...)
}

// unitOptions returns the options for the workers of a package.
func (s *session) unitOptions(u *unit) native.Options {
	o := u.set.Options()
	o.Sites, o.Rights = u.wireSites(), s.opt.rights()
	return o
}

// without returns the elements of a that are not in b.
func without[T comparable](a, b []T) []T {
	return slices.DeleteFunc(slices.Clone(a), func(x T) bool { return slices.Contains(b, x) })
}

func common(a, b []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(a), func(x uint32) bool { return !slices.Contains(b, x) })
}
