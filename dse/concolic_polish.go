package dse

import (
	"context"
)

var _ Polisher = (*ConcolicProgram)(nil)

// Rough implements dse.Polisher.
func (p *ConcolicProgram) Rough(target int) bool { return p.near.operands(target) != nil }

// Polish implements dse.Polisher.
func (p *ConcolicProgram) Polish(ctx context.Context, target int) (Polished, error) {
	o := p.near.operands(target)
	got, err := p.executor.Polish(ctx, p.last.Input, p.last.Condition[:o.At], o)
	return Polished{Input: got.Input, Distance: Distance(o.Wanted, false, got.Exact), Queries: got.Queries, Unknown: got.Unknown}, err
}
