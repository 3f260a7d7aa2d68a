package symexec

import (
	"nearmiss/input"
	"nearmiss/term"
)

// Site names a place in the program where sides are chosen. Sites compare
// equal exactly if they are the same place, in every process that loads the same
// source.
type Site struct {
	Cond int // of a condition of rewritten code: its number; otherwise -1
	At   int // otherwise: a number of the instruction, from the name of its function and its place there
}

// Branch is a condition that depends on symbolic inputs, at the moment when a
// run comes to it.
type Branch struct {
	Site    Site
	Cond    *term.Term // true on the side called true
	Witness bool       // the side that the present witness takes; it is feasible
	Depth   int        // symbolic branches before it on the path
	Cost    Cost       // of the path until then, this branch not included
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
type Cost = input.Cost

// Path is one path through a function.
type Path struct {
	Decisions []Decision
	Condition []*term.Term // the clauses of the decisions and of what was made concrete, in order; together the path condition
	Assumed   int          // of these, the first, which hold of every input: bounds of lengths, domains
	Cost      Cost
	End       End
	Input     input.Vector // a witness: an input that takes this path
	Output    input.Vector // its outcome, as the harness reports it, under the witness
	Queries   int          // asked of the solver
	Concrete  int          // clauses in Condition that come from making a value concrete

	Instructions uint64 // executed, those of libraries and of the harness too

	Outside string // what the path takes for granted of the world outside the input, "" if nothing: with another clock, or another order of goroutines, the input may take another path
}

// EndKind is the way a path ended.
type EndKind uint8

const (
	Returned EndKind = iota
	Panicked
	OutOfFuel
	Contradicted // the precondition admits no path
	Stopped      // the context ended
	Unsupported  // code that is not modelled was reached with nothing to fall back on
	Deadlocked
	TooDeep // of calls
	OutOfMemory
	Undetermined // no solver could say whether the precondition admits a path
	Unbuilt      // code that makes the input panicked or refused
	Abandoned    // the chooser gave the path up
	Faulted      // the executor or the solver is at fault
)

// ends has one row for each way in which a path can end.
var ends = [...]struct {
	name string
	text string // for users
}{
	Returned:     {"returned", "the function returned"},
	Panicked:     {"panicked", "the function panicked"},
	OutOfFuel:    {"out of fuel", "the path is longer than the limit"},
	Contradicted: {"contradicted", "no input satisfies the precondition"},
	Stopped:      {"stopped", "the time was up"},
	Unsupported:  {"unsupported", "the path comes to code that cannot be executed symbolically"},
	Deadlocked:   {"deadlocked", "all goroutines wait for each other"},
	TooDeep:      {"too deep", "there are more calls within calls than the limit"},
	OutOfMemory:  {"out of memory", "the path needs more memory than the limit"},
	Undetermined: {"undetermined", "no solver could say whether an input satisfies the precondition"},
	Unbuilt:      {"unbuilt", "the input could not be made"},
	Abandoned:    {"abandoned", "the search gave the path up"},
	Faulted:      {"faulted", "there is a fault in the executor or the solver: please report it"},
}

// String names the kind.
func (k EndKind) String() string { return ends[k].name }

// Text says what the kind means, as a clause of a sentence.
func (k EndKind) Text() string { return ends[k].text }

// End says how a path ended.
type End struct {
	Kind EndKind
	What string // the panic's message, the construct that is not modelled
	At   string // where: file:line, in files that are not rewritten file:line:col
}

// What Go leaves open, and where the executor knows one way alone.
const (
	orderOfMaps       = "maps are ranged over in the order of insertion"
	orderOfCases      = "a select takes its first case that is ready"
	orderOfGoroutines = "goroutines run one at a time, in the order in which they became ready"
	environment       = "the environment is empty"
)

// relies keeps what the path takes for granted of the world outside the input. What
// the harness does before and after the run decides nothing.
func (m *machine) relies(on string) {
	if m.running {
		m.path.Outside = on
	}
}
