package cover

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// Without a clock, a package is searched alike wherever it lies and whatever is searched before it.
func TestPlaceOfAPackageDoesNotMatter(t *testing.T) {
	alone(t)
	const beside = "package a\n\nfunc A(x int16) bool { return x == 77 }\n\nfunc B(s string) bool { return s == \"ab\" }\n"
	files := map[string]string{
		"go.mod":          "module m\n\ngo 1.26\n",
		"a/a.go":          beside,
		"p/p.go":          trialSource,
		"moved/to/a/p.go": trialSource,
	}
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, algo := range []string{"auto", "search", "ga"} {
		run := func(seed uint64, patterns ...string) report.Package {
			r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: seed}, Patterns: patterns, Evals: 3_000, Algo: algo})
			if err != nil {
				t.Fatal(err)
			}
			p := r.Packages[len(r.Packages)-1]
			p.Path, p.Files = "", nil
			for i := range p.Functions {
				p.Functions[i].ElapsedMS = 0
			}
			return p
		}
		alone := run(1, "./p")
		if moved := run(1, "./a", "./moved/to/a"); !reflect.DeepEqual(moved, alone) {
			t.Errorf("%s: in another directory, behind another package\n got %+v\nwant %+v", algo, moved, alone)
		}
		if other := run(2, "./p"); reflect.DeepEqual(other, alone) {
			t.Errorf("%s: another seed makes no difference", algo)
		}
	}
}
