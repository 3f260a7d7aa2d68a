package kinds

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"time"

	"nearmiss/experiment/rerun"
	"nearmiss/experiment/task"
	"nearmiss/internal/report"
)

// coverage is one call of nearmiss cover on a package, as a user would who has written no tests yet: the package is copied
// with its module, its own tests are removed, and tests are written beside it. With runs they are run as a user runs
// them, and in ways in which the tool has not run them.
func coverage() *task.Kind {
	return &task.Kind{
		Name: "cover", Doc: "write tests for a package of another module, and run them",
		Subject: packageOptions,
		Arm:     callOptions,
		Budget: []task.Option{
			callTime,
			{Name: "runs", Type: task.Int, Least: 1, Doc: "plain runs of the written tests, beside those in other ways; none by default"},
		},
		Measures: []task.Measure{
			{Name: "branches", Doc: "branches of all functions"},
			{Name: "found", Doc: "branches that some run takes"},
			{Name: "written", Doc: "branches that a written test takes"},
			{Name: "withheld", Doc: "branches that some run takes and no written test, with a reason"},
			{Name: "statements", Doc: "percentage of the statements that the written tests cover; no such percentages of packages that cannot be built outside of the standard library"},
			{Name: "own", Doc: "percentage of the statements that the package's own tests cover"},
			{Name: "ahead", Doc: "statements less own"},
			{Name: "tests", Doc: "written cases"},
			{Name: "acting", Doc: "cases withheld because they act"},
			{Name: "unevaluated", Doc: "functions that were searched without an evaluation"},
			{Name: "took_s", Doc: "seconds of the call without those for dependencies"},
			{Name: "late_s", Doc: "took_s less the time of the call"},
			{Name: "dependencies_s", Doc: "seconds in which dependencies were built first, 0 if the build cache has them"},
			{Name: "megabytes", Doc: "resident memory of nearmiss, at most; on Linux"},
			{Name: "lines", Doc: "lines of the written tests a line of the package"},
			{Name: "test_lines", Doc: "lines of the written tests"},
			{Name: "code_lines", Doc: "lines of the package"},
			{Name: "failures", Doc: "runs of the written tests that fail: plain, each case alone, shuffled, elsewhere, under the race detector, vetted for other platforms, at other times; with runs"},
			{Name: "area", Doc: "branches found, mean over the seconds of the call"},
			{Name: "curve", Curve: true, Doc: "branches found over seconds, as the command says them every three seconds"},
		},
		Expand: expandPackages,
		Open:   openCoverage,
	}
}

// A coverSession is a copy of a package.
type coverSession struct {
	*packageSession
	own float64 // percentage of the statements that its own tests cover
}

func openCoverage(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	p, err := openPackage(ctx, dir, s)
	if err != nil {
		return nil, err
	}
	if p.place.Std != "" {
		return &coverSession{packageSession: p}, nil
	}
	return &coverSession{p, p.place.Coverage(ctx)}, nil
}

// Run implements task.Session.
func (s *coverSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	inside, runs := s.place.Std != "", c.Budget.Int("runs")
	if inside && runs > 0 {
		return m, errors.New("the package cannot be built outside of the standard library, where its tests would run")
	}
	r, err := s.call(ctx, c)
	if err != nil {
		return m, err
	}
	tests, code := s.place.Lines()
	n := map[string]float64{
		"branches": float64(r.Totals.Branches), "found": float64(r.Totals.Account.Found), "written": float64(r.Totals.Account.Written),
		"withheld": 0, "acting": 0, "tests": 0, "unevaluated": 0,
		"took_s": r.took.Seconds(), "late_s": (r.took - c.Budget.Duration("time")).Seconds(), "dependencies_s": r.dependencies.Seconds(),
		"megabytes": r.megabytes, "lines": float64(tests) / float64(max(1, code)), "test_lines": float64(tests), "code_lines": float64(code),
	}
	if !inside {
		n["statements"], n["own"] = s.place.Coverage(ctx), s.own
		n["ahead"] = n["statements"] - n["own"]
	}
	for _, w := range r.Totals.Account.Withheld {
		if n["withheld"] += float64(w.Branches); w.How != "" {
			n["acting"] += float64(w.Cases)
		}
	}
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			n["tests"] += float64(len(f.Tests))
			if f.Status == report.Searched && f.Evaluations == 0 {
				n["unevaluated"]++
			}
		}
	}
	if runs > 0 {
		failed, said, err := rerun.Failures(ctx, s.place, runs)
		if err != nil {
			return m, err
		}
		if n["failures"] = float64(failed); failed > 0 {
			err = s.keep(c, map[string]string{"failures.txt": said, "call.json": r.text})
		}
		if err != nil {
			return m, err
		}
	}
	curve := foundOver(r.said, min(r.took, c.Budget.Duration("time")), n["found"])
	n["area"] = meanOver(curve)
	m.Numbers, m.Curves = n, map[string]task.Curve{"curve": curve}
	return m, ctx.Err()
}

var coverProgress = regexp.MustCompile(`cover: elapsed: (\S+), .*branches: (\d+)/`)

// foundOver returns how many branches a call had found at what time, by its lines of progress, from 0 to its end.
func foundOver(said string, end time.Duration, found float64) task.Curve {
	curve := task.Curve{{0, 0}}
	for _, m := range coverProgress.FindAllStringSubmatch(said, -1) {
		at, err := time.ParseDuration(m[1])
		n, notNumber := strconv.ParseFloat(m[2], 64)
		if last := curve[len(curve)-1]; err == nil && notNumber == nil && at < end && n > last[1] {
			curve = append(curve, [2]float64{at.Seconds(), n})
		}
	}
	return append(curve, [2]float64{end.Seconds(), found})
}

// meanOver returns the mean height of a staircase.
func meanOver(c task.Curve) (sum float64) {
	for i, p := range c[1:] {
		sum += c[i][1] * (p[0] - c[i][0])
	}
	return sum / max(c[len(c)-1][0], 1e-9)
}
