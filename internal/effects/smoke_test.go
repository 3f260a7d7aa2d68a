package effects

import (
	"context"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// Over real code the analysis ends, and gives a reason for every proof.
func TestInfeasibleStandardLibrary(t *testing.T) {
	paths := []string{"path", "strconv", "unicode/utf8", "text/scanner", "net/netip", "encoding/csv", "go/printer", "compress/flate", "encoding/json", "math/big"}
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		p := cfg.Build(pkg.Source)
		proofs := Infeasible(p)
		for b, why := range proofs {
			if why == "" || p.Edge(b) == nil {
				t.Errorf("%s: %s: %q", pkg.ImportPath, p.BranchName(b), why)
			}
			t.Logf("%s: %s %s: %s", pkg.ImportPath, p.BranchName(b), p.Cond(b).Text(p.Fset), why)
		}
		for _, fn := range p.Funcs {
			for g := range newAnalysis(p, fn).gaveUp {
				t.Errorf("%s: %s: no end (%d blocks)", pkg.ImportPath, fn.Name, len(g.Blocks))
			}
		}
	}
}
