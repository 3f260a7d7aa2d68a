package cfg_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nearmiss/cfg"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden prints the conditions and graphs of the sources in
// testdata/*.txtar.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	srcs := map[string]string{}
	archives := map[string]*txtar.Archive{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archives[name] = a
		srcs[name] = string(a.Files[0].Data)
	}
	pkgs := buildAll(t, srcs)
	for name, a := range archives {
		t.Run(name, func(t *testing.T) {
			got := describe(pkgs[name])
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "graphs", Data: got})
				if err := os.WriteFile("testdata/"+name+".txtar", txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(a.Files) != 2 || !bytes.Equal(a.Files[1].Data, got) {
				t.Errorf("graphs differ; got\n%s", got)
			}
		})
	}
}

func describe(p *cfg.Package) []byte {
	var b bytes.Buffer
	for _, fn := range p.Funcs {
		fmt.Fprintf(&b, "# %s\n", fn.Name)
		for _, c := range fn.Conds {
			fmt.Fprintf(&b, "%s %s %s", strings.TrimSuffix(p.BranchName(c.Branch(true)), "/T"), c.Kind, c.Text(p.Fset))
			if c.Value {
				b.WriteString(" [value]")
			}
			for _, outcome := range []bool{true, false} {
				if why, ok := p.Infeasible(c.Branch(outcome)); ok {
					fmt.Fprintf(&b, " [%v: %s]", outcome, why)
				}
			}
			b.WriteByte('\n')
		}
		for _, g := range fn.Graphs {
			if g.Lit != nil {
				fmt.Fprintf(&b, "%s in block %d of %s\n", g.Name(), g.Site.ID, g.Parent.Name())
			}
			b.WriteString(g.Text(p.Fset))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
