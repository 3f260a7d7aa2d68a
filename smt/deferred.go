package smt

import (
	"context"

	"nearmiss/term"
)

// A deferred is the solver of Deferred: it pushes the path to next when there is a query.
type deferred struct {
	next   Solver
	path   []*term.Term
	synced []*term.Term // clauses on the path of next
	prefix int          // length of the common prefix of path and synced
	shrunk int          // the builder's Shrunk at the last query
}

// lateInterval is the number of clauses between two checks of the context. Pushing so many clauses
// takes negligible time.
const lateInterval = 1024

// Late reports whether ctx has ended after n clauses were pushed. It checks at intervals only.
func Late(ctx context.Context, n int) bool { return n%lateInterval == 0 && ctx.Err() != nil }

// notSynced is the answer if time ran out before next had the path.
var notSynced = Answer{Reason: "time ran out before the solver had the path"}

// Deferred returns a solver that updates the path of next at each query only. Clauses pushed
// and popped between two queries cost next nothing.
func Deferred(next Solver) Solver { return &deferred{next: next} }

func (d *deferred) Push(clause *term.Term) {
	if d.prefix == len(d.path) && d.prefix < len(d.synced) && d.synced[d.prefix] == clause {
		d.prefix++
	}
	d.path = append(d.path, clause)
}

func (d *deferred) Pop(n int) {
	keep := len(d.path) - n
	clear(d.path[keep:])
	d.path = d.path[:keep]
	d.prefix = min(d.prefix, keep)
}

// sync makes the path of next equal to the path, and reports whether it finished before ctx
// ended. If the builder has dropped terms, it pushes all clauses anew, so that next can drop
// the terms too.
func (d *deferred) sync(ctx context.Context) bool {
	if len(d.path) > 0 {
		if b := d.path[0].Builder(); b.Shrunk() != d.shrunk {
			d.shrunk, d.prefix = b.Shrunk(), 0
		}
	}
	if n := len(d.synced) - d.prefix; n > 0 {
		clear(d.synced[d.prefix:])
		d.synced = d.synced[:d.prefix]
		d.next.Pop(n)
	}
	for i, t := range d.path[d.prefix:] {
		if Late(ctx, i+1) {
			break
		}
		d.synced = append(d.synced, t)
		d.next.Push(t)
	}
	d.prefix = len(d.synced)
	return d.prefix == len(d.path)
}

func (d *deferred) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if !d.sync(ctx) {
		return notSynced
	}
	return d.next.Check(ctx, extra, w)
}

func (d *deferred) Solve(ctx context.Context, w term.Env) Answer {
	if !d.sync(ctx) {
		return notSynced
	}
	return d.next.Solve(ctx, w)
}

func (d *deferred) Close() error { return d.next.Close() }
