package cover

import (
	"strings"
	"testing"
)

// TestPooledNil: no test puts a nil pointer into a pool, from which another test would get it.
func TestPooledNil(t *testing.T) {
	r, tests := coveredPackage(t, `package pooled

import "sync"

type item struct{ n int }

var items sync.Pool

func Release(p *item, n int) bool {
	items.Put(p)
	return n > 5
}
`, Options{Evals: 500, Verify: true})
	f := r.Packages[0].Functions[0]
	if f.Name != "Release" || f.Branches.Covered != 2 {
		t.Errorf("%s: %+v", f.Name, f.Branches)
	}
	if strings.Contains(tests, "Release(nil") || !strings.Contains(tests, "Release(new(item)") && !strings.Contains(tests, "Release(&item{}") {
		t.Errorf("a nil pointer comes into the pool:\n%s", tests)
	}
}
