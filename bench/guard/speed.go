package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nearmiss/bench/internal/experiment"
)

// Each work is done in turn with each command: speedRounds times, and as often again, at most
// speedAgain times, while a rate seems to be worse than it may be.
const (
	speedRounds = 5
	speedAgain  = 3
	speedShare  = 0.1 // that a rate may be worse
)

// oldSuffix marks the rates of the old command.
const oldSuffix = ", old"

// A work is done by a command and says how fast that was, by the name of the rate; more is
// faster.
type work func(ctx context.Context, l *lab, tool string) (rates map[string]float64, err error)

func works() []work {
	return []work{evaluations("avm", 1_000_000), evaluations("ga", 200_000), randomPaths, bits}
}

// measureSpeed measures the rates of each work with both commands.
func measureSpeed(ctx context.Context, l *lab) (samples, error) {
	old, err := experiment.CommandOf(ctx, l.root, l.scratch, l.old)
	if err != nil {
		return nil, err
	}
	all := samples{}
	for _, do := range works() {
		rates, err := l.race(ctx, do, old)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, rates)
	}
	return all, nil
}

// race does a work with both commands until no rate is worse, or often enough.
func (l *lab) race(ctx context.Context, do work, old string) (samples, error) {
	s := samples{}
	for range speedAgain {
		for range speedRounds {
			for suffix, tool := range map[string]string{"": l.tool, oldSuffix: old} {
				rates, err := do(ctx, l, tool)
				if err != nil {
					return nil, err
				}
				for name, rate := range rates {
					s[name+suffix] = append(s[name+suffix], rate)
				}
			}
		}
		lines := judgeSpeed(nil, s)
		for _, r := range lines {
			l.say("speed: %s: %.4g, and %.4g by the old command", r.what, r.now, r.stored)
		}
		if !slices.ContainsFunc(lines, func(r line) bool { return r.verdict == worse }) {
			break
		}
	}
	return s, nil
}

// evaluations is the rate of a published search on the triangle, which has branches that it
// does not find, so that the budget is used up.
func evaluations(algo string, evals int) work {
	return func(ctx context.Context, l *lab, tool string) (map[string]float64, error) {
		var c coverage
		err := run(ctx, l.subjects, tool, &c, "cover", "-paper", "-algo", algo, "-fitness", "standard", "-parallel", "1",
			"-evals", fmt.Sprint(evals), "-func", "^Triangle$", "./triangle")
		if err != nil {
			return nil, err
		}
		f := c.Packages[0].Functions[0]
		return map[string]float64{"evaluations a second, " + algo: 1000 * f.Evaluations / f.ElapsedMS}, nil
	}
}

// randomPaths takes random paths of the quicksort of 100 numbers: the rate of the executor
// without the solver, and that of the solver. A path has about as many statements as a typical
// input executes.
func randomPaths(ctx context.Context, l *lab, tool string) (map[string]float64, error) {
	var w worstCase
	err := run(ctx, l.subjects, tool, &w, "worst", "-algo", "rand", "-size", "100", "-paths", "3000", "./ese.QuicksortJDK")
	return map[string]float64{
		"statements a second, executor":   1000 * w.Paths * w.Cost.Typical / (w.ElapsedMS - w.SolverMS),
		"questions a second, comparisons": 1000 * w.Queries / w.SolverMS,
	}, err
}

// bitSubjects have conditions with products, remainders and shifts.
var bitSubjects = []string{"./fitnex.Allocate", "./fitnex/fourth.Emirp", "./fitnex/fourth.Order"}

// bits is the rate of questions about arithmetic that wraps.
func bits(ctx context.Context, l *lab, tool string) (map[string]float64, error) {
	var queries, ms float64
	for _, fn := range bitSubjects {
		var e exploration
		if err := run(ctx, l.subjects, tool, &e, "explore", "-strategy", "bfs", "-runs", "300", fn); err != nil {
			return nil, err
		}
		queries, ms = queries+e.Queries, ms+e.SolverMS
	}
	return map[string]float64{"questions a second, arithmetic": 1000 * queries / ms}, nil
}

// judgeSpeed compares the medians of both commands, which ran in turn: what is stored was
// measured on another day.
func judgeSpeed(_, now samples) []line {
	var lines []line
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if !strings.HasSuffix(name, oldSuffix) {
			lines = append(lines, loss(name, experiment.Median(now[name+oldSuffix]), experiment.Median(now[name]), speedShare, 0))
		}
	}
	return lines
}
