// Package paths puts the programs of package ese on the executor, for tests and
// tables that take paths through them.
//
//	program, err := paths.Load(ctx, ".")
//	s, _ := manual.Find("MergeSort")
//	e, err := paths.At(ctx, program, s, 100, order.New()) // 100 zeros
//	path, err := e.Explore(ctx, nil, chooser)
//
// A program may be shared between goroutines, an executor not.
package paths

import (
	"context"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/smt"
	"nearmiss/symexec"
)

// Load loads the programs. It works within this module alone: dir is one of its directories.
func Load(ctx context.Context, dir string) (*symexec.Program, error) {
	pkgs, err := load.Load(ctx, dir, load.Options{}, "nearmiss/bench/subjects/ese")
	if err != nil {
		return nil, err
	}
	set, err := subject.Prepare(ctx, pkgs[0], nil, subject.SetOptions{Module: true})
	if err != nil {
		return nil, err
	}
	return symexec.Load(ctx, set)
}

// At returns the executor of a program for inputs of a size, with zeros to
// begin with. What is fixed in the input, as lengths are, is that of the
// subject's worst one.
func At(ctx context.Context, p *symexec.Program, s manual.Subject, size int, solver smt.Solver) (*symexec.Executor, error) {
	v := s.Worst(size)
	e, err := symexec.NewExecutor(ctx, p, p.Entry(s.Func), symexec.Options{Vector: v, Solver: solver})
	if err != nil {
		return nil, err
	}
	for i := range v {
		if e.Slot(i) != nil {
			v[i] = 0
		}
	}
	e.SetInput(v)
	return e, nil
}
