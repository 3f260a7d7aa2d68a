package effects

import (
	"go/types"
	"strings"
	"testing"
)

// TestLater: a function that a timer, a context or the collector runs does harm after the call.
func TestLater(t *testing.T) {
	s, pkgs := studyOf("./testdata/later")
	p := pkgs["later"]
	refusals := refused(t, s)
	for _, d := range p.FuncDecls() {
		_, want, _ := strings.Cut(d.Doc.Text(), "later: ")
		want = strings.TrimSpace(want)
		if r := refusals[p.Info.Defs[d.Name].(*types.Func)]; r == nil || r.Later != want {
			t.Errorf("%s: %+v, want %q", d.Name.Name, r, want)
		}
	}
}
