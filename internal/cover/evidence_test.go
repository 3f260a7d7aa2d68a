package cover

import (
	"slices"
	"testing"
)

// TestLeavesMapLoop: the branches into loops over maps that can end early.
func TestLeavesMapLoop(t *testing.T) {
	_, u := planned(t, Options{}, `package p

var byName = map[string]int{"a": 1, "b": 2}

func First(n int) int {
	for _, m := range byName {
		if m > n {
			return m
		}
	}
	return 0
}

func Sum() (n int) {
	for _, m := range byName {
		for range []int{m} {
			n += func() int { return m }()
		}
	}
	return n
}

func List() int {
	for _, n := range []int{1, 2} {
		if n > 1 {
			break
		}
	}
	return 0
}
`)
	var got []string
	for _, g := range u.goals {
		if u.leavesMapLoop([]uint32{g.branch}) {
			got = append(got, u.graph.BranchName(g.branch))
		}
	}
	if want := []string{"closed.go:6:2/T"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
