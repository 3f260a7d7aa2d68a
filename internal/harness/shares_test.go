package harness

import (
	"go/types"
	"testing"
)

// TestShares: which functions may read, also through other functions, a variable that leads to an interface value.
func TestShares(t *testing.T) {
	c := loadSource(t, `package p

import "sync"

type Flag interface{ Set(string) }

var (
	Help   Flag
	all    map[string][]Flag
	count  int
	errAny error
	cache  sync.Map
)

func cached() bool {
	_, ok := cache.Load(1)
	return ok
}

func reads() Flag { return Help }

func calls() bool { return reads() != nil }

func looks(name string) int { return len(all[name]) }

func plain() (int, error) { return count, errAny }
`)
	for name, want := range map[string]bool{"reads": true, "calls": true, "looks": true, "cached": true, "plain": false} {
		if got := c.Shares(c.pkg.Types.Scope().Lookup(name).(*types.Func)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
