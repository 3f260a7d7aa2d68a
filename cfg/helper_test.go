package cfg_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// build makes the package of one Go file.
func build(t *testing.T, src string) *cfg.Package {
	t.Helper()
	return buildAll(t, map[string]string{"p": src})["p"]
}

// buildAll makes one package of each source, by directory name. All are
// checked for sanity.
func buildAll(t *testing.T, srcs map[string]string) map[string]*cfg.Package {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	for name, src := range srcs {
		write(t, filepath.Join(dir, name, "x.go"), src)
	}
	loaded, err := load.Load(context.Background(), dir, load.Options{}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	pkgs := map[string]*cfg.Package{}
	for _, l := range loaded {
		p := cfg.Build(l.Source)
		if err := p.Sanity(); err != nil {
			t.Errorf("%s: %v", l.ImportPath, err)
		}
		pkgs[filepath.Base(l.Dir)] = p
	}
	return pkgs
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// branch returns the edge of a branch by its name.
func branch(t *testing.T, p *cfg.Package, name string) *cfg.Edge {
	t.Helper()
	b, err := p.ParseBranch(name)
	if err != nil {
		t.Fatal(err)
	}
	e := p.Edge(b)
	if e == nil {
		t.Fatalf("branch %s is in no graph", name)
	}
	return e
}
