package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/mutant"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/versions"
)

// Mutants are goals: small changes of the code that the tests are to notice. The written tests run with each. For those
// with which all pass, cases with inputs beside those of the cases are tried: for each change the simplest that notices it
// becomes a test.

// rounds is the most rounds in which cases are looked for after the tests have run: each begins from the cases of the one before.
const rounds = 2

// A mutated is the worker of a package with its mutants. It is built while tests are made, or behind that if there is little time.
type mutated struct {
	ctx      context.Context // ends the work on mutants
	end      context.CancelFunc
	build    func() (*versions.Versions, error)
	begun    sync.Once // the build has begun, or will not
	versions *versions.Versions
	err      error         // of the build
	built    chan struct{} // closed when versions and err are set

	tried  *trials // of the cases before their checks, nil if there were none
	spared int     // cases left out then
}

// mutatedBeside begins to build the worker of a package with its mutants, if there is time for them before the checks. It returns nil
// if mutants are no goals.
func (s *session) mutatedBeside(ctx context.Context, u *unit, end deadlines) *mutated {
	if !s.opt.Mutants || u.pkg.Std {
		return nil
	}
	m := &mutated{built: make(chan struct{})}
	m.ctx, m.end = context.WithCancel(ctx)
	keep, opts := u.hasMutants(), s.unitOptions(u)
	m.build = func() (*versions.Versions, error) {
		v, err := versions.Build(m.ctx, u.set, keep, opts, s.opt.Parallel)
		if err == nil {
			s.timed("built the worker of %s with %d changes of the code", u.pkg.ImportPath, len(v.Mutants))
		}
		return v, err
	}
	if _, ok := s.untilChecks(u, end); ok {
		m.begin()
	}
	return m
}

// begin begins the build.
func (m *mutated) begin() {
	m.begun.Do(func() {
		go func() {
			defer close(m.built)
			m.err = fault.Catch(func() (err error) {
				m.versions, err = m.build()
				return err
			})
		}()
	})
}

// wait returns the worker when it is built, nil without an error if ctx ends before.
func (m *mutated) wait(ctx context.Context) (*versions.Versions, error) {
	m.begin()
	select {
	case <-m.built:
		return m.versions, m.err
	case <-ctx.Done():
		return nil, nil
	}
}

// close ends the build, or the worker.
func (m *mutated) close() {
	if m == nil {
		return
	}
	m.end()
	m.begun.Do(func() { m.err = m.ctx.Err(); close(m.built) })
	if <-m.built; m.err == nil {
		m.versions.Close()
	}
}

// beforehand runs the tests of a package with its mutants, and chooses its cases by them, before these are checked, if there is time for both.
// It reports whether it has.
func (s *session) beforehand(u *unit, end deadlines, m *mutated) bool {
	if m == nil || len(u.cases) == 0 || !s.opt.Verify {
		return false
	}
	last, ok := s.untilChecks(u, end)
	if !ok {
		return false
	}
	timed, done := testcheck.WithDeadline(m.ctx, last)
	defer done()
	if u.await(m.ctx, last) != nil {
		return false
	}
	t, err := s.tryMutants(timed, u, m)
	if err != nil {
		s.timed("cases that are not checked yet do not run with changes of the code: %v", err)
		return false
	}
	m.tried = t
	u.cases = u.choose(t)
	m.spared = len(t.cases) - len(u.cases)
	s.polish(timed, u, m, u.cases)
	for _, c := range u.cases {
		c.notices = true
	}
	return true
}

// untilChecks returns until when the cases of a package may run with its mutants before they are checked, zero without a clock. It
// returns false if the checks come first, because there is no time for both.
func (s *session) untilChecks(u *unit, end deadlines) (last time.Time, ok bool) {
	if end.all.IsZero() {
		return last, true
	}
	need, left := s.pace.corrected(s.finishing(u)), time.Until(end.all)
	if end.noticing > 0 {
		left = min(left, halfDivisor*end.noticing)
	}
	return time.Now().Add(left - checksMultiple*need), left >= checkMultiple*need
}

// choose returns the cases of trials that are needed. Others whose branches own tests take, and no needed case, are left to these.
func (u *unit) choose(t *trials) []*testCase {
	kept := t.chosen()
	if u.own.taken != nil {
		had := taken(kept)
		theirs, _ := split(t.cases, func(c *testCase) bool {
			return !slices.Contains(kept, c) && slices.ContainsFunc(c.keep, func(b uint32) bool { return !had[b] })
		})
		u.drops = append(u.drops, dropAll(theirs, ownTaken)...)
	}
	return kept
}

// Multiples of what making tests seems to need: what must be left for mutants to come before the checks, and what is left to these then.
const (
	checkMultiple  = 4
	checksMultiple = 3
)

// notice runs the tests with the mutants of the functions that were searched, adds tests that notice more, leaves out the
// cases and checks that notice nothing more, and counts the mutants that are noticed. Where that was done before the checks, it
// only counts. It stops at the end of the package's time.
func (s *session) notice(u *unit, end deadlines, m *mutated) {
	if m == nil || u.suite == nil || len(u.suite.Funcs) == 0 {
		return
	}
	last := end.all
	if end.noticing > 0 {
		last = earlier(time.Now().Add(end.noticing), last)
	}
	timed, done := testcheck.WithDeadline(m.ctx, last)
	defer done()
	if m.tried != nil {
		u.changes = s.recount(timed, u, m.tried)
		u.changes.SparedCases, u.changes.SparedChecks = m.spared, u.suite.Spared
		return
	}
	t, err := s.tryMutants(timed, u, m)
	if err != nil {
		if m.ctx.Err() != nil {
			return
		}
		if timed.Err() != nil {
			err = errors.New("there was no time; give the call more with -time")
		}
		u.note("", fmt.Sprintf("changes of the code were not tried: %v", err))
		return
	}
	if u.changes = changesOf(t.ofWritten(u)); len(t.list) == 0 {
		return
	}
	more := len(t.cases) > len(u.cases)
	kept := u.choose(t)
	s.polish(timed, u, m, kept)
	if !more && len(kept) == len(t.cases) && !slices.ContainsFunc(kept, func(c *testCase) bool { return len(c.spared) > 0 }) {
		return
	}
	written := s.rewrite(timed, u, end, kept)
	if !written && more { // a new case may not cover what it did
		kept, written = t.cases, s.rewrite(timed, u, end, t.cases)
	}
	if written {
		u.changes = s.recount(timed, u, t)
		u.changes.SparedCases, u.changes.SparedChecks = len(t.cases)-len(kept), u.suite.Spared
	}
}

// tryMutants runs the tests of a package with all mutants, and adds cases that notice more.
func (s *session) tryMutants(ctx context.Context, u *unit, m *mutated) (*trials, error) {
	s.tryOwn(ctx, u)
	t, err := s.try(ctx, u, s.withTries(ctx, u, m), nil)
	if err != nil || len(t.list) == 0 {
		return t, err
	}
	if err := s.lookBeside(ctx, u, m, t); err != nil {
		u.note("", fmt.Sprintf("inputs were not looked for that notice changes of the code: %v", err))
	}
	return t, nil
}

// How long the tests of a package take with a mutant, and with one with which they may wait.
const (
	trialTime = 8 * time.Millisecond
	waitTime  = 25 * time.Millisecond
)

// trialsTime estimates how long the tests of a package take with all mutants.
func trialsTime(list []mutant.Mutant) (sum time.Duration) {
	for _, m := range list {
		if sum += trialTime; m.Sync {
			sum += waitTime - trialTime
		}
	}
	return sum
}

// withTries returns the cases of a package, and cases for mutants that no run of theirs tells apart.
func (s *session) withTries(ctx context.Context, u *unit, m *mutated) []*testCase {
	v, err := m.wait(ctx)
	if v == nil || err != nil {
		return u.cases
	}
	t, err := toldApart(ctx, v, u)
	if err != nil {
		s.timed("the runs of the cases of %s with changes of the code: %v", u.pkg.ImportPath, err)
		return u.cases
	}
	end, _ := ctx.Deadline()
	if !end.IsZero() {
		end = end.Add(-halfDivisor * (u.compiling() + buildBase + trialsTime(t.mutants))) // tests that run with some changes alone choose badly
	}
	looking, done := testcheck.WithDeadline(ctx, end)
	defer done()
	tries, err := s.tries(ctx, looking, u, v, u.cases, t.alive(), rounds)
	if err != nil {
		s.timed("inputs that tell changes of the code of %s apart: %v", u.pkg.ImportPath, err)
	}
	return u.inTestOrder(byFunction(slices.Concat(u.cases, tries)))
}

// toldApart returns, as if the tests had run, which mutants runs of the cases tell apart.
func toldApart(ctx context.Context, v *versions.Versions, u *unit) (*trials, error) {
	t := &trials{mutants: v.Mutants, cases: u.cases, own: u.own, list: make([]testcheck.Trial, len(v.Mutants))}
	at := map[*testCase]int{}
	for i, c := range u.cases {
		at[c] = i
	}
	order, of := grouped(u.cases)
	for _, f := range order {
		var some []int // mutants of the function, and those that nothing tells apart yet
		for i := range t.list {
			if !t.mutants[i].Sync && (t.list[i].Fate != testcheck.Noticed || t.mutants[i].Func == f.cfg.Obj.Origin()) {
				some = append(some, i)
			}
		}
		runs, err := v.Runs(ctx, f.entry, vectorsOf(of[f]))
		if err != nil {
			return nil, err
		}
		apart, err := v.Apart(ctx, f.entry, runs, some)
		if err != nil {
			return nil, err
		}
		for m, list := range apart {
			t.list[m].Fate = testcheck.Noticed
			for _, k := range list {
				t.list[m].Kills = append(t.list[m].Kills, testcheck.Kill{Case: at[of[f][k]]})
			}
		}
	}
	for i := range t.list {
		if t.list[i].Fate != testcheck.Noticed {
			t.list[i].Fate = testcheck.Lives
		}
	}
	return t, nil
}

// recount counts the mutants that the written tests notice. Mutants that lived before live. If there is no time to run the
// tests, a mutant counts that a written case has noticed before; so does one with which such a case ends the tests.
func (s *session) recount(ctx context.Context, u *unit, t *trials) *report.Changes {
	byWritten := t.byWritten(u)
	some := []int{}
	for i := range t.list {
		if x := &t.list[i]; x.Fate == testcheck.Noticed && !(x.Ended && byWritten(x)) || x.Fate == testcheck.Untried {
			some = append(some, i)
		}
	}
	if len(some) == 0 {
		return changesOf(t)
	}
	last, err := s.trySuite(ctx, u, &trials{suite: u.suite}, some)
	for _, i := range some {
		if err == nil && last.list[i].Fate != testcheck.Untried {
			t.list[i] = last.list[i]
		} else if !byWritten(&t.list[i]) {
			t.list[i].Fate = testcheck.Untried
		}
	}
	return changesOf(t)
}

// byWritten returns whether a written case notices the mutant of a trial.
func (t *trials) byWritten(u *unit) func(*testcheck.Trial) bool {
	written := map[string]bool{}
	for _, c := range u.made.cases {
		written[c.key()] = true
	}
	return func(x *testcheck.Trial) bool {
		return slices.ContainsFunc(x.Kills, func(k testcheck.Kill) bool { return written[t.cases[k.Case].key()] })
	}
}

// ofWritten returns trials in which the mutants live that only cases notice which are not written.
func (t *trials) ofWritten(u *unit) *trials {
	of, byWritten := *t, t.byWritten(u)
	of.list = slices.Clone(t.list)
	for i := range of.list {
		if x := &of.list[i]; x.Fate == testcheck.Noticed && len(x.Kills) > 0 && !byWritten(x) {
			x.Fate = testcheck.Lives
		}
	}
	return &of
}

// lookBeside adds cases to trials that notice mutants that live: each round begins from the cases of the rounds before.
func (s *session) lookBeside(ctx context.Context, u *unit, m *mutated, t *trials) error {
	alive := t.alive()
	if len(alive) == 0 {
		return nil
	}
	v, err := m.wait(ctx)
	if v == nil || err != nil {
		return err
	}
	for round := uint64(0); round < rounds && len(alive) > 0; round++ {
		half, done := fraction(ctx, halfDivisor)
		tries, err := s.tries(ctx, half, u, v, t.cases, alive, round)
		done()
		if err != nil {
			return ignoreEnd(err)
		}
		s.timed("%d inputs notice changes that the tests of %s do not", len(tries), u.pkg.ImportPath)
		if len(tries) == 0 {
			continue
		}
		found, err := s.try(ctx, u, tries, alive)
		if err != nil {
			return ignoreEnd(err)
		}
		chosen := simplestKilling(found.kills(), tries)
		s.timed("tests of %d of %d inputs notice changes that the tests of %s do not", len(chosen), len(tries), u.pkg.ImportPath)
		alive = slices.DeleteFunc(alive, func(i int) bool {
			return len(found.list[i].Kills) > 0 && (t.list[i].Fate == testcheck.Lives || len(found.home(i)) > 0)
		})
		if err := t.add(u, chosen, found); err != nil {
			return err
		}
	}
	return nil
}

// rewrite checks and writes the tests once more, of other cases. It reports whether it has.
func (s *session) rewrite(ctx context.Context, u *unit, end deadlines, cases []*testCase) bool {
	before, old, drops := u.made, u.cases, u.drops
	for _, c := range cases {
		c.notices = true
	}
	u.cases, u.made.suite = cases, nil
	last := s.checkEnd(u, end.all)
	if err := s.inParts(ctx, u, before, s.beforeMerge(u, last)); err != nil || u.suite == nil {
		u.made, u.cases, u.drops = before, old, drops
		return false
	}
	return true
}
