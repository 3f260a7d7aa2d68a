package effects

import (
	"go/types"
	"strings"
	"testing"
)

// TestReads: of functions that act it is known whether they read what another
// environment has otherwise, by themselves or by package variables that such is in.
func TestReads(t *testing.T) {
	pkgs, refusals := analyze(t, "./testdata/outside")
	kinds := map[string]int{}
	for _, d := range pkgs[0].FuncDecls() {
		for line := range strings.Lines(d.Doc.Text()) {
			r := refusals[pkgs[0].Info.Defs[d.Name].(*types.Func)]
			want, acts := strings.CutPrefix(strings.TrimSpace(line), "reads: ")
			if want == "nothing" {
				want = ""
			}
			if !acts && want != "passive" {
				continue
			}
			kinds[line]++
			switch {
			case r == nil:
				t.Errorf("%s is not refused", d.Name.Name)
			case (r.Acts != "") != acts || acts && r.Reads != want:
				t.Errorf("%s: acts %q and reads %q, want %q", d.Name.Name, r.Acts, r.Reads, strings.TrimSpace(line))
			}
		}
	}
	if len(kinds) < 8 {
		t.Errorf("the comments are not read: %v", kinds)
	}
}
