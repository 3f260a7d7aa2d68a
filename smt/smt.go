package smt

import (
	"context"

	"nearmiss/term"
)

// Verdict is the result of a query.
type Verdict uint8

const (
	Unknown Verdict = iota // no result within the limits, or the query is not supported
	Sat
	Unsat
)

var verdicts = [...]string{"unknown", "sat", "unsat"}

func (v Verdict) String() string { return verdicts[v] }

// Assignment is a change of one slot of the witness.
type Assignment struct {
	Slot  int // index of the word in the input
	Value term.Value
}

// Answer is the answer to a query.
type Answer struct {
	Verdict Verdict
	Changes []Assignment // for Sat: the values that differ from the witness, each slot at most once
	Solver  string       // name of the solver that answered
	Reason  string       // for Unknown: the reason, if known; that of a back end begins with its name
}

// Solver decides conjunctions of boolean terms: the clauses of a path, which form a stack, and
// one more clause. A clause holds if it is defined and true.
//
// An answer is a function of the earlier calls and of the solver's options, unless a time limit
// is set. For most back ends it depends only on the clauses and the witness. A Solver belongs
// to one goroutine. It keeps the terms that it receives; all must come from one Builder.
type Solver interface {
	// Push adds a clause to the path.
	Push(clause *term.Term)

	// Pop removes the last n clauses of the path.
	Pop(n int)

	// Check decides whether the path and extra are satisfiable together. witness satisfies the
	// path; a slot that Answer.Changes does not list keeps its value in witness. The witness
	// must not change during the call.
	Check(ctx context.Context, extra *term.Term, witness term.Env) Answer

	// Solve decides whether the path is satisfiable. witness need not satisfy the path.
	Solve(ctx context.Context, witness term.Env) Answer

	// Close releases the processes and the memory of the solver.
	Close() error
}
