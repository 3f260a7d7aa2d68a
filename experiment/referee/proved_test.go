package referee

import (
	"context"
	"os"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/experiment/place"
	"nearmiss/fitness"
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
		copied, err := place.Copy(ctx, t.TempDir(), "", path)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := copied.Load(ctx)
		if err != nil {
			t.Fatal(err)
		}
		p := cfg.Build(pkg.Source)
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
		v, err := Probes(ctx, copied)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for b := range proved {
			if _, known := v.Taken[b]; !known || v.Taken[b] {
				t.Errorf("%s: %s is proved infeasible: known to the referee %v, taken %v", path, b, known, v.Taken[b])
			}
		}
		if v.Count() == 0 {
			t.Errorf("%s: its tests take no branch", path)
		}
		t.Logf("%s: %d branches, %d taken, %d proved infeasible %s", path, len(v.Taken), v.Count(), len(proved), v.Said)
	}
	if proofs == 0 {
		t.Errorf("no branch of %s is proved infeasible", paths)
	}
}
