package cover

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

const genericSubject = `package generic

func IsNaN[T int | string | float64](x T) bool { return x != x }

func Kind[T any](x T) string {
	switch any(x).(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []byte:
		return "bytes"
	}
	return "?"
}

type pair[K comparable, V any] struct {
	key K
	val V
}

func (p pair[K, V]) Holds(k K) bool { return p.key == k }
`

// TestVariantsTakeWhatTheFirstCannot: some branches are taken with one type
// argument only.
func TestVariantsTakeWhatTheFirstCannot(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/generic\n\ngo 1.24\n", "generic.go": genericSubject} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, algo := range []string{"auto"} {
		r, err := Run(context.Background(), Options{Common: subject.Common{Dir: dir, Seed: 1}, Evals: 20_000, Algo: algo, Parallel: 2})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Packages[0].Functions); n != 3 {
			t.Errorf("%s: %d functions, want one for all its variants", algo, n)
		}
		for _, f := range r.Packages[0].Functions {
			if f.Status != report.Searched || f.Branches.Covered != f.Branches.Total || f.Branches.Total == 0 {
				t.Errorf("%s: %s %s: %d of %d branches covered", algo, f.Name, f.Reason, f.Branches.Covered, f.Branches.Total)
			}
		}
	}
}

// TestPass: a goal goes through the variants once, and starts afresh in each.
func TestPass(t *testing.T) {
	u, f := branches(1)
	for i := range 2 {
		f.variants = append(f.variants, &function{unit: u, of: f, variant: i + 1})
	}
	g := u.goals[0]
	if g.pass(); g.fn != f {
		t.Error("a goal that gets nearer passes on")
	}
	for i, v := range f.variants {
		g.stale, g.over, g.slices, g.used = staleAfter, i == 1, 3, uint64(100*i)
		if g.pass(); g.fn != v || g.stale != 0 || g.over || g.slices != 0 || g.used != uint64(100*i) {
			t.Errorf("after %d variants: %+v", i, g)
		}
	}
	g.stale = staleAfter
	if g.pass(); g.fn != f.variants[1] || g.stale != staleAfter {
		t.Error("behind the last variant there is another")
	}
	f.reason = "refused"
	if g.fn.searched() || len(u.entries()) != 0 {
		t.Error("the variants of a refused function are searched")
	}
}
