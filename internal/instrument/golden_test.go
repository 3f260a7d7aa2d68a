package instrument_test

import (
	"context"
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden instruments the packages of testdata. An archive holds the files
// *.go of one package, optionally a go.mod, and the expected output in *.go.out
// and notes. The comment of the archive turns hooks on or off.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || names == nil {
		t.Fatal("no archives", err)
	}
	probes := probeTypes(t)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, ar, probes)
		})
	}
}

func golden(t *testing.T, name string, ar *txtar.Archive, probes *types.Package) {
	dir := t.TempDir()
	mod := "module m\n\ngo 1.26\n"
	var in []txtar.File
	want := map[string]string{}
	for _, f := range ar.Files {
		switch {
		case f.Name == "go.mod":
			mod = string(f.Data)
			in = append(in, f)
		case strings.HasSuffix(f.Name, ".go"):
			in = append(in, f)
			write(t, filepath.Join(dir, f.Name), string(f.Data))
		default:
			want[f.Name] = string(f.Data)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), mod)
	opts := instrument.Options{}
	if strings.Contains(string(ar.Comment), "with sites") {
		opts.Sites = &cfg.Sites{}
	}
	r := rewriteWith(t, dir, ".", !strings.Contains(string(ar.Comment), "without hooks"), opts)
	got := map[string]string{}
	out := append([]txtar.File(nil), in...)
	for _, f := range in {
		text, ok := r.Files[filepath.Join(dir, f.Name)]
		if ok {
			got[f.Name+".out"] = string(text)
			out = append(out, txtar.File{Name: f.Name + ".out", Data: text})
		}
	}
	if notes := noteText(r); notes != "" {
		got["notes"] = notes
		out = append(out, txtar.File{Name: "notes", Data: []byte(notes)})
	}
	if err := r.checkTypes(probes); err != nil {
		t.Errorf("the rewriting is not legal: %v", err)
	}
	if err := r.sameLines(); err != nil {
		t.Error(err)
	}
	if *update {
		write(t, name, string(txtar.Format(&txtar.Archive{Comment: ar.Comment, Files: out})))
		return
	}
	for name := range got {
		if got[name] != want[name] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got[name], want[name])
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is not written", name)
		}
	}
}

// noteText returns the notes of a result as text.
func noteText(r *rewritten) string {
	var b strings.Builder
	for _, list := range []struct {
		name  string
		notes []instrument.Note
	}{{"unprobed", r.Unprobed}, {"flat", r.Flat}, {"skipped", r.Skipped}} {
		for _, n := range list.notes {
			n.Pos.Filename = filepath.Base(n.Pos.Filename)
			b.WriteString(list.name + " " + n.String() + "\n")
		}
	}
	return b.String()
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// rewriteWith is rewrite with options. If opts.Sites is not nil, it is replaced
// by all panic sites of the package.
func rewriteWith(t testing.TB, dir, pattern string, hooks bool, opts instrument.Options) *rewritten {
	t.Helper()
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	r := &rewritten{load: pkgs[0], cfg: cfg.Build(pkgs[0].Source)}
	layouts := map[*cfg.Func]*fitness.Layout{}
	if hooks {
		for _, f := range r.cfg.Funcs {
			layouts[f] = fitness.Of(f, r.load.Info, r.load.Types)
		}
	}
	if opts.Sites != nil {
		opts.Sites = r.cfg.FindSites()
	}
	r.Result, err = instrument.Rewrite(r.load, r.cfg, layouts, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
