package testgen

import (
	"regexp"
	"strings"
	"testing"
)

// TestAllBound: where all functions of a package need a build constraint, the test files have it, and each
// test and each declaration stands in one of them.
func TestAllBound(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `//go:build !never

package p

import "errors"

func Get(n int) error {
	if n < 0 {
		panic("negative")
	}
	if n > 1 {
		return errors.New("large")
	}
	return nil
}
`})
	s := emitted(t, pkg, `
		func Get
		case 2 => 1 "large"
		case 0 => 0
		case -1 => panic "negative"`)
	all := text(s, TestFile) + text(s, PanicFile)
	for _, pattern := range []string{`(?m)^func errorText\(`, `(?m)^func TestGetBranches\(`, `(?m)^func TestGetPanics\(`} {
		if n := len(regexp.MustCompile(pattern).FindAllString(all, -1)); n != 1 {
			t.Errorf("%d of %s, want 1", n, pattern)
		}
	}
	if n := strings.Count(all, "//go:build !never\n"); n != 2 {
		t.Errorf("%d constraints, want 2", n)
	}
	if t.Failed() {
		t.Log(all)
	}
}
