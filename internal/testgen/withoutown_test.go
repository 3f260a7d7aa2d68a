package testgen

import (
	"path/filepath"
	"testing"
)

// TestOwnPaths asserts that the own test files are those of the place where tests are built:
// a mirror has none, though its package has.
func TestOwnPaths(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n", "a_test.go": "package p\n"})
	s := &Suite{Pkg: pkg}
	if got := new(runner).ownPaths(s); len(got) != 1 || got[0] != filepath.Join(pkg.Dir, "a_test.go") {
		t.Errorf("%q", got)
	}
	r := &runner{tests: ownFiles(pkg.Dir, nil), opts: VerifyOptions{Place: t.TempDir()}}
	if got := r.ownPaths(s); len(got) > 0 {
		t.Errorf("in a mirror: %q", got)
	}
}
