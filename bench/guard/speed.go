package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// speedRounds is how often each work is done with each command.
const speedRounds = 5

// A work is done by a command and says how fast it was; more is faster.
type work struct {
	name string
	rate func(ctx context.Context, l *lab, tool string) (float64, error)
}

func works() []work {
	return []work{
		{"evaluations a second, AVM", evaluations("avm", 1_000_000)},
		{"evaluations a second, GA", evaluations("ga", 200_000)},
		{"statements a second of the executor", statements},
		{"questions a second, comparisons", questions},
		{"questions a second, bits", bits},
	}
}

// measureSpeed does each work with both commands in turn. Rates are by name, those of the
// old command with "old" behind it.
func measureSpeed(ctx context.Context, l *lab) (samples, error) {
	old, err := l.oldTool(ctx)
	if err != nil {
		return nil, err
	}
	s := samples{}
	for _, w := range works() {
		for range speedRounds {
			for _, side := range []struct{ name, tool string }{{w.name, l.tool}, {w.name + oldSuffix, old}} {
				r, err := w.rate(ctx, l, side.tool)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", side.name, err)
				}
				s[side.name] = append(s[side.name], r)
			}
		}
		l.say("speed: %s: %.4g, %.4g by the old command", w.name, median(s[w.name]), median(s[w.name+oldSuffix]))
	}
	return s, nil
}

const oldSuffix = ", old"

// bitSubjects have conditions with products, remainders and shifts.
var bitSubjects = []string{"./fitnex.Allocate", "./fitnex/fourth.Emirp", "./fitnex/fourth.Order"}

// oldTool returns the old command, which is built if a revision names it.
func (l *lab) oldTool(ctx context.Context) (string, error) {
	if info, err := os.Stat(l.old); err == nil && info.Mode().IsRegular() {
		return filepath.Abs(l.old)
	}
	dir := filepath.Join(l.scratch, "old")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	archive := filepath.Join(dir, "sources.tar")
	tool := filepath.Join(dir, "nearmiss")
	for _, step := range []struct {
		dir     string
		command []string
	}{
		{l.root, []string{"git", "archive", "-o", archive, l.old}},
		{dir, []string{"tar", "-xf", archive}},
		{dir, []string{"go", "build", "-o", tool + ".bin", "./cmd/nearmiss"}},
	} {
		if _, err := output(ctx, step.dir, step.command...); err != nil {
			return "", fmt.Errorf("the old command: %w", err)
		}
	}
	return tool + ".bin", nil
}

// evaluations is the rate of a published search on the triangle, which has branches that it
// does not find, so that the budget is used up.
func evaluations(algo string, evals int) func(context.Context, *lab, string) (float64, error) {
	return func(ctx context.Context, l *lab, tool string) (float64, error) {
		var c coverage
		err := run(ctx, l.subjects, tool, &c, "cover", "-paper", "-algo", algo, "-fitness", "standard", "-parallel", "1",
			"-evals", fmt.Sprint(evals), "-func", "^Triangle$", "./triangle")
		if err != nil {
			return 0, err
		}
		f := c.Packages[0].Functions[0]
		return 1000 * f.Evaluations / f.ElapsedMS, nil
	}
}

// randomPaths takes random paths of the quicksort of 100 numbers.
func randomPaths(ctx context.Context, l *lab, tool string) (w worstCase, err error) {
	err = run(ctx, l.subjects, tool, &w, "worst", "-algo", "rand", "-size", "100", "-paths", "3000", "./ese.QuicksortJDK")
	return w, err
}

// statements is the rate of the executor without the solver. A path has about as many as a
// typical input executes.
func statements(ctx context.Context, l *lab, tool string) (float64, error) {
	w, err := randomPaths(ctx, l, tool)
	return 1000 * w.Paths * w.Cost.Typical / (w.ElapsedMS - w.SolverMS), err
}

func questions(ctx context.Context, l *lab, tool string) (float64, error) {
	w, err := randomPaths(ctx, l, tool)
	return 1000 * w.Queries / w.SolverMS, err
}

// bits is the rate of questions with arithmetic that wraps, which go to bit-vectors.
func bits(ctx context.Context, l *lab, tool string) (float64, error) {
	var queries, ms float64
	for _, fn := range bitSubjects {
		var e exploration
		if err := run(ctx, l.subjects, tool, &e, "explore", "-strategy", "bfs", "-runs", "300", fn); err != nil {
			return 0, err
		}
		queries, ms = queries+e.Queries, ms+e.SolverMS
	}
	return 1000 * queries / ms, nil
}

// judgeSpeed compares the medians of both commands, which ran in turn: what is stored was
// measured on another day.
func judgeSpeed(_, now samples) []line {
	var lines []line
	for _, w := range works() {
		lines = append(lines, loss(w.name, median(now[w.name+oldSuffix]), median(now[w.name]), 0.1, 0))
	}
	return lines
}
