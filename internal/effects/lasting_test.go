package effects

import (
	"go/types"
	"strings"
	"testing"
)

// TestLasting: what outlives a test is state of another package that this package cannot put back.
// Reading is no change.
func TestLasting(t *testing.T) {
	s, pkgs := studyOf("./testdata/lasting")
	p := pkgs["lasting"]
	found := s.Lasting(p)
	for _, d := range p.FuncDecls() {
		_, want, _ := strings.Cut(d.Doc.Text(), "lasting: ")
		got := found[p.Info.Defs[d.Name].(*types.Func)]
		if i := strings.LastIndexByte(got, '/'); strings.Contains(got, "testdata") {
			got = got[i+1:]
		}
		if want = strings.TrimSpace(want); got != want {
			t.Errorf("%s: %q, want %q", d.Name.Name, got, want)
		}
	}
}
