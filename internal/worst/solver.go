package worst

import (
	"context"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/blast"
	"nearmiss/smt/order"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Solvers lists what may solve the final path condition, the default first.
func Solvers() []string { return []string{"auto", "embedded"} }

// embedded is the chain that needs nothing installed.
func embedded(b *term.Builder) smt.Solver {
	return smt.Chain(order.New(), blast.New(blast.Options{}))
}

// solve asks for an input that takes a path, by its whole condition. There is
// none if no solver answers in time; by is who answered.
func (e *engine) solve(ctx context.Context, which string, p *symexec.Path) (v input.Vector, by string, err error) {
	v, a := model(ctx, e.meter, p)
	return v, a.By, nil
}
