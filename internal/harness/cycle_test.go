package harness

import (
	"path/filepath"
	"slices"
	"testing"

	"nearmiss/input"
)

// TestCycle: an outcome has each value of a cycle once, and values that are not in a cycle as often as they are there.
func TestCycle(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module subject\n\ngo 1.26\n"))
	write(t, filepath.Join(dir, "m.go"), []byte(`package subject

type node struct {
	n    int
	next *node
	list []*node
}

var last int

func Keep(n int) { last = n }

func Ring(n int) *node {
	a := &node{n: n}
	a.next = &node{n: 2, next: a}
	return a
}

func Twice(n int) []*node {
	a := &node{n: n, next: &node{n: 2}}
	return []*node{a, a, {n: 3, list: []*node{a, a}}}
}
`))
	c, fns, _ := loadFrom(t, dir, Options{})
	exe := programFrom(t, dir, c, fns)
	const cut = ^uint64(0)
	a := input.Vector{1, 5, 1, 2, 0, 0, 0}
	for name, want := range map[string]input.Vector{
		"Ring":  {1, 5, 1, 2, cut, 0, 0},
		"Twice": slices.Concat(input.Vector{4}, a, a, input.Vector{1, 3, 0, 3}, a, a),
	} {
		if got := run(t, exe, []call{{index(t, fns, name), input.Vector{5}}})[0]; !slices.Equal(got, want) {
			t.Errorf("%s: %x, want %x", name, got, want)
		}
	}
}
