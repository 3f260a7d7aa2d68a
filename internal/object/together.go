package object

import (
	"context"
	"iter"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
)

// SatisfyAll implements dse.Batcher. The questions take turns in a fixed order: each goes on until
// it has call sequences to run, and again when they were run and its turn comes. Only call
// sequences run concurrently, each question's on a worker of its own as long as the pool has
// enough. The questions share states, generator and solver, and the answers do not depend on the
// number of workers.
func (p *Program) SatisfyAll(ctx context.Context, list []dse.Question) []dse.Reply {
	replies := make([]dse.Reply, len(list))
	turns := make([]*turn, len(list))
	for i, q := range list {
		t := &turn{}
		t.next, _ = iter.Pull(func(yield func(<-chan struct{}) bool) {
			t.yield = yield
			r := &replies[i]
			r.Answer, r.Input, r.Err = p.Satisfy(ctx, q.Start, q.Prefix, q.Extra)
		})
		turns[i] = t
	}
	for len(turns) > 0 {
		turns = slices.DeleteFunc(turns, func(t *turn) bool { return !t.take(p) })
	}
	return replies
}

// A turn is a question among others, as a coroutine.
type turn struct {
	next  func() (<-chan struct{}, bool)
	yield func(<-chan struct{}) bool
	done  <-chan struct{} // closed when the call sequences that the question waits for were run
}

// take waits for the call sequences of a question, and has the question go on until it has more of
// them; false if it is answered instead.
func (t *turn) take(p *Program) (more bool) {
	if t.done != nil {
		<-t.done
	}
	p.turn = t
	t.done, more = t.next()
	p.turn = nil
	return more
}

// measure runs call sequences natively. Meanwhile other questions have their turns.
func (p *Program) measure(ctx context.Context, calls []input.Vector) (results []*native.MeasureResult, err error) {
	run := func() {
		results, err = p.m.Pool.Measure(ctx, []*wire.MeasureJob{{Entry: p.m.StateEntry, Vectors: calls, Results: true}})
	}
	if p.turn == nil {
		run()
		return results, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run()
	}()
	p.turn.yield(done)
	return results, err
}
