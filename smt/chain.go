package smt

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nearmiss/term"
)

// chain queries one solver after another.
type chain []Solver

// Chain returns a solver that queries its members in order until one decides. Each member has
// the whole path.
func Chain(members ...Solver) Solver { return chain(members) }

func (c chain) Push(clause *term.Term) {
	for _, s := range c {
		s.Push(clause)
	}
}

func (c chain) Pop(n int) {
	for _, s := range c {
		s.Pop(n)
	}
}

func (c chain) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	return c.firstAnswer(ctx, func(s Solver) Answer { return s.Check(ctx, extra, w) })
}

func (c chain) Solve(ctx context.Context, w term.Env) Answer {
	return c.firstAnswer(ctx, func(s Solver) Answer { return s.Solve(ctx, w) })
}

func (c chain) firstAnswer(ctx context.Context, query func(Solver) Answer) Answer {
	var reasons []string
	for _, s := range c {
		a := query(s)
		if a.Verdict != Unknown {
			return a
		}
		if a.Reason != "" && !slices.Contains(reasons, a.Reason) {
			reasons = append(reasons, a.Reason)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return Answer{Reason: strings.Join(reasons, "; ")}
}

func (c chain) Close() error {
	var errs []error
	for _, s := range c {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
