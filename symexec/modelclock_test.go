package symexec

import (
	"slices"
	"strings"
	"testing"
)

// TestWorld checks that the world outside is the same in every run and that the path says that
// it relies on that.
func TestWorld(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, v := range [][]uint64{{1, 'a'}, {0}} {
		e := executor(t, p, "Moment", Options{Vector: v})
		var first []uint64
		for range 3 {
			path, err := e.Explore(t.Context(), nil, Follow{})
			if err != nil || path.End.Kind != Returned {
				t.Fatal(err, path.End)
			}
			if path.Outside == "" {
				t.Errorf("Moment%v says nothing of the outside", v)
			}
			if first == nil {
				first = path.Output
			}
			if !slices.Equal(path.Output, first) || path.Output[0] == path.Output[1] {
				t.Errorf("Moment%v: %v, then %v", v, first, path.Output)
			}
		}
	}
}

// TestStarts checks that results of the operating system are unknown in init functions, and end
// only the paths that use them.
func TestStarts(t *testing.T) {
	p := program(t, "./testdata/ends")
	path, err := executor(t, p, "Terminal", Options{Vector: []uint64{1}}).Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != Unsupported || !strings.Contains(path.End.Detail, "operating system") {
		t.Errorf("%v, %v", err, path.End)
	}
}
