package concolic

import (
	"context"

	"nearmiss/dse"
)

var _ dse.Polisher = (*Program)(nil)

// Rough implements dse.Polisher.
func (p *Program) Rough(target int) bool { return p.near.operands(target) != nil }

// Polish implements dse.Polisher.
func (p *Program) Polish(ctx context.Context, target int) (dse.Polished, error) {
	o := p.near.operands(target)
	got, err := p.executor.Polish(ctx, p.last.Input, p.last.Condition[:o.At], o)
	return dse.Polished{Input: got.Input, Distance: dse.Distance(o.Wanted, false, got.Exact), Queries: got.Queries, Unknown: got.Unknown}, err
}
