package referee

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/experiment/place"
	"nearmiss/internal/load"
)

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

// ownTests end by os.Exit, and fail.
const ownTests = `package p

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
`

// TestJudge asserts what both referees say of a package's own tests, which fail, of others, and of none, and that they
// leave the package as it is.
func TestJudge(t *testing.T) {
	module := t.TempDir()
	if err := place.Write(module, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": sign, "p_test.go": ownTests}); err != nil {
		t.Fatal(err)
	}
	p, err := place.Copy(t.Context(), t.TempDir(), module, ".")
	if err != nil {
		t.Fatal(err)
	}
	judge := func(referee func(context.Context, *place.Place) (*Verdict, error), all int, fails bool, taken ...string) {
		t.Helper()
		before, _ := filepath.Glob(filepath.Join(p.Dir, "*"))
		v, err := referee(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		got := maps.Clone(v.Taken)
		maps.DeleteFunc(got, func(_ string, taken bool) bool { return !taken })
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, taken) || v.Count() != len(taken) || len(v.Taken) != all {
			t.Errorf("%d of %d are taken: %q, want %q of %d", v.Count(), len(v.Taken), names, taken, all)
		}
		if fails != strings.Contains(v.Said, "fails") {
			t.Errorf("the tests said %q", v.Said)
		}
		if after, _ := filepath.Glob(filepath.Join(p.Dir, "*")); !slices.Equal(before, after) {
			t.Errorf("the package has %q, and had %q", after, before)
		}
	}
	judge(Probes, 6, true, "p.go:4:5/F", "p.go:7:5/T")
	judge(Gobco, 4, true, "p.go:4:5/F x > 0 && x < 100", "p.go:7:5/T x < 0")
	if err := p.Clear(); err != nil {
		t.Fatal(err)
	}
	judge(Probes, 6, false)
	judge(Gobco, 4, false)
	other := map[string]string{"o_test.go": "package p_test\n\nimport (\n\t\"p\"\n\t\"testing\"\n)\n\nfunc TestSign(t *testing.T) { p.Sign(1) }\n"}
	if err := place.Write(p.Dir, other); err != nil {
		t.Fatal(err)
	}
	judge(Probes, 6, false, "p.go:4:14/T", "p.go:4:5/T")
	judge(Gobco, 4, false, "p.go:4:5/T x > 0 && x < 100")
}

// TestJudgeStd asserts that gobco judges a standard package that can be built outside of the standard library, and the probes
// one that cannot, without the branches that the testing package takes in it.
func TestJudgeStd(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages of the standard library")
	}
	heap, err := place.Copy(t.Context(), t.TempDir(), "", "container/heap")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Gobco(t.Context(), heap); err != nil || v.Count() != 16 || len(v.Taken) != 16 {
		t.Errorf("%+v, %v", v, err)
	}
	strconv, err := place.Copy(t.Context(), t.TempDir(), "", "strconv")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Gobco(t.Context(), strconv); err == nil {
		t.Errorf("gobco judges strconv: %+v", v)
	}
	if err := strconv.Clear(); err != nil {
		t.Fatal(err)
	}
	if v, err := Probes(t.Context(), strconv); err != nil || v.Count() != 0 || len(v.Taken) < 100 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestBridged asserts that what gobco cannot see is put before it in another form.
func TestBridged(t *testing.T) {
	for _, tt := range []struct{ path, name, text, wantName, want string }{
		{"x/p", "export_test.go", "package p\n\nvar F = f\n", "export_zzbridge.go", "package p\n\nvar F = f\n"},
		{"x/p", "in_test.go", "package p\n\nfunc TestF() {}\n", "in_test.go", "package p\n\nfunc TestF() {}\n"},
		{"x/p", "dot_test.go", "package p_test\n\nimport . \"x/p\"\n\nfunc TestG() { G() }\n", "dot_test.go", "package p\n\nimport _ \"unsafe\"\n\nfunc TestG() { G() }\n"},
		{"x/p", "out_test.go", "package p_test\n\nimport \"x/p\"\n\nfunc TestG() { p.G() }\n", "out_test.go", "package p_test\n\nimport \"x/p\"\n\nfunc TestG() { p.G() }\n"},
		{"x/go-p", "out_test.go", "package p_test\n\nimport \"x/go-p\"\n\nfunc TestG() { p.G() }\n", "out_test.go", "package p_test\n\nimport p \"x/go-p\"\n\nfunc TestG() { p.G() }\n"},
	} {
		name, got, err := bridged(&load.Package{Name: "p", ImportPath: tt.path}, tt.name, tt.text)
		if err != nil || name != tt.wantName || got != tt.want {
			t.Errorf("%s of %s: %s, %q, %v; want %s, %q", tt.name, tt.path, name, got, err, tt.wantName, tt.want)
		}
	}
}
