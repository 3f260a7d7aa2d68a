package kinds

import (
	"errors"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/task"
	subjects "nearmiss/internal/subject"
)

// towards opens a function of the fitnex subjects, and returns what a cell with so many runs measures.
func towards(t *testing.T, subject task.Options) func(strategy string, seed uint64, runs int) task.Measured {
	t.Helper()
	session, err := targetBranch().Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return func(strategy string, seed uint64, runs int) task.Measured {
		m, err := session.Run(t.Context(), task.Cell{
			Subject: subject, Arm: task.Options{"strategy": strategy}, Budget: task.Options{"runs": int64(runs)}, Seed: seed,
			Clock: func() time.Duration { return 0 },
		})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}

// The runs that the command before the campaigns counted, with the same seed and budget.
func TestTarget(t *testing.T) {
	run := towards(t, task.Options{"func": "./bench/subjects/fitnex/sixth.Suffixes"})
	for strategy, want := range map[string]float64{"pex": 21, "pex-without-fitnex": 300, "bfs": 500, "random": 500, "auto": 141} {
		n, reached := run(strategy, 1, 500).Numbers, 1.0
		if want == 500 {
			reached = 0
		}
		if n["runs"] != want || n["made"] != want || n["reached"] != reached || n["queries"] == 0 || n["mismatches"] != 0 {
			t.Errorf("%s: %v, want %v runs", strategy, n, want)
		}
	}
	if n := run("pex", 1, 20).Numbers; n["runs"] != 20 || n["reached"] != 0 {
		t.Errorf("20 runs: %v", n)
	}
	if n := run("pex", 1, 21).Numbers; n["runs"] != 21 || n["reached"] != 1 {
		t.Errorf("21 runs: %v", n)
	}
}

// A target that is named is searched for: x is 90 in the first run that flips the first condition.
func TestNamedTarget(t *testing.T) {
	subject := task.Options{"func": "./bench/subjects/fitnex.TestLoop", "target": "loops.go:5:5/T"}
	if n := towards(t, subject)("bfs", 1, 9).Numbers; n["reached"] != 1 || n["runs"] != 2 {
		t.Errorf("%v", n)
	}
	session, err := targetBranch().Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	subject["target"] = "loops.go:5:6/T"
	if _, err = session.Run(t.Context(), task.Cell{Subject: subject, Budget: task.Options{"runs": int64(9)}}); err == nil ||
		!strings.Contains(err.Error(), "no condition at loops.go:5:6") {
		t.Error(err)
	}
}

// A strategy that is said to draw nothing gives the same with any seed; random does not.
func TestTargetDraws(t *testing.T) {
	run := towards(t, task.Options{"func": "./bench/subjects/fitnex/sixth.IsoWeek"})
	kind := targetBranch()
	for strategy, want := range map[string]bool{"bfs": false, "dfs": false, "fifo": false, "fitnex": false, "random": true} {
		results := map[string]bool{}
		for seed := range uint64(12) {
			n := run(strategy, seed, 200).Numbers
			results[task.Options{"runs": n["runs"], "queries": n["queries"]}.String()] = true
		}
		if draws := kind.Draws(task.Options{"strategy": strategy}); draws != want || draws != (len(results) > 1) {
			t.Errorf("%s: draws %v, and has %d results", strategy, draws, len(results))
		}
	}
}

// A search ends when its processor time is used up.
func TestTargetClock(t *testing.T) {
	subject := task.Options{"func": "./bench/subjects/fitnex/sixth.Suffixes"}
	session, err := targetBranch().Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	m, err := session.Run(t.Context(), task.Cell{
		Subject: subject, Arm: task.Options{"strategy": "bfs"}, Budget: task.Options{"runs": int64(1 << 40), "cpu": "1s"}, Seed: 1,
		Clock: func() time.Duration { return time.Duration(time.Now().UnixNano()) * 100 }, // a second in 10 ms
	})
	if err != nil && !errors.Is(err, subjects.ErrTooSoon) || m.Numbers["made"] >= 1<<40 {
		t.Errorf("%v, %v", m.Numbers, err)
	}
	if err := targetBranch().Check(nil, task.Options{"cpu": "1s", "time": "1s"}); err == nil {
		t.Error("two clocks")
	}
}
