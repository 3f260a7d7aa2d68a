// Package paths puts the programs of package pyse on the executor, for tests
// and tables that take paths through them.
//
//	program, err := paths.Load(ctx)
//	e, err := paths.At(ctx, program, "Align", 100, order.New()) // 100 zeros
//	path, err := e.Explore(ctx, nil, chooser)
//
// A program may be shared between goroutines, an executor not.
package paths

import (
	"context"
	"fmt"

	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/smt"
	"nearmiss/symexec"
)

// Load loads the programs. It works within this module alone.
func Load(ctx context.Context) (*symexec.Program, error) {
	pkgs, err := load.Load(ctx, ".", load.Options{}, "nearmiss/bench/subjects/pyse")
	if err != nil {
		return nil, err
	}
	set, err := subject.Prepare(ctx, pkgs[0], nil, subject.SetOptions{Module: true})
	if err != nil {
		return nil, err
	}
	return symexec.Load(ctx, set)
}

// At returns the executor of a program for inputs of n symbolic variables, with
// zeros to begin with.
func At(ctx context.Context, p *symexec.Program, name string, n int, solver smt.Solver) (*symexec.Executor, error) {
	entry := p.Entry(name)
	if entry < 0 {
		return nil, fmt.Errorf("no program %s", name)
	}
	shape, err := subject.ShapeOf(p.Entries[entry], n, nil)
	if err != nil {
		return nil, err
	}
	return symexec.NewExecutor(ctx, p, entry, symexec.Options{Vector: shape.Vector, Solver: solver})
}
