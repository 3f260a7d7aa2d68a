package cfg_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nearmiss/cfg"
)

// TestSitesGolden prints the panic sites of the sources in
// testdata/sites/*.txtar.
func TestSitesGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/sites/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := describeSites(build(t, string(a.Files[0].Data)))
		if *update {
			a.Files = append(a.Files[:1], txtar.File{Name: "sites", Data: got})
			if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(a.Files) != 2 || !bytes.Equal(a.Files[1].Data, got) {
			t.Errorf("%s: sites differ; got\n%s", file, got)
		}
	}
}

func describeSites(p *cfg.Package) []byte {
	var b bytes.Buffer
	sites := p.FindSites()
	for _, s := range sites.List {
		fmt.Fprintf(&b, "%s %s: %s: %s\n", p.SiteName(s), s.Func.Name, s.Kind, s.Text(p.Fset))
	}
	fmt.Fprintf(&b, "%d excluded\n", sites.Excluded)
	return b.Bytes()
}
