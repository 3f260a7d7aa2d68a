package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/load"
)

func TestComparePos(t *testing.T) {
	sorted := []string{"a.go:2:1/T", "a.go:10:3/F", "a.go:10:3/T", "a.go:10:20/F", "b.go:1:1/F"}
	got := slices.Clone(sorted)
	slices.Reverse(got)
	slices.SortFunc(got, comparePos)
	if !slices.Equal(got, sorted) {
		t.Errorf("%q; want %q", got, sorted)
	}
}

// module writes a module with one package and loads it.
func module(t *testing.T, files map[string]string) *load.Package {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module p\n\ngo 1.26\n"
	if err := writeFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}

const sign = `package p

func Sign(x int) int {
	if x > 0 && x < 100 {
		return 1
	}
	if x < 0 {
		return -1
	}
	return 0
}
`

// The two sets of tests are told apart, each alone in its process; a test
// that calls os.Exit itself is heard of as well, and tests that fail too.
func TestProbesJudge(t *testing.T) {
	pkg := module(t, map[string]string{
		"p.go": sign,
		"p_test.go": `package p

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestSign(t *testing.T) {
	if Sign(-1) != -1 {
		t.Error("wrong")
	}
	t.Error("fails")
}
`,
	})
	emitted := t.TempDir()
	if err := writeFiles(emitted, map[string]string{"nearmiss_test.go": generated + `
package p_test

import (
	"p"
	"testing"
)

func TestSign(t *testing.T) { p.Sign(1) }
`}); err != nil {
		t.Fatal(err)
	}
	v, err := Judge(t.Context(), Probes, pkg, t.TempDir(), Set{"emitted", emitted}, Set{Name: "own"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range v.Branches {
		line := b.Name() + " " + b.Text
		if b.Taken[0] {
			line += " emitted"
		}
		if b.Taken[1] {
			line += " own"
		}
		got = append(got, line)
	}
	want := []string{
		"p.go:4:5/F x > 0 own", "p.go:4:5/T x > 0 emitted",
		"p.go:4:14/F x < 100", "p.go:4:14/T x < 100 emitted",
		"p.go:7:5/F x < 0", "p.go:7:5/T x < 0 own",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if emitted, own := v.Count(0), v.Count(1); emitted != 2 || own != 2 {
		t.Errorf("%d emitted, %d own", emitted, own)
	}
	if d := v.Deficits(1, 0); len(d) != 2 || d[0].Name() != "p.go:4:5/F" || d[1].Func != "Sign" {
		t.Errorf("deficits %+v", d)
	}
	if len(v.Notes) != 1 || !strings.Contains(v.Notes[0], "own tests fail") {
		t.Errorf("notes %q", v.Notes)
	}
	if left, _ := filepath.Glob(filepath.Join(pkg.Dir, "*")); len(left) != 3 {
		t.Errorf("the package has %q now", left)
	}
}

// A path that does not end in the package's name gets one.
func TestBridgedName(t *testing.T) {
	s := &subject{pkg: &load.Package{Name: "p", ImportPath: "x/go-p"}}
	got, err := s.bridged(map[string]string{"out_test.go": "package p_test\n\nimport \"x/go-p\"\n\nfunc TestG() { p.G() }\n"})
	if want := "package p_test\n\nimport p \"x/go-p\"\n\nfunc TestG() { p.G() }\n"; err != nil || got["out_test.go"] != want {
		t.Errorf("%q, %v; want %q", got["out_test.go"], err, want)
	}
}

// What gobco cannot see is put before it in another form.
func TestBridged(t *testing.T) {
	s := &subject{pkg: &load.Package{Name: "p", ImportPath: "x/p"}}
	got, err := s.bridged(map[string]string{
		"export_test.go": "package p\n\nvar F = f\n",
		"in_test.go":     "package p\n\nfunc TestF() {}\n",
		"dot_test.go":    "package p_test\n\nimport . \"x/p\"\n\nfunc TestG() { G() }\n",
		"out_test.go":    "package p_test\n\nimport \"x/p\"\n\nfunc TestG() { p.G() }\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"export_zzbridge.go": "package p\n\nvar F = f\n",
		"in_test.go":         "package p\n\nfunc TestF() {}\n",
		"dot_test.go":        "package p\n\nimport _ \"unsafe\"\n\nfunc TestG() { G() }\n",
		"out_test.go":        "package p_test\n\nimport \"x/p\"\n\nfunc TestG() { p.G() }\n",
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: %q; want %q", name, got[name], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files; want %d", len(got), len(want))
	}
}

func TestMovedImports(t *testing.T) {
	s := &subject{pkg: &load.Package{Name: "p", ImportPath: "p"}}
	got, err := s.moved(map[string]string{"a_test.go": "package p_test\n\nimport (\n\t\"os\"\n\tq \"p\"\n)\n"}, "m/p")
	if err != nil {
		t.Fatal(err)
	}
	if want := "package p_test\n\nimport (\n\t\"os\"\n\tq \"m/p\"\n)\n"; got["a_test.go"] != want {
		t.Errorf("%q; want %q", got["a_test.go"], want)
	}
}

// A copy of a module leaves version control behind.
func TestVisible(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	if err := writeFiles(filepath.Join(from, ".git"), map[string]string{"config": ""}); err != nil {
		t.Fatal(err)
	}
	if err := writeFiles(filepath.Join(from, "sub"), map[string]string{"a.go": "package sub\n"}); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, visible{os.DirFS(from)}); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(to, "*"))
	if err != nil || len(all) != 1 || filepath.Base(all[0]) != "sub" {
		t.Errorf("copied %q, %v", all, err)
	}
	if _, err := os.Stat(filepath.Join(to, ".git")); err == nil {
		t.Error("copied .git")
	}
}
