package kinds

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"

	"nearmiss/bench/subjects/fitnex/list"
	"nearmiss/ese"
	"nearmiss/experiment/task"
	"nearmiss/internal/explore"
	"nearmiss/internal/load"
)

// targetBranch is the search of package explore for an input that takes one branch of a function.
func targetBranch() *task.Kind {
	return &task.Kind{
		Name: "target", Doc: "dynamic symbolic execution towards one branch of a function",
		Subject: []task.Option{
			{Name: "func", Required: true, Doc: "function, named as for nearmiss explore, from the directory dir"},
			{Name: "target", Late: true, Silent: true, Doc: "branch, as loops.go:11:6/T; by default that of the function's only return true"},
		},
		Arm: []task.Option{
			{Name: "strategy", Required: true, Values: explore.Strategies(), Doc: "order in which branches are flipped"},
			{Name: "solver", Values: explore.Solvers(), Doc: "solver of path conditions; embedded by default"},
			{Name: "bound", Type: task.Int, Least: 1, Doc: "most elements of a text, list or map"},
		},
		Budget: append([]task.Option{
			{Name: "runs", Type: task.Int, Least: 1, Required: true, Doc: "runs of the function"},
		}, clocks...),
		Measures: []task.Measure{
			{Name: "reached", Doc: "1 if a run took the branch, else 0"},
			{Name: "runs", Doc: "runs until the branch was taken, else the budget", Censored: "reached"},
			{Name: "made", Doc: "runs of the whole search"},
			{Name: "queries", Doc: "questions to the solver"},
			{Name: "solver_ms", Doc: "time in the solver"},
			{Name: "strategy_ms", Doc: "time in the strategy"},
			{Name: "mismatches", Doc: "inputs that took the branch in one of executor and machine code alone"},
		},
		Draws: func(arm task.Options) bool {
			return !slices.Contains([]string{"bfs", "dfs", "fifo", "fitnex"}, arm.Text("strategy"))
		},
		Check: checkClocks,
		Find:  findFuncs,
		Open: func(ctx context.Context, dir string, s task.Options) (task.Session, error) {
			o := explore.Options{Func: s.Text("func")}
			o.Dir = dir
			session, err := explore.Open(ctx, o)
			if err != nil {
				return nil, err
			}
			return &targetSession{session, dir}, nil
		},
	}
}

// A targetSession searches in one function.
type targetSession struct {
	session *explore.Session
	dir     string
}

func (t *targetSession) Close() error {
	t.session.Close()
	return nil
}

// Run implements task.Session.
func (t *targetSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	branch := c.Subject.Text("target")
	if branch == "" {
		if branch, err = onlyTarget(t.dir, c.Subject.Text("func")); err != nil {
			return m, err
		}
	}
	o := explore.Options{
		Strategy: c.Arm.Text("strategy"), Targets: []string{branch}, Runs: c.Budget.Int("runs"), Bound: c.Arm.Int("bound"),
		Solver: cmp.Or(c.Arm.Text("solver"), "embedded"), // the same on each machine
	}
	o.Seed, o.Time = c.Seed, c.Budget.Duration("time")
	bounded := ctx
	if most := c.Budget.Duration("cpu"); most > 0 {
		var end context.CancelFunc
		bounded, end = ese.WithClockLimit(ctx, most, c.Clock)
		defer end()
	}
	r, err := t.session.Search(bounded, o)
	if r == nil {
		return m, err
	}
	found := r.Targets[0]
	reached, runs := 0.0, o.Runs
	if found.Runs > 0 {
		reached, runs = 1, found.Runs
	}
	m.Numbers = map[string]float64{
		"reached": reached, "runs": float64(runs), "made": float64(r.Runs), "queries": float64(r.Queries),
		"solver_ms": float64(r.SolverMS), "strategy_ms": float64(r.StrategyMS), "mismatches": float64(r.Mismatches),
	}
	return m, err
}

// onlyTarget returns the branch before the only return true of a function.
func onlyTarget(dir, name string) (string, error) {
	pattern, local, err := load.ParseName(name)
	if err != nil {
		return "", err
	}
	return list.Target(os.DirFS(filepath.Join(dir, pattern)), local)
}
