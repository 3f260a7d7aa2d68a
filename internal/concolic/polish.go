package concolic

import (
	"context"

	"nearmiss/dse"
	"nearmiss/symexec"
	"nearmiss/term"
)

var _ dse.Polisher = (*Program)(nil)

// Rough implements dse.Polisher.
func (p *Program) Rough(target int) dse.Rough {
	o := p.near.related[target]
	if o == nil {
		return nil
	}
	return &rough{p, p.last, p.last.Condition[:o.At], o}
}

// rough implements dse.Rough.
type rough struct {
	p      *Program
	path   *symexec.Path
	prefix []*term.Term
	o      *symexec.Operands
}

// Polish implements dse.Rough.
func (r *rough) Polish(ctx context.Context) (dse.Polished, error) {
	p, err := r.p.executor.Polish(ctx, r.path.Input, r.prefix, r.o)
	return dse.Polished{Input: p.Input, Distance: dse.Distance(r.o.Wanted, false, p.Exact), Queries: p.Queries, Unknown: p.Unknown}, err
}
