package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nearmiss/bench/clocked"
	"nearmiss/bench/internal/experiment"
)

const (
	clockTime  = time.Minute // of a call
	clockSeeds = 3
	clockShare = 0.03 // of the branches of a package that may be lost, as means over the seeds
)

// clockModules are widely used packages; two have over 2 000 branches.
var clockModules = []string{"cobra", "viper", "client_golang", "zapcore", "logrus", "rrule-go", "nats.go", "go-redis"}

// unevaluated marks the functions without an evaluation.
const unevaluated = ", functions without an evaluation"

// measureClock counts the branches that written tests take, with both commands in turn.
func measureClock(ctx context.Context, l *lab) (samples, error) {
	old, err := experiment.CommandOf(ctx, l.root, l.scratch, l.old)
	if err != nil {
		return nil, err
	}
	s := samples{}
	for _, m := range clocked.Modules {
		name := m.Name + " " + m.Package
		if !slices.ContainsFunc(clockModules, func(part string) bool { return strings.Contains(name, part) }) || !l.match.MatchString(name) {
			continue
		}
		place, err := clocked.Copy(ctx, l.scratch, m)
		if err != nil {
			return nil, err
		}
		for _, seed := range l.many(clockSeeds) {
			for _, c := range []struct{ suffix, tool string }{{oldSuffix, old}, {"", l.tool}} {
				row, err := clocked.Cover(ctx, place, c.tool, "", clockTime, seed)
				if err != nil {
					return nil, err
				}
				s[name+c.suffix] = append(s[name+c.suffix], float64(row.Written))
				s[name+unevaluated+c.suffix] = append(s[name+unevaluated+c.suffix], float64(row.Unevaluated))
				l.say("clock: %s%s seed %d: %d of %d branches, %d of %d functions without an evaluation %s",
					name, c.suffix, seed, row.Written, row.Branches, row.Unevaluated, row.Functions, row.Said)
			}
		}
	}
	return s, nil
}

// judgeClock allows a package to lose a few branches beside what the old command takes in the
// same run, the sum none, and no function to go without an evaluation.
func judgeClock(_, now samples) []line {
	var lines []line
	var before, after float64
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if strings.HasSuffix(name, oldSuffix) {
			continue
		}
		a, b := mean(now[name+oldSuffix]), mean(now[name])
		if strings.HasSuffix(name, unevaluated) {
			lines = append(lines, compare(name, a, b, "none", b == 0))
			continue
		}
		before, after = before+a, after+b
		lines = append(lines, loss(name, a, b, clockShare, 0))
	}
	return append(lines, fewest(fmt.Sprintf("branches written in %s, sum", clockTime), before, after))
}
