package experiment_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"nearmiss/bench/internal/experiment"
	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/load"
)

// No test that the standard library has for a package takes a branch that is
// proved infeasible. NEARMISS_PACKAGES names other packages.
func TestOwnTestsTakeNoProvedBranch(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the tests of several packages")
	}
	paths, proofs := "strconv text/template/parse", 0
	if more := os.Getenv("NEARMISS_PACKAGES"); more != "" {
		paths = more
	}
	ctx := context.Background()
	for path := range strings.FieldsSeq(paths) {
		pkgs, err := load.Load(ctx, ".", load.Options{}, path)
		if err != nil {
			t.Fatal(err)
		}
		p := cfg.Build(pkgs[0].Source)
		proved := map[string]bool{}
		for _, f := range p.Funcs {
			a := fitness.New(p, f, fitness.Options{})
			for _, c := range f.Conds {
				for _, outcome := range []bool{false, true} {
					if of, err := a.Target(c.Branch(outcome)); err == nil && of.Infeasible {
						proved[p.BranchName(of.Branch)] = true
					}
				}
			}
		}
		proofs += len(proved)
		v, err := experiment.Judge(ctx, experiment.Probes, pkgs[0], t.TempDir(), experiment.Set{Name: "own"})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, b := range v.Branches {
			if proved[b.Name()] && b.Taken[0] {
				t.Errorf("%s: %s  %s  is taken, and proved infeasible", path, b.Name(), b.Text)
			}
		}
		if v.Count(0) == 0 {
			t.Errorf("%s: its tests take no branch", path)
		}
		t.Logf("%s: %d branches, %d taken, %d proved infeasible %s", path, len(v.Branches), v.Count(0), len(proved), strings.Join(v.Notes, "; "))
	}
	if proofs == 0 {
		t.Errorf("no branch of %s is proved infeasible", paths)
	}
}
