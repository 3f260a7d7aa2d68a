package testcheck

import (
	"cmp"
	"context"
	"go/build"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"nearmiss/internal/load"
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

// A build with the race detector takes up to raceFactor times as long as one without.
const raceFactor = 2

// maxRaceRounds bounds the runs under the race detector. Another one follows if one has found
// something: the detector reports a race once in a process, and one race may hide another.
const maxRaceRounds = 4

// verifyRace runs a suite that has passed the other checks under the race detector, until a run finds
// nothing. If the time is too short for that, it runs only the cases that start goroutines. If something fails, the remaining suite is checked once more without the detector: its text
// has changed. If there is no time for the detector, or it never ends finding, the cases in which it may
// find something are dropped: they fail where a user has the time.
func (c *checker) verifyRace(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	for round := 1; len(suite.Funcs) > 0; round++ {
		part := suite
		why, err := c.awaitRace(ctx, raceFactor+1), error(nil) // for this build, and for another one if a case fails
		if why == noRaceTime {
			if part, err = suite.With(suite.Without(func(i, j int) bool { return !starts(&suite.Funcs[i].Cases[j]) }), nil); err != nil {
				return nil, err
			}
			why = c.awaitRace(ctx, 1+share(part, suite))
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
			for _, index := range c.starting(suite) {
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

// withoutRaceOff returns the suite without the cases that leave the race detector off, in which later
// tests would fail.
func (c *checker) withoutRaceOff(s *testgen.Suite) (*testgen.Suite, error) {
	c.findings = newFindings()
	for _, index := range c.remaining(s) {
		if s.Funcs[index.fn].Cases[index.c].RaceOff {
			c.drop(s, index, "it panics in package sync, which leaves the race detector off", testgen.Races)
		}
	}
	if !c.changed {
		return s, nil
	}
	return c.reprint(s)
}

// share returns the share of the cases of a suite that a part of it has.
func share(part, suite *testgen.Suite) float64 {
	return float64(len((&findings{}).remaining(part))) / float64(len((&findings{}).remaining(suite)))
}

// giveUpRace does without the race detector. It drops the cases in which the detector may find
// something, for want of time.
func (c *checker) giveUpRace(s *testgen.Suite, why string) {
	c.report.Race, c.report.RaceNote = false, why
	for _, index := range c.starting(s) {
		c.dropLate(s, index)
	}
}

// starting lists the remaining cases that start goroutines.
func (c *checker) starting(s *testgen.Suite) []caseIndex {
	return slices.DeleteFunc(c.remaining(s), func(index caseIndex) bool { return !starts(&s.Funcs[index.fn].Cases[index.c]) })
}

func starts(c *testgen.Case) bool { return c.Starts || len(c.Goroutines) > 0 }

// leaving lists the remaining cases that leave goroutines running.
func (c *checker) leaving(s *testgen.Suite) []caseIndex {
	return slices.DeleteFunc(c.remaining(s), func(index caseIndex) bool {
		return len(s.Funcs[index.fn].Cases[index.c].Goroutines) == 0
	})
}

// noRaceTime is the reason for checks without the race detector if time is short.
const noRaceTime = "there was no time left"

// awaitRace waits until the dependencies are compiled with the race detector. It returns the reason
// if there is no time afterwards for builds that take so many times as long as the last one.
func (c *checker) awaitRace(ctx context.Context, builds float64) (why string) {
	latest := c.opts.Deadline
	if !latest.IsZero() {
		latest = latest.Add(-time.Duration(builds * float64(c.buildTime)))
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
		passed := maps.Clone(c.passed) // the cases may have other names in the part
		defer func() {
			c.passed = passed
			c.findings = c.findings.about(part, suite)
		}()
	}
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
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
		return c.repeat(ctx, part, cleanSetting, c.opts.Count, c.runLimit)
	case len(ours) > 0:
		return c.handleBuildFailure(part, text)
	}
	c.report.Race, c.report.RaceNote = false, cmp.Or(noRacePattern.FindString(text), "they do not build with it: "+firstErrorLine(text))
	return nil
}
