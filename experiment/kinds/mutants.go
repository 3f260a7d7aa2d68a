package kinds

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/experiment/mutants"
	"nearmiss/experiment/task"
)

// mutation is how many small changes of a package a set of tests notices.
func mutation() *task.Kind {
	return &task.Kind{
		Name: "mutants", Doc: "small changes of a package that its tests notice, by gremlins",
		Subject: packageOptions,
		Arm:     append([]task.Option{testsOption(emitted, own)}, callOptions...),
		Budget:  []task.Option{callTime},
		Measures: []task.Measure{
			{Name: "mutants", Doc: "changes"},
			{Name: "killed", Doc: "changes with which a test fails"},
			{Name: "timed_out", Doc: "changes with which the tests do not end in time"},
			{Name: "lived", Doc: "changes with which the tests pass"},
			{Name: "not_covered", Doc: "changes of code that no test runs"},
			{Name: "coverage", Doc: "percentage of the changes in code that some test runs"},
			{Name: "efficacy", Doc: "percentage of these that are killed or time out"},
			{Name: "score", Doc: "percentage of all changes that are killed or time out"},
			{Name: "per_second", Doc: "changes in code that some test runs that the referee tries in a second"},
			{Name: "cover_per_second", Doc: "changes that cover tries in a second with the same tests and fewer: runs, without its builds; of emitted"},
		},
		Draws: ownDrawNothing,
		Open: func(ctx context.Context, dir string, s task.Options) (task.Session, error) {
			p, err := openPackage(ctx, dir, s)
			if err != nil {
				return nil, err
			}
			return &mutantSession{p}, nil
		},
	}
}

// A mutantSession is a copy of a package.
type mutantSession struct{ *packageSession }

// Run implements task.Session.
func (s *mutantSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	var r *call
	if c.Arm.Text("tests") == own {
		err = s.place.Restore()
	} else {
		r, err = s.call(ctx, c, "-v")
	}
	if err != nil {
		return m, err
	}
	found, took, err := mutants.Run(ctx, s.place)
	if err != nil {
		return m, err
	}
	count := func(status string) float64 { return float64(len(found[status])) }
	killed, lived, none := count(mutants.Killed)+count(mutants.TimedOut), count(mutants.Lived), count(mutants.NotCovered)
	all := killed + lived + none
	m.Numbers = map[string]float64{
		"mutants": all, "killed": count(mutants.Killed), "timed_out": count(mutants.TimedOut), "lived": lived, "not_covered": none,
		"coverage": percent(all-none, all), "efficacy": percent(killed, all-none), "score": percent(killed, all),
		"per_second": (all - none) / took.Seconds(),
	}
	if r != nil {
		if n := r.changesPerSecond(); n > 0 {
			m.Numbers["cover_per_second"] = n
		}
	}
	return m, s.keep(c, map[string]string{"lived.txt": strings.Join(slices.Sorted(slices.Values(found[mutants.Lived])), "\n")})
}

// percent returns a part of all in percent, 0 of nothing.
func percent(part, all float64) float64 { return 100 * part / max(1, all) }

var changesRun = regexp.MustCompile(`(?m)with (\d+) changes of the code, in (\S+)$`)

// changesPerSecond returns how many changes of the code a call has run tests with in a second, by what -v says; 0 of none.
func (r *call) changesPerSecond() float64 {
	changes, seconds := 0.0, 0.0
	for _, m := range changesRun.FindAllStringSubmatch(r.said, -1) {
		n, _ := strconv.ParseFloat(m[1], 64)
		took, _ := time.ParseDuration(m[2])
		changes, seconds = changes+n, seconds+took.Seconds()
	}
	return changes / max(seconds, 1e-3)
}
