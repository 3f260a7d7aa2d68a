package target

import (
	"context"
	"fmt"

	"nearmiss/dse"
	"nearmiss/ese"
	"nearmiss/internal/subject"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// DSE returns the function as a program for strategies of package dse. The caller must close it.
func (t *Target) DSE(ctx context.Context, opt dse.FunctionOptions) (*dse.Function, error) {
	p, err := t.Program(ctx)
	if err != nil {
		return nil, err
	}
	return dse.NewFunction(ctx, p, 0, opt)
}

// ESE returns the function, with inputs of the given size, as a target for strategies of package
// ese. The size is the length of strings, slices and maps, and the number of nodes of linked
// structures. Strategies and operators over inputs run inputs in the worker. done closes the
// solver of the target.
func (t *Target) ESE(ctx context.Context, size int) (target ese.Target, done func() error, err error) {
	p, err := t.Program(ctx)
	if err != nil {
		return ese.Target{}, nil, err
	}
	solver := embedded.New(embedded.Effort())
	s := sizes{ctx: ctx, target: t, opt: symexec.Options{Solver: solver, Builder: term.NewBuilder()}, program: p}
	e, shape, err := s.executorAt(size)
	if err != nil {
		solver.Close()
		return ese.Target{}, nil, err
	}
	target = ese.Target{Explorer: e, Size: size, Sizes: s}
	if in := t.subject.Inputs(shape); in != nil {
		target.Inputs = in
	}
	return target, solver.Close, nil
}

// sizes makes executors of a function for inputs of several sizes.
type sizes struct {
	ctx     context.Context
	target  *Target
	opt     symexec.Options
	program *symexec.Program
}

// At implements ese.Sizes.
func (s sizes) At(size int) (ese.Explorer, error) {
	e, _, err := s.executorAt(size)
	return e, err
}

// executorAt returns an executor, and the shape of its inputs.
func (s sizes) executorAt(size int) (ese.Explorer, *subject.Shape, error) {
	shape, err := subject.ShapeOf(s.target.subject.Fn.Sig, size, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("target: %w", err)
	}
	o := s.opt
	o.Vector = shape.Vector
	e, err := symexec.NewExecutor(s.ctx, s.program, 0, o)
	return e, shape, err
}
