package cfg_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// TestApproachBlock asserts that a block with a single incoming edge, on no other path, has the
// critical nodes of that edge. It also asserts that every critical node of a block decides on
// it: from one of the outcomes of the node, some path does not reach the block.
func TestApproachBlock(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	edges, nodes := 0, 0
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := build(t, string(a.Files[0].Data))
		for _, fn := range p.Funcs {
			for _, g := range fn.Graphs {
				for _, b := range g.Blocks {
					got := cfg.ApproachBlock(g, b)
					if len(b.Preds) == 1 && b.Preds[0].Cond != nil && b != g.Exit && b.Cond == nil && len(b.Succs) == 1 && b.Succs[0].To == g.Exit {
						edges++
						want := cfg.Approach(g, b.Preds[0])
						if cfg.PostDominators(g).Dominates(b, g.Blocks[0]) {
							want = nil // the only way out of a loop without end
						}
						if !slices.Equal(got, want) {
							t.Errorf("%s, block %d: %v, want %v", fn.Name, b.ID, got, want)
						}
					}
					for _, n := range got {
						if n.Graph != g {
							continue
						}
						nodes++
						if n.Block == b || n.Level < 0 || n.Diverges[0] && n.Diverges[1] {
							t.Errorf("%s, block %d: critical node %d with level %d, diverges %v", fn.Name, b.ID, n.Block.ID, n.Level, n.Diverges)
						}
					}
				}
			}
		}
	}
	if edges == 0 || nodes == 0 {
		t.Errorf("looked at %d edges and %d nodes", edges, nodes)
	}
}
