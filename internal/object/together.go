package object

import (
	"context"
	"iter"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/fault"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// SatisfyAll implements dse.Batcher. The questions take turns in a fixed order. In its turn a
// question is worked on until it has call sequences to run; its next turn comes when they were run.
// Only the runs of call sequences are concurrent, each question's on a worker of its own as long as
// the pool has enough. The questions share states, generator and solver. The answers do not depend
// on the number of workers.
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
		turns = slices.DeleteFunc(turns, func(t *turn) bool { return !t.resume(p) })
	}
	return replies
}

// A turn is one of several questions that are answered alternately, as a coroutine.
type turn struct {
	next  func() (<-chan struct{}, bool)
	yield func(<-chan struct{}) bool
	done  <-chan struct{} // closed when the call sequences that the question waits for were run
}

// resume waits until the call sequences of a question were run, and continues the question until it
// has more of them; false if the question is answered instead.
func (t *turn) resume(p *Program) (more bool) {
	if t.done != nil {
		<-t.done
	}
	p.currentTurn = t
	t.done, more = t.next()
	p.currentTurn = nil
	return more
}

// measure runs call sequences natively. In SatisfyAll, other questions take their turns meanwhile.
func (p *Program) measure(ctx context.Context, calls []input.Vector) (results []*native.MeasureResult, err error) {
	run := func() {
		results, err = p.method.Pool.Measure(ctx, []*worker.MeasureJob{{Entry: p.method.StateEntry, Vectors: calls, Results: true}})
	}
	if p.currentTurn == nil {
		run()
		return results, err
	}
	done := make(chan struct{})
	var beside fault.Group
	beside.Go(func() {
		defer close(done)
		run()
	})
	p.currentTurn.yield(done)
	beside.Wait()
	return results, err
}
