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

// TestReadsMachineBehind: behind a call of an interface method lies what the inputs hold, also inside each other, in a
// package variable or made by a function.
func TestReadsMachineBehind(t *testing.T) {
	s, pkgs := studyOf("./testdata/machine")
	p := pkgs["machine"]
	for inputs, want := range map[string]string{
		"Tossed": "", "Tossed even": "", "Tossed even twice": "", "Tossed fair": "chance", "Tossed twice fair": "chance",
		"Tossed newTosser": "chance", "Tossed first": "chance",
	} {
		names := strings.Fields(inputs)
		h := Handed{}
		for _, name := range names[1:] {
			switch obj := p.Types.Scope().Lookup(name).(type) {
			case *types.Func:
				h.Funcs = append(h.Funcs, obj)
			case *types.Var:
				h.Vars = append(h.Vars, obj)
			case *types.TypeName:
				h.Types = append(h.Types, obj.Type())
			}
		}
		got := append(s.ReadsMachineBehind(p, p.Types.Scope().Lookup(names[0]).(*types.Func), h).Results, "", "")
		if got[0] != want || got[1] != "" {
			t.Errorf("%s: %q", inputs, got)
		}
	}
}
