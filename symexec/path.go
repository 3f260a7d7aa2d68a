package symexec

import (
	"nearmiss/input"
	"nearmiss/term"
)

// Site names a place in the program where sides are chosen. Sites compare
// equal exactly if they are the same place, in this process.
type Site struct {
	Cond int // of a condition of rewritten code: its number; otherwise -1
	At   int // otherwise: the number of the instruction in the program
}

// Branch is a condition that depends on symbolic inputs, at the moment when a
// run comes to it.
type Branch struct {
	Site    Site
	Cond    *term.Term // true on the side called true
	Witness bool       // the side that the present witness takes; it is feasible
	Depth   int        // symbolic branches before it on the path
	Calls   int        // frames on the stack
}

// Why says how a side came to be taken.
type Why uint8

const (
	Wanted     Why = iota // the chooser's side
	Infeasible            // the wanted side contradicts the path (and the precondition)
	Undecided             // no solver could say whether the wanted side is feasible
)

// Chooser chooses the sides of one path.
type Chooser interface {
	// Choose returns the side wanted at b. The side b.Witness costs nothing,
	// the other one a query. b is valid during the call.
	Choose(b *Branch) bool

	// Took tells of the side taken at b, right after it was chosen.
	Took(b *Branch, side bool, why Why)
}

// Quitter is a Chooser that can give a path up.
type Quitter interface {
	Chooser

	// Quit reports, right after Took, whether the path ends here.
	Quit() bool
}

// Decision is a symbolic branch as it was taken.
type Decision struct {
	Site    Site
	Side    bool
	Why     Why
	Clause  *term.Term // what the side adds to the path condition; it holds on the path
	At      int        // clauses of Path.Condition before its own: Condition[:At] is what the path had assumed by then
	Known   bool       // the path had decided the condition already: the other side is impossible, and the clause not added again
	Context uint64     // hash of the calls around it, equal for equal ones; it says nothing between programs
}

// Cost is what a run did within rewritten code.
type Cost struct {
	Statements uint64 // executed
	Branches   uint64 // atomic conditions evaluated, symbolic or not
}

// Path is one path through a function.
type Path struct {
	Decisions []Decision
	Condition []*term.Term // the clauses of the decisions and of what was made concrete, in order; together the path condition
	Assumed   int          // of these, the first, which hold of every input with symbolic lengths
	Cost      Cost
	End       End
	Input     input.Vector // a witness: an input that takes this path
	Output    input.Vector // its outcome, as the harness reports it, under the witness
	Queries   int          // asked of the solver
	Concrete  int          // clauses in Condition that come from making a value concrete

	Instructions uint64 // executed, those of libraries and of the harness too

	Outside string // what the path takes for granted of the world outside the input, "" if nothing: with another clock, or another order of goroutines, the input may take another path
}
