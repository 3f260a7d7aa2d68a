package worst

import (
	"context"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Solvers lists what may solve the final path condition, the default first.
func Solvers() []string { return []string{"auto", "embedded"} }

// solve asks for an input that takes a path, by its whole condition. There is
// none if no solver answers in time; by is who answered.
func (e *engine) solve(ctx context.Context, which string, p *symexec.Path, plain input.Vector) (v input.Vector, by string, err error) {
	v, a := model(ctx, e.meter, p, plain)
	return v, a.By, nil
}
