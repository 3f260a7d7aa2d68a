package symexec

import (
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/term"
)

// Site identifies a place in the program where a side is chosen. Equal sites are the same
// place, in every process that loads the same source.
type Site struct {
	Cond int // number of a condition of rewritten code; -1 for other code
	At   int // if Cond is -1: number of the instruction, from the name of its function and its position there
}

// Branch is a condition that depends on symbolic inputs, when a run reaches it.
type Branch struct {
	Site    Site
	Cond    *term.Term // condition that holds on the true side
	Witness bool       // the side that the witness takes, which is feasible
	Depth   int        // number of symbolic branches before this one on the path
	Cost    Cost       // cost of the path before this branch
}

// SideReason is the reason why a side was taken.
type SideReason uint8

const (
	Wanted     SideReason = iota // the Chooser wanted the side
	Infeasible                   // the wanted side contradicts the path condition or the precondition
	Undecided                    // no solver could decide whether the wanted side is feasible
)

// Chooser chooses the sides of one path.
type Chooser interface {
	// Choose returns the side wanted at b. The side b.Witness costs nothing, the other side
	// costs a query. b is valid during the call.
	Choose(b *Branch) bool

	// Took reports the side taken at b, right after Choose.
	Took(b *Branch, side bool, why SideReason)
}

// Quitter is a Chooser that can abandon a path.
type Quitter interface {
	Chooser

	// Quit reports, right after Took, whether to end the path.
	Quit() bool
}

// Decision is a symbolic branch with the side that the path took.
type Decision struct {
	Site   Site
	Side   bool
	Why    SideReason
	Clause *term.Term // the clause that the side adds to the path condition
	At     int        // number of clauses of Condition before Clause: Condition[:At] holds when the branch is reached

	// Known reports that Condition[:At] implies Clause: the other side is impossible, and Clause
	// is not added to Condition.
	Known bool

	Context uint64 // hash of the enclosing calls; comparable within one program only
}

// Cost counts the work of a run in rewritten code.
type Cost = search.Cost

// Path is one path through a function.
type Path struct {
	Decisions []Decision
	Condition []*term.Term // path condition: clauses of decisions and of values made concrete, in order
	Assumed   int          // number of first clauses of Condition that hold for every input: bounds of lengths, domains of types
	Cost      Cost
	End       End
	Input     input.Vector // a witness: an input that takes this path
	Output    input.Vector // outcome of running Input, as the harness encodes it
	Queries   int          // number of solver queries
	Concrete  int          // number of clauses in Condition that made a value concrete

	Instructions uint64 // number of instructions executed, including those of libraries and the harness

	// Outside is an assumption about the world outside the input, "" if there is none. With
	// another clock, say, or another order of goroutines, Input may take another path.
	Outside string
}

// EndKind is a reason why a path ended.
type EndKind uint8

const (
	Returned EndKind = iota
	Panicked
	OutOfFuel
	Contradicted // the precondition admits no path
	Stopped      // the context ended
	Unsupported  // the path reached code without a model and without a fallback
	Deadlocked
	TooDeep // too many nested calls
	OutOfMemory
	Undetermined // no solver could decide whether the precondition is satisfiable
	Unbuilt      // code that makes the input panicked or refused to make it
	Abandoned    // the Chooser quit the path
	Faulted      // defect in the executor or the solver
)

// ends has a row for each EndKind.
var ends = [...]struct {
	name string
	text string // message for users
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

// String returns the name of the kind.
func (k EndKind) String() string { return ends[k].name }

// Text explains the kind in a clause of a sentence.
func (k EndKind) Text() string { return ends[k].text }

// End says why and where a path ended.
type End struct {
	Kind   EndKind
	Detail string // message of the panic, or the construct without a model
	At     string // file:line, or file:line:col in a file that is not rewritten
}

// Values of Path.Outside: Go permits other orders and other environments, the executor has this
// one.
const (
	orderOfMaps       = "maps are ranged over in the order of insertion"
	orderOfCases      = "a select takes its first case that is ready"
	orderOfGoroutines = "goroutines run one at a time, in the order in which they became ready"
	environment       = "the environment is empty"
)

// relyOn records an assumption about the world outside the input, if the run is between its
// begin and its end. The harness before and after the run decides nothing.
func (m *machine) relyOn(assumption string) {
	if m.running {
		m.path.Outside = assumption
	}
}
