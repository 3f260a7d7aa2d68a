package smt

import (
	"context"

	"nearmiss/term"
)

// Verdict is what a solver says of a conjunction.
type Verdict uint8

const (
	Unknown Verdict = iota // no answer within the limits, or not a question for this solver
	Sat
	Unsat
)

var verdicts = [...]string{"unknown", "sat", "unsat"}

func (v Verdict) String() string { return verdicts[v] }

// Assignment gives a slot a value.
type Assignment struct {
	Slot  int
	Value term.Value
}

// Answer is what became of one question.
type Answer struct {
	Verdict Verdict
	Changes []Assignment // Sat: what differs from the witness, each slot at most once
	By      string       // which solver answered
	Reason  string       // Unknown: why; begins with who says so
}

// Solver decides conjunctions of boolean terms: the clauses of a path, which
// lie on a stack, and one more. A clause holds if it is defined and true.
//
// An answer is a function of the calls so far and the solver's options, unless
// a limit in time is set; most back ends go by the clauses and the witness
// alone. A Solver belongs to one goroutine and keeps the terms it was given,
// which must be of one Builder.
type Solver interface {
	// Push puts a clause on the path.
	Push(clause *term.Term)

	// Pop takes the last n clauses off the path.
	Pop(n int)

	// Check asks whether the path and extra hold together. witness satisfies
	// the path; what Sat leaves unchanged has the value that it has there.
	// The witness must not change during the call.
	Check(ctx context.Context, extra *term.Term, witness term.Env) Answer

	// Solve asks whether the path holds. witness need not satisfy it.
	Solve(ctx context.Context, witness term.Env) Answer

	// Close gives back what the solver holds: processes, memory.
	Close() error
}
