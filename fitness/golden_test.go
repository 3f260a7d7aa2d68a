package fitness

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/cfg"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each archive holds a Go file and what is explained of the true branches of
// the conditions in lines that end in "// target".
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := explainMarked(t, string(ar.Files[0].Data))
			if *update {
				ar.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(ar.Files[1].Data); got != want {
				t.Errorf("explanation differs; got\n%s", got)
			}
		})
	}
}

func explainMarked(t *testing.T, src string) string {
	p := build(t, src)
	lines := strings.Split(src, "\n")
	var out strings.Builder
	for _, f := range p.Funcs {
		a := analysisOf(p, f, Options{})
		for _, c := range f.Conds {
			line := p.Fset.Position(c.Pos).Line
			if !strings.HasSuffix(lines[line-1], "// target") {
				continue
			}
			e, err := a.Explain(c.Branch(true), 4)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s, %s\n", f.Name, p.BranchName(c.Branch(true)))
			where := func(c *cfg.Cond) string { return fmt.Sprint("line ", p.Fset.Position(c.Pos).Line) }
			if err := e.Text(&out, where); err != nil {
				t.Fatal(err)
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}
