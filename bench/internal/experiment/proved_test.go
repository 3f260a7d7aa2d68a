package experiment_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"nearmiss/bench/internal/experiment"
	"nearmiss/cfg"
	"nearmiss/internal/effects"
	"nearmiss/internal/load"
)

// No test that the standard library has for a package takes a branch that is
// proved infeasible. NEARMISS_PACKAGES names other packages.
func TestOwnTestsTakeNoProvedBranch(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the tests of several packages")
	}
	paths := "path text/scanner encoding/csv"
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
		proved := map[string]string{}
		for b, why := range effects.Infeasible(p) {
			proved[p.BranchName(b)] = why
		}
		v, err := experiment.Judge(ctx, experiment.Probes, pkgs[0], t.TempDir(), experiment.Set{Name: "own"})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, b := range v.Branches {
			if why := proved[b.Name()]; why != "" && b.Taken[0] {
				t.Errorf("%s: %s  %s  is taken, and proved infeasible: %s", path, b.Name(), b.Text, why)
			}
		}
		if v.Count(0) == 0 {
			t.Errorf("%s: its tests take no branch", path)
		}
		t.Logf("%s: %d branches, %d taken, %d proved infeasible %s", path, len(v.Branches), v.Count(0), len(proved), strings.Join(v.Notes, "; "))
	}
}
