package symexec

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/prepare"
)

// program loads a package.
func program(t testing.TB, pattern string) *Program {
	t.Helper()
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	set, err := prepare.Package(t.Context(), pkgs[0], nil, prepare.Options{Module: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(t.Context(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// executor prepares one function of a program.
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
