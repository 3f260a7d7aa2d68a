package symexec

import (
	"cmp"
	"errors"
	"fmt"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Options configure an execution. Vector is mandatory. Without a Solver, only the sides of the
// witness are known to be feasible.
type Options struct {
	// Vector is the first witness and gives the shape of the input.
	Vector input.Vector

	// Concrete makes every word concrete: the run gives the outcome and its cost.
	Concrete bool

	// Bound makes symbolic the lengths of strings, slices and maps, and whether pointers are
	// nil. A list has at most Bound elements, or as many as in Vector. The slots are then those
	// of a layout in which each list has capacity for all its elements, not words of the input;
	// see Executor.Places. Lists, above all nested ones, get less capacity if the layout would
	// otherwise have more than 16384 words. With Bound 0 the input keeps the shape of Vector:
	// lengths, nil pointers and choices are no slots.
	Bound int

	Solver  smt.Solver
	Builder *term.Builder // makes all terms; by default a new one

	// Fork settles a symbolic index or length by branches, in a search for its value. Without
	// Fork the number becomes concrete. In both cases an index into a table with few runs of
	// equal numbers stays symbolic. Fork also makes the panicking side of an instruction (an
	// index out of range, a division by zero) a branch. Without Fork a path panics only if it
	// has to.
	Fork bool

	OnBranch func(branch uint32) // if not nil, receives each branch of rewritten code that a run takes
	Observer Observer            // if not nil, receives the distances of conditions to their sides
	Reader   Reader              // if not nil, receives the comparisons of pieces of the input, and the branches of rewritten code
	Limits   Limits
}

// Limits bound a run. Each limit has its EndKind.
type Limits struct {
	Statements   uint64 // statements of rewritten code, by default 1 000 000
	Instructions uint64 // by default 200 for each statement
	Calls        int    // nested calls, by default 100 000
	Cells        int64  // words of memory, by default 2^24, the limit of a native run
	Terms        int    // terms made by the path, by default 2^22
}

func (l Limits) withDefaults() Limits {
	l.Statements = cmp.Or(l.Statements, 1_000_000)
	l.Instructions = cmp.Or(l.Instructions, 200*l.Statements)
	l.Calls = cmp.Or(l.Calls, 100_000)
	l.Cells = cmp.Or(l.Cells, 1<<24)
	l.Terms = cmp.Or(l.Terms, 1<<22)
	return l
}

// Validate returns an error that lists all invalid limits.
func (l Limits) Validate() error {
	var errs []error
	if l.Calls < 0 {
		errs = append(errs, fmt.Errorf("calls: %d is negative", l.Calls))
	}
	if l.Cells < 0 {
		errs = append(errs, fmt.Errorf("cells: %d is negative", l.Cells))
	}
	if l.Terms < 0 {
		errs = append(errs, fmt.Errorf("terms: %d is negative", l.Terms))
	}
	return errors.Join(errs...)
}
