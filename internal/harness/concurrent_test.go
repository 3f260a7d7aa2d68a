package harness

import (
	"go/types"
	"testing"
)

// TestTraits: what a function may run, also through other functions of the package.
func TestTraits(t *testing.T) {
	c := loadSource(t, `package p

var byName = map[string]int{"a": 1, "b": 2}

func first() int {
	for _, n := range byName {
		if n > 0 {
			return n
		}
	}
	return 0
}

func sum() (n int) {
	for _, m := range byName {
		for range []int{m} {
			n += func() int { return m }()
		}
	}
	return n
}

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
	return first()
}
`)
	for name, want := range map[string][2]bool{
		"first": {true, false}, "sum": {false, false}, "list": {false, false}, "start": {false, true}, "wait": {false, true}, "all": {true, true},
	} {
		fn := c.pkg.Types.Scope().Lookup(name).(*types.Func)
		if got := [2]bool{c.LeavesMapLoop(fn), c.Concurrent(fn)}; got != want {
			t.Errorf("%s leaves a loop over a map, is concurrent: %v, want %v", name, got, want)
		}
	}
}
