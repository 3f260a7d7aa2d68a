package smt

import (
	"context"

	"nearmiss/term"
)

// deferred tells next of a path when it asks.
type deferred struct {
	next   Solver
	path   []*term.Term
	given  []*term.Term // the path of next
	same   int          // how long both are the same
	shrunk int          // terms were forgotten so often when it was asked last
}

// fewClauses are told in no time to speak of: after so many it is looked whether
// the time is up.
const fewClauses = 1024

// Late reports whether ctx has ended, when n clauses have been told. It looks only
// now and then.
func Late(ctx context.Context, n int) bool { return n%fewClauses == 0 && ctx.Err() != nil }

// notTold is the answer when there was no time to tell of a path.
var notTold = Answer{Reason: "the time was up before the path was told"}

// Deferred returns a solver that tells next of the path not before there is a
// question, and then of the difference to the path of the question before: what
// is pushed and popped between two questions costs next nothing.
func Deferred(next Solver) Solver { return &deferred{next: next} }

func (d *deferred) Push(clause *term.Term) {
	if d.same == len(d.path) && d.same < len(d.given) && d.given[d.same] == clause {
		d.same++
	}
	d.path = append(d.path, clause)
}

func (d *deferred) Pop(n int) {
	keep := len(d.path) - n
	clear(d.path[keep:])
	d.path = d.path[:keep]
	d.same = min(d.same, keep)
}

// give makes the path of next the path, and reports whether it could before
// ctx ended. When the builder has forgotten terms all is given anew, so that
// next can forget them too.
func (d *deferred) give(ctx context.Context) bool {
	if len(d.path) > 0 {
		if b := d.path[0].Builder(); b.Shrunk() != d.shrunk {
			d.shrunk, d.same = b.Shrunk(), 0
		}
	}
	if n := len(d.given) - d.same; n > 0 {
		clear(d.given[d.same:])
		d.given = d.given[:d.same]
		d.next.Pop(n)
	}
	for i, t := range d.path[d.same:] {
		if Late(ctx, i+1) {
			break
		}
		d.given = append(d.given, t)
		d.next.Push(t)
	}
	d.same = len(d.given)
	return d.same == len(d.path)
}

func (d *deferred) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if !d.give(ctx) {
		return notTold
	}
	return d.next.Check(ctx, extra, w)
}

func (d *deferred) Solve(ctx context.Context, w term.Env) Answer {
	if !d.give(ctx) {
		return notTold
	}
	return d.next.Solve(ctx, w)
}

func (d *deferred) Close() error { return d.next.Close() }
