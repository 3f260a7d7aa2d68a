package effects

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestReadsMachine: a result or a state depends on the machine if data or control flows to it from
// there, and other parts of the outcome do not.
func TestReadsMachine(t *testing.T) {
	s, pkgs := studyOf("./testdata/machine")
	p := pkgs["machine"]
	found := s.ReadsMachine(p)
	for _, d := range p.FuncDecls() {
		_, want, _ := strings.Cut(d.Doc.Text(), "machine: ")
		got, m := []string(nil), found[p.Info.Defs[d.Name].(*types.Func)]
		for i, what := range m.Results {
			if what != "" {
				got = append(got, fmt.Sprint(i, " ", what))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(m.After)) {
			got = append(got, name+" "+m.After[name])
		}
		if text := strings.Join(got, ", "); text != strings.TrimSpace(want) {
			t.Errorf("%s: %q, want %q", d.Name.Name, text, strings.TrimSpace(want))
		}
	}
}
