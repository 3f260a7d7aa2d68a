package cover

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

const trialSource = `package p

func F(x int32, e float64, s string) int {
	if x > 0 {
		if x < 0 {
			return 1
		}
		if x == 1234 && e < 0 {
			return 2
		}
	}
	if s == "abc" {
		return 3
	}
	return 4
}
`

// A branchTrial is the result of a search for one branch.
type branchTrial struct {
	Branch      string
	Found       bool
	Evaluations uint64 // spent on this branch
}

// searchEach searches the packages once for each trial, as cover does, and calls each with the results.
func searchEach(ctx context.Context, opt Options, trials []Trial, each func(Trial, []branchTrial)) error {
	for _, x := range trials {
		opt.Seed, opt.Algo, opt.Fitness, opt.Paper = x.Seed, x.Algo, x.Fitness, x.Paper
		s, err := openSession(ctx, opt)
		if err != nil {
			return err
		}
		err = s.search(ctx)
		var list []branchTrial
		for _, u := range s.units {
			for _, g := range u.goals {
				list = append(list, branchTrial{u.graph.BranchName(g.branch), g.found != nil, g.used})
			}
		}
		s.close()
		if err != nil {
			return err
		}
		each(x, list)
	}
	return nil
}

func trialPackage(t *testing.T) string { return moduleOf(t, trialSource) }

func moduleOf(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Branches of a function that F returns are searched for with calls of that function in each search.
func TestSingleOfReturnedFunctions(t *testing.T) {
	alone(t)
	const source = `package p

func F() func(x int8) int {
	return func(x int8) int {
		if x == 7 {
			return 1
		}
		return 2
	}
}
`
	o, err := OpenSingle(t.Context(), Options{Common: subject.Common{Dir: moduleOf(t, source)}, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for range 2 {
		for _, branch := range []string{"p.go:5:6/F", "p.go:5:6/T"} {
			trial := Trial{Seed: 1, Algo: "avm", Fitness: "standard", Paper: true}
			r, err := o.Search(t.Context(), Aim{Branch: branch, Trial: trial, Evaluations: 2000})
			if err != nil || !r.Found {
				t.Errorf("%s: %+v; %v", branch, r, err)
			}
		}
	}
}

// Published is: AVM from random starts in the declared domain with one
// fitness, the whole budget for each branch, and nothing else.
func TestPaperJobs(t *testing.T) {
	alone(t)
	opt := Options{Common: subject.Common{Dir: trialPackage(t), Seed: 3}, Patterns: []string{"."}, Paper: true}.withDefaults()
	s, err := newSession(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.ready(t)
	u := s.units[0]
	u.funcs[0].seeds.Ints = []int64{1234}
	seeds := map[uint64]bool{}
	tasks := s.paperJobs(t.Context(), u)
	if len(tasks) != len(u.goals) {
		t.Errorf("%d jobs for %d branches", len(tasks), len(u.goals))
	}
	for _, task := range tasks {
		j := *task.SearchJob
		seeds[j.Seed] = true
		if j.Target.Branch != task.goal.branch || len(j.Target.Nodes) == 0 || len(j.Signature.Params) != 3 {
			t.Errorf("target %+v of branch %d", j.Target, task.goal.branch)
		}
		for _, n := range j.Target.Nodes {
			if n.Program != nil && len(n.Program.First) == 0 {
				t.Errorf("branch %d: an empty program", j.Target.Branch)
			}
		}
		j.Target, j.Signature, j.Seed = worker.Target{}, nil, 0
		want := worker.SearchJob{
			Algorithm: worker.AVM, Modes: []search.Mode{search.Symbolic}, Paper: true,
			Evaluations: 100_000, Limits: input.Limits{Finite: true},
		}
		if !reflect.DeepEqual(j, want) {
			t.Errorf("branch %d:\n got %+v\nwant %+v", task.goal.branch, j, want)
		}
	}
	if len(seeds) != len(tasks) {
		t.Errorf("%d seeds for %d jobs", len(seeds), len(tasks))
	}
}

// The published method compares floats; exact distances are a factor that is asked for.
func TestExactDistancesOfThePublishedMethod(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want bool
	}{{Options{Paper: true}, false}, {Options{Paper: true, Exact: true}, true}, {Options{}, true}} {
		if got := c.opt.method().lexicographic; got != c.want {
			t.Errorf("paper %v, exact %v: exact distances break ties: %v", c.opt.Paper, c.opt.Exact, got)
		}
	}
}
