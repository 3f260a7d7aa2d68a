package harness

import (
	"go/types"
	"testing"
)

// TestConcurrent: what a function may run, also through other functions of the package.
func TestConcurrent(t *testing.T) {
	c := loadSource(t, `package p

func list() int {
	for _, n := range []int{1, 2} {
		return n
	}
	return 0
}

func start() { go list() }

func wait(a, b chan int) int {
	select {
	case n := <-a:
		return n
	case n := <-b:
		return n
	}
}

func all() int {
	start()
	return list()
}
`)
	for name, want := range map[string]bool{"list": false, "start": true, "wait": true, "all": true} {
		if got := c.Concurrent(c.pkg.Types.Scope().Lookup(name).(*types.Func)); got != want {
			t.Errorf("%s is concurrent: %t, want %t", name, got, want)
		}
	}
}
