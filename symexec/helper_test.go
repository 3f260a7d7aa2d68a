package symexec

import (
	"sync"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
)

// programs holds loaded programs by pattern. Tests may share them.
var programs sync.Map

// program loads a package.
func program(t testing.TB, pattern string) *Program {
	t.Helper()
	if p, ok := programs.Load(pattern); ok {
		return p.(*Program)
	}
	p := fresh(t, pattern)
	programs.Store(pattern, p)
	return p
}

// fresh loads a package without the cache.
func fresh(t testing.TB, pattern string) *Program {
	t.Helper()
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	set, err := subject.Prepare(t.Context(), pkgs[0], nil, subject.SetOptions{Module: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// executor returns an executor of one function of a program.
func executor(t testing.TB, p *Program, name string, o Options) *Executor {
	t.Helper()
	entry := p.Entry(name)
	if entry < 0 {
		t.Fatalf("no function %s", name)
	}
	e, err := NewExecutor(t.Context(), p, entry, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ints(a ...int) input.Vector {
	v := input.Vector{uint64(len(a) + 1)}
	for _, x := range a {
		v = append(v, uint64(x))
	}
	return v
}

// A taken lists the branches of a run.
type taken []uint32

func (t *taken) took(branch uint32) {
	if len(*t) < 10_000 {
		*t = append(*t, branch)
	}
}

// native returns the part of a cost that machine code counts.
func native(c Cost) Cost {
	c.Decisions = 0
	return c
}
