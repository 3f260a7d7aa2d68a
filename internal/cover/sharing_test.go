package cover

import (
	"strings"
	"testing"
)

// TestSharedMaker: a case whose input comes from a cache that another case fills is not written, nor one that finds what
// another has put there: alone they fail. A case that finds nothing may be written.
func TestSharedMaker(t *testing.T) {
	_, tests := coveredPackage(t, `package cached

import "sync"

type config struct{ n int }

var cache sync.Map

func Freeze(n int) *config {
	if n > 3 {
		n = 3
	}
	c := &config{n}
	cache.Store(n, c)
	return c
}

func newConfig(n int) *config {
	if c, ok := cache.Load(n); ok {
		return c.(*config)
	}
	return nil
}

func (c *config) Large() bool { return c.n > 2 }
`, Options{Evals: 500, Verify: true})
	if !strings.Contains(tests, "c := Freeze(3)") || strings.Contains(tests, "c := newConfig(") || strings.Contains(tests, "m.go:19:29/T") {
		t.Errorf("a test hangs on the cache:\n%s", tests)
	}
}
