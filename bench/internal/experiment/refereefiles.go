package experiment

import (
	"cmp"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// visible leaves the directories of version control out of a tree.
type visible struct{ fs.FS }

// ReadDir lists a directory without entries that begin with a dot.
func (v visible) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(v.FS, name)
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !e.Type().IsRegular()
	})
	return list, err
}

// comparePos orders names of the form file.go:line:col/T by file, line,
// column and outcome.
func comparePos(a, b string) int {
	fa, la, ca, oa := splitPos(a)
	fb, lb, cb, ob := splitPos(b)
	return cmp.Or(strings.Compare(fa, fb), cmp.Compare(la, lb), cmp.Compare(ca, cb), strings.Compare(oa, ob))
}

// splitPos takes apart file.go:line:col/T; what is missing is zero.
func splitPos(name string) (file string, line, col int, outcome string) {
	place, outcome, _ := strings.Cut(name, "/")
	parts := strings.Split(place, ":")
	number := func(i int) int {
		if i >= len(parts) {
			return 0
		}
		n, _ := strconv.Atoi(parts[i])
		return n
	}
	return parts[0], number(1), number(2), outcome
}
