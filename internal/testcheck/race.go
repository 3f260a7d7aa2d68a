package testcheck

import (
	"cmp"
	"context"
	"go/build"
	"path/filepath"
	"slices"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/oracle"
	"nearmiss/internal/testgen"
)

// raceTag is the build tag of the race detector.
const raceTag = "race"

// useRace reports whether the tests of the package are built with the race detector; why is the
// reason if not.
func (r *runner) useRace() (race bool, why string) {
	if r.opts.NoRace {
		return false, "not asked for"
	}
	why = raceDependentFile(r.pkg)
	return why == "", why
}

// raceDependentFile names a file that is part of the package only with or only without the race
// detector, "" if there is none. Such a package must be checked in the build that was searched:
// in the other build, functions may be missing or behave differently.
func raceDependentFile(pkg *load.Package) string {
	for _, f := range pkg.Files {
		mentioned := false
		if expr := pkg.Constraint(f.Package); expr != nil {
			expr.Eval(func(tag string) bool { mentioned = mentioned || tag == raceTag; return false })
		}
		if mentioned {
			return filepath.Base(pkg.Fset.Position(f.Package).Filename) + " is not part of builds with it"
		}
	}
	with := build.Default
	with.BuildTags = append(slices.Clone(with.BuildTags), raceTag)
	for _, path := range pkg.LeftOut() {
		dir, name := filepath.Split(path)
		if ok, err := with.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, name); err == nil && !ok {
			return name + " is part of builds with it alone"
		}
	}
	return ""
}

const (
	raceFactor  = 2 // a build with the race detector takes up to twice as long as one without
	raceDivisor = 2 // at most half of the time that is left is kept for the race detector and the cases that start goroutines,
	raceRuns    = 6 // as their runs take as long as six runs of all cases without it, and the start of a process
)

// maxRaceRounds bounds the runs under the race detector, and the builds with it. Another one follows if one has
// found something: the detector reports a race once in a process, and one race may hide another.
const maxRaceRounds = 4

// verifyRace runs a suite that has passed the other checks under the race detector, until a run finds
// nothing. If the time is too short for that, it runs only the cases that start goroutines. If something
// fails, the remaining suite is checked once more without the detector: its text has changed. If there is no
// time for the detector, or it never ends finding, the cases in which it is likely to find something are
// dropped: they fail where a user has the time.
func (c *checker) verifyRace(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	for round := 1; len(suite.Funcs) > 0; round++ {
		part := suite
		why, err := c.awaitRace(ctx, raceFactor*c.buildTime+raceRuns*c.runTime), error(nil)
		if why == noRaceTime {
			if part, err = c.racePart(suite); err != nil {
				return nil, err
			}
			if len(part.Funcs) > 0 {
				why = c.awaitRace(ctx, c.partBuild(suite))
			}
		}
		if why == "" {
			err = c.runRace(ctx, suite, part)
			if err != nil && isTimeout(err) && !c.changed {
				why = noRaceTime
			}
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case why != "":
			c.findings = newFindings()
			c.giveUpRace(suite, why)
		case err != nil && !isTimeout(err):
			return nil, err
		}
		if !c.changed {
			break
		}
		if round == maxRaceRounds && c.report.Race {
			for _, index := range c.unraced(suite) {
				c.drop(suite, index, aRace, testgen.Races)
			}
		}
		if c.outOfTime() {
			return c.proveBySkipping(ctx, suite)
		}
		if suite, err = c.reprint(suite); err != nil {
			return nil, err
		}
		suite, err = c.settle(ctx, suite)
		if err != nil || !c.report.Race || round == maxRaceRounds {
			return suite, err
		}
	}
	return suite, nil
}

// withoutUnseen returns the suite without the cases whose timers may race with a test that puts package variables back.
func (c *checker) withoutUnseen(s *testgen.Suite) (*testgen.Suite, error) {
	c.findings = newFindings()
	for _, index := range c.those(s, func(one *testgen.Case) bool { return len(one.Timers) > 0 }) {
		if s.Funcs[index.fn].Restores || index.in(s).Outcome.Panic != testgen.Returned {
			c.drop(s, index, "a timer calls a function after it", testgen.Races)
		}
	}
	if !c.changed {
		return s, nil
	}
	return c.reprint(s)
}

// racePart returns the remaining cases that start goroutines.
func (c *checker) racePart(s *testgen.Suite) (*testgen.Suite, error) {
	return s.With(s.Without(func(one *testgen.Case) bool { return c.isDropped(one) || !starts(one) }), nil)
}

// partBuild returns how long it seems to take to build the cases that start goroutines with the race detector:
// half of a build is for the package.
func (c *checker) partBuild(s *testgen.Suite) time.Duration {
	all, part := c.remaining(s), c.those(s, starts)
	return time.Duration(raceFactor * (1 + float64(len(part))/float64(max(1, len(all)))) / 2 * float64(c.buildTime))
}

// planRace keeps time for the race detector and the cases that start goroutines, unless they need more than half
// of the time that is left, or leave less for the runs without it than the build took.
func (c *checker) planRace(s *testgen.Suite) {
	if c.raceTime = 0; !c.report.Race || c.opts.Hurried || c.opts.Deadline.IsZero() || len(c.unraced(s)) == 0 {
		return
	}
	c.raceTime = c.partBuild(s) + raceRuns*c.runTime + startupTime
	if time.Until(c.opts.Deadline) < raceDivisor*c.raceTime || time.Until(c.roundsEnd()) < c.buildTime {
		c.raceTime = 0
	}
}

// raceBySkipping runs the cases of a suite that start goroutines under the race detector, if there is time kept for that
// and all cases have passed without it, and drops those in which it finds something.
func (c *checker) raceBySkipping(ctx context.Context, s *testgen.Suite) error {
	if c.raceTime == 0 || c.leastPasses(s) == 0 {
		return nil
	}
	part, err := c.racePart(s)
	if err != nil || len(part.Funcs) == 0 || c.awaitRace(ctx, c.partBuild(s)) != "" {
		return err
	}
	found := c.findings
	timed, done := context.WithTimeout(ctx, c.raceTime)
	defer done()
	err = c.runRace(timed, s, part)
	raced := c.findings
	c.findings = found
	for _, index := range c.remaining(s) {
		if id := index.in(s).ID; raced.drops[id] || raced.weakened[id] != nil {
			c.drop(s, index, aRace, testgen.Races)
		}
	}
	if isTimeout(err) {
		return nil
	}
	return err
}

// giveUpRace does without the race detector. It drops the cases in which the detector is likely to find
// something, for want of time: those that leave goroutines running, and of those that start goroutines the ones that
// panic, or whose tests share memory with the goroutines: what they read, and package variables that they put back.
func (c *checker) giveUpRace(s *testgen.Suite, why string) {
	list := c.unraced(s)
	if len(list) == 0 && len(c.raceless) > 0 {
		return // it has looked in all cases that start goroutines
	}
	c.report.Race, c.report.RaceNote = false, cmp.Or(c.report.RaceNote, why)
	for _, index := range list {
		c.dropLate(s, index)
	}
}

// unraced lists the remaining cases in which the race detector is likely to find something, without those in which
// it has found nothing.
func (c *checker) unraced(s *testgen.Suite) []caseIndex {
	return slices.DeleteFunc(c.remaining(s), func(index caseIndex) bool {
		one := index.in(s)
		shared := one.Starts && (s.Funcs[index.fn].Restores || s.Views(index.fn, index.c) || one.Outcome.Panic != testgen.Returned)
		return !leaves(one) && !shared || c.raceless[one.ID]
	})
}

func starts(c *testgen.Case) bool { return c.Starts || leaves(c) }

// leaves reports whether a case leaves goroutines running.
func leaves(c *testgen.Case) bool { return len(c.Goroutines) > 0 }

// noRaceTime is the reason for checks without the race detector if time is short.
const noRaceTime = "there was no time left"

// awaitRace waits until the dependencies are compiled with the race detector. It returns the reason
// if less than need is left afterwards.
func (c *checker) awaitRace(ctx context.Context, need time.Duration) (why string) {
	latest := c.racesEnd()
	if !latest.IsZero() {
		latest = latest.Add(-need)
	}
	if c.opts.Hurried || !latest.IsZero() && !time.Now().Before(latest) {
		return noRaceTime
	}
	timed, cancel := WithDeadline(ctx, latest)
	defer cancel()
	select {
	case <-c.raceReady():
	case <-timed.Done():
		return "its first build was not over in time; the next call finds it in the build cache"
	}
	return ""
}

// raceReady is closed when the dependencies are compiled with the race detector.
func (c *checker) raceReady() <-chan struct{} {
	if c.opts.Race != nil {
		return c.opts.Race
	}
	ready := make(chan struct{})
	close(ready)
	return ready
}

// runRace builds a part of the suite with the race detector and runs it. A build that fails for a reason
// outside the emitted files ends the checks with the detector. The findings are about the suite.
func (c *checker) runRace(ctx context.Context, suite, part *testgen.Suite) error {
	if part != suite {
		defer func() {
			silenced := map[int][]oracle.Silenced{}
			for _, index := range c.remaining(part) {
				silenced[index.in(part).ID] = index.in(part).Silenced
			}
			for _, index := range c.remaining(suite) {
				if one := index.in(suite); c.weakened[one.ID] != nil {
					one.Silenced = silenced[one.ID]
				}
			}
		}()
	}
	ctx, cancel := WithDeadline(ctx, c.racesEnd())
	defer cancel()
	c.race, c.findings = true, newFindings()
	defer func() { c.race = false }()
	done := c.logStep("built the tests with the race detector")
	text, ok, err := c.compile(ctx, part)
	done()
	ours, _ := c.diagnostics(text)
	switch {
	case err != nil:
		return err
	case ok:
		return c.repeatRaces(ctx, part)
	case len(ours) > 0:
		return c.handleBuildFailure(part, text)
	}
	c.report.Race, c.report.RaceNote = false, cmp.Or(noRacePattern.FindString(text), "they do not build with it: "+firstErrorLine(text))
	return nil
}

// repeatRaces runs the tests of the last binary, without the cases that were dropped, until the runs find nothing
// new. It notes in which cases the race detector has found nothing. If time is short the first runs suffice, half as
// many as usual.
func (c *checker) repeatRaces(ctx context.Context, s *testgen.Suite) error {
	c.raceless = map[int]bool{}
	count := c.opts.Count
	if c.report.Late {
		count = max(1, count/2)
	}
	for range maxRaceRounds {
		before := len(c.drops) + len(c.weakened)
		if err := c.repeat(ctx, s, cleanSetting, count, c.runLimit); err != nil {
			if isTimeout(err) && len(c.raceless) > 0 {
				return nil
			}
			return err
		}
		for _, index := range c.remaining(s) {
			if id := index.in(s).ID; c.weakened[id] == nil {
				c.raceless[id] = true
			}
		}
		if len(c.drops)+len(c.weakened) == before {
			break
		}
	}
	return nil
}
