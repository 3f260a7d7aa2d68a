package testgen

import (
	"context"
	"slices"
	"time"
)

// leastShare is the share of the repetitions after which a case may be
// written if there is no time for all.
const leastShare = 5

// mostGrace bounds by how much the last build is meant to pass the deadline.
const mostGrace = 20 * time.Second

// salvages is how often what was proved may be built again without what fails
// then.
const salvages = 3

// noTime is why cases go at the deadline.
const noTime = "there was no time left to check its test"

// proof is how often each case has passed as it stands now: a failure, and
// what is not asserted any more because of it, begin it anew.
type proof map[caseID]int

// caseID tells the cases of a suite apart, through all rounds.
type caseID struct {
	fn, args, name string
	panics         bool
}

func idOf(fn *Func, c *Case) caseID {
	return caseID{fn.Sig.Name, fn.typeArgs(), c.Name, fn.Panics()}
}

// prove takes over what a run showed, also one that did not come to its end.
func (v *verifier) prove(s *Suite, o *outcome) {
	for i := range s.Funcs {
		fn := &s.Funcs[i]
		for j := range fn.Cases {
			id, name := idOf(fn, &fn.Cases[j]), s.subtest(i, j)
			t := o.tests[name]
			switch {
			case t == nil:
			case t.fails > 0 || v.weak[name] != nil:
				v.proof[id] = 0
			default:
				v.proof[id] += t.passes
			}
		}
	}
}

// least is how many passes make a case one that may be written.
func (o *VerifyOptions) least() int { return max(1, o.Count/leastShare) }

// proved reports whether every case of the suite has passed often enough.
func (v *verifier) proved(s *Suite) bool { return v.passes(s) >= v.opts.least() }

// passes is how often every case has passed, those left out that are skipped
// or are going to assert less.
func (v *verifier) passes(s *Suite) int {
	n := v.opts.Count
	for i := range s.Funcs {
		fn := &s.Funcs[i]
		for j := range fn.Cases {
			if name := s.subtest(i, j); !v.skips(s.Tests[i]) && !v.skips(name) && v.weak[name] == nil {
				n = min(n, v.proof[idOf(fn, &fn.Cases[j])])
			}
		}
	}
	return n
}

// short reports whether one more round would pass the deadline.
func (v *verifier) short() bool {
	if v.opts.Deadline.IsZero() {
		return false
	}
	return v.until(v.opts.Deadline) < v.built+time.Duration(v.opts.least()+len(settings))*v.once
}

// scarce reports whether the repetitions are likely to take so long that what
// has to change by now should change before them.
func (v *verifier) scarce() bool {
	return !v.opts.Deadline.IsZero() && time.Duration(v.opts.Count)*v.once > (v.until(v.opts.Deadline)-v.built)/2
}

// end is when the runs of a round have to end, so that what was proved can be
// built once more without what fails. It leaves time enough to prove it.
func (v *verifier) end() time.Time {
	end := v.opts.Deadline
	if end.IsZero() || !v.changed {
		return end
	}
	end = end.Add(-v.built - v.once)
	if least := v.now().Add(time.Duration(v.opts.least()+1)*v.once + time.Second); end.Before(least) {
		end = least
	}
	return end
}

// grace is by how much the last build and run are meant to pass the deadline at
// most. They may take longer where the machine is busy: without them all that
// was proved is lost.
func (v *verifier) grace() time.Duration { return min(2*(v.built+v.once)+time.Second, mostGrace) }

// salvage returns the cases that have been proved by now, without those that
// were dropped from number before on: these alone are built again and run
// once. That may pass the deadline by about as much as it has taken before.
func (v *verifier) salvage(ctx context.Context, s *Suite, before int) (*Suite, error) {
	v.report.Late = true
	end := v.now().Add(max(v.grace(), slower*(v.built+v.once)))
	if end.Before(v.opts.Deadline) {
		end = v.opts.Deadline
	}
	v.opts.Deadline, v.last = end, true
	timed, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	for range salvages {
		v.dropUnproved(s, before)
		left := slices.DeleteFunc(s.left(v.report.Dropped[before:]), func(fn Func) bool { return len(fn.Cases) == 0 })
		v.opts.Log("no time for more: %d functions have been proved", len(left))
		if len(left) == 0 {
			return s.without(v.report.Dropped[before:])
		}
		if err := v.claim(timed, left, v.now().Add(v.until(end)/3)); err != nil {
			return v.giveUp(ctx, s, before, err)
		}
		s.Funcs = left
		var err error
		if s, err = s.without(v.report.Dropped[before:]); err != nil {
			return nil, err
		}
		before = len(v.report.Dropped)
		if err := v.lastRound(timed, s); err != nil {
			return v.giveUp(ctx, s, before, err)
		}
		if !v.changed {
			v.report.Count = v.passes(s)
			return s, nil
		}
	}
	return v.giveUp(ctx, s, before, context.DeadlineExceeded)
}

// lastRound builds the suite and runs it once.
func (v *verifier) lastRound(ctx context.Context, s *Suite) error {
	if err := v.begin(ctx, s); err != nil || v.changed {
		return err
	}
	return v.exercise(ctx, s, settings[0], 1, v.limit())
}

// dropUnproved drops the cases that will not have passed often enough after
// one more run, and have not been dropped yet. Where time is so short that
// tests were run in batches, that one may not come to its end.
func (v *verifier) dropUnproved(s *Suite, before int) {
	least := max(1, v.opts.least()-1)
	if v.parted {
		least = v.opts.least()
	}
	for i := range s.Funcs {
		fn := &s.Funcs[i]
		for j := range fn.Cases {
			c := &fn.Cases[j]
			if v.proof[idOf(fn, c)] < least && !isDropped(v.report.Dropped[before:], fn, c.Name) {
				v.dropLate(fn, c)
			}
		}
	}
}

func (v *verifier) dropLate(fn *Func, c *Case) {
	v.drop(Dropped{Func: fn.Sig.Name, args: fn.typeArgs(), Panics: fn.Panics(), Case: c.Name, Covers: c.branches(), Reason: noTime, Late: true})
}

// giveUp drops everything, unless the fault is not that of the clock: it was
// not verified in time.
func (v *verifier) giveUp(ctx context.Context, s *Suite, before int, fault error) (*Suite, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !late(fault) {
		return nil, fault
	}
	for i := range s.Funcs {
		fn := &s.Funcs[i]
		for j := range fn.Cases {
			if c := &fn.Cases[j]; !isDropped(v.report.Dropped[before:], fn, c.Name) {
				v.dropLate(fn, c)
			}
		}
	}
	return s.without(v.report.Dropped[before:])
}
