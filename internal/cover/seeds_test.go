package cover

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// The constants of functions that a function calls count, two calls away and
// no further, its own first; a cycle of calls ends.
func TestSeedsOfCallees(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module p\n\ngo 1.26\n",
		"p.go": `package p

func f(s string) bool { return s != "own" && g(s) }
func g(s string) bool { return s == "one" || h(s) }
func h(s string) bool { return s == "two" || i(s) || f(s) }
func i(s string) bool { return s == "three" }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	graph := cfg.Build(pkgs[0])
	want := map[string][]string{
		"f": {"own", "one", "two"},
		"g": {"one", "two", "three", "own"},
		"i": {"three"},
	}
	for _, f := range graph.Funcs {
		got := seedsOf(pkgs[0].Info, declsOf(graph), f, nil).Strings
		if w, ok := want[f.Name]; ok && !slices.Equal(got, w) {
			t.Errorf("%s: %q; want %q", f.Name, got, w)
		}
	}
}
