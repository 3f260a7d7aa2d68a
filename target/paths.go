package target

import (
	"context"
	"fmt"

	"nearmiss/dse"
	"nearmiss/ese"
	"nearmiss/internal/subject"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// DSE is the function as a program for strategies of package dse. Close it.
func (t *Target) DSE(ctx context.Context, opt dse.FunctionOptions) (*dse.Function, error) {
	p, err := t.Program(ctx)
	if err != nil {
		return nil, err
	}
	return dse.NewFunction(ctx, p, 0, opt)
}

// ESE is the function with inputs of a size as a target for strategies of package ese:
// strings, slices and maps have that length, and linked structures that many nodes. Inputs
// run in the worker, for strategies and operators over inputs. done closes its solver.
func (t *Target) ESE(ctx context.Context, size int) (target ese.Target, done func() error, err error) {
	p, err := t.Program(ctx)
	if err != nil {
		return ese.Target{}, nil, err
	}
	solver := embedded.New(embedded.Options{Blast: bitvec.Options{Steps: 400_000, Gates: 300_000}})
	s := sizes{ctx: ctx, t: t, opt: symexec.Options{Solver: solver, Builder: term.NewBuilder()}, program: p}
	e, shape, err := s.at(size)
	if err != nil {
		solver.Close()
		return ese.Target{}, nil, err
	}
	target = ese.Target{Explorer: e, Size: size, Sizes: s}
	if in := t.s.Inputs(shape); in != nil {
		target.Inputs = in
	}
	return target, solver.Close, nil
}

// sizes are executors of a function at several sizes.
type sizes struct {
	ctx     context.Context
	t       *Target
	opt     symexec.Options
	program *symexec.Program
}

// At implements ese.Sizes.
func (s sizes) At(size int) (ese.Explorer, error) {
	e, _, err := s.at(size)
	return e, err
}

func (s sizes) at(size int) (ese.Explorer, *subject.Shape, error) {
	shape, err := subject.ShapeOf(s.t.s.Fn.Sig, size, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("target: %w", err)
	}
	o := s.opt
	o.Vector = shape.Vector
	e, err := symexec.NewExecutor(s.ctx, s.program, 0, o)
	return e, shape, err
}
