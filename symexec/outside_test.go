package symexec

import "testing"

// TestOutside checks that a path that relies on the world outside says so, and that other paths
// do not.
func TestOutside(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, c := range []struct{ name, outside string }{
		{"Last", orderOfMaps},
		{"Kept", orderOfMaps},
		{"Ready", orderOfCases},
		{"Turns", orderOfGoroutines},
		{"Asks", environment},
	} {
		for n, want := range map[uint64]string{1: "", 3: c.outside} {
			path, err := executor(t, p, c.name, Options{Vector: []uint64{n}}).Explore(t.Context(), nil, Follow{})
			if err != nil || path.End.Kind != Returned {
				t.Fatal(c.name, n, err, path.End)
			}
			if path.Outside != want {
				t.Errorf("%s(%d) takes for granted that %q, want %q", c.name, n, path.Outside, want)
			}
		}
	}
}
