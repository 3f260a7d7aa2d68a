package worst

import (
	"path/filepath"
	"testing"

	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
)

const placed = `
func Insert(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j-1] > list[j]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
`

// TestSeedOfPlace: the draws of a seed depend neither on the directory of the package nor on the
// code before the function.
func TestSeedOfPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two workers")
	}
	here := placedIn(t, "sorts", "")
	there := placedIn(t, "lib/ordering", "func first(n int) bool {\n\tif n > 1 {\n\t\treturn n < 7\n\t}\n\treturn n != 0\n}\n")
	for _, algo := range []string{"rand", "dfs-drawn", "ese", "avm", "ga"} {
		opt := Options{Algo: algo, Paths: 40, Evals: 400, Common: subject.Common{Seed: 3}, Solver: "embedded"}
		a, err := here.Search(t.Context(), opt, 20)
		if err != nil {
			t.Fatal(err)
		}
		b, err := there.Search(t.Context(), opt, 20)
		if err != nil {
			t.Fatal(err)
		}
		if a.Input != b.Input || a.Cost != b.Cost || a.Queries != b.Queries {
			t.Errorf("%s: %s with %+v and %d queries, moved %s with %+v and %d queries", algo, a.Input, a.Cost, a.Queries, b.Input, b.Cost, b.Queries)
		}
	}
}

// placedIn opens the function placed in a new module, after the code before.
func placedIn(t *testing.T, dir, before string) *Session {
	root := t.TempDir()
	testdir.Write(t, root, map[string]string{
		"go.mod":                      "module example.test/m\n\ngo 1.26\n",
		filepath.Join(dir, "sort.go"): "package sorts\n" + before + placed,
	})
	s, err := Open(t.Context(), Options{Common: subject.Common{Dir: root}, Func: "./" + dir + ".Insert", Sizes: Sizes{All: []int{1}}, Paths: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
