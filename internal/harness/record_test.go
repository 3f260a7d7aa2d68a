package harness

import (
	"go/types"
	"strings"
	"testing"

	"nearmiss/code"
)

// TestRecording: function types and methods that are told something record it, with the values that a text can show.
// Those that are asked something record nothing, nor is there a record of a function that starts goroutines. What is written to a
// writer is a record if the writer is no argument itself.
func TestRecording(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/records", Options{})
	for _, d := range c.pkg.FuncDecls() {
		if d.Recv != nil {
			continue
		}
		fn, err := c.Sign(c.pkg.Info.Defs[d.Name].(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		add := func(t *code.Tree) {
			t.Has(func(t *code.Tree) bool {
				if t.Kind == code.Recording {
					t.Parts[0].Has(func(t *code.Tree) bool {
						if t.Kind == code.Record {
							list = append(list, t.String())
						}
						return false
					})
				}
				return false
			})
		}
		for _, p := range fn.Sig.Params {
			for i := range p.Type.Alts {
				add(p.Type.Alts[i].Make)
				if d := p.Type.Alts[i].Decl; d != nil {
					add(d.Tree)
				}
			}
		}
		if fn.Sig.RecordsText() {
			list = append(list, "written")
		}
		got := strings.Join(list, "; ")
		if !fn.Sig.Records() {
			got = strings.TrimSpace(got + " not reported")
		}
		if want := strings.TrimSpace(d.Doc.Text()); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", d.Name, got, want)
		}
	}
}
