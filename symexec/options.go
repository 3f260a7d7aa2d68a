package symexec

import (
	"cmp"
	"errors"
	"fmt"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Options say how a function is executed. Vector is needed; without a Solver
// only the sides that the witness takes are known to be feasible.
type Options struct {
	// Vector is the first witness; it gives the shape of the input.
	Vector input.Vector

	// Concrete leaves no word symbolic: a run and its cost.
	Concrete bool

	// Bound makes the lengths of strings, slices and maps symbolic, and whether
	// pointers are nil: there are at most so many elements, or as many as
	// Vector has. Slots are then those of a layout with room for all, and not
	// words of the input. 0 leaves the shape of Vector as it is: lengths, nil
	// pointers and choices are no slots.
	// Lists within lists, pointers and entries have less room where all had
	// more than 16 384 words together; Executor.Places tells.
	Bound int

	Solver  smt.Solver
	Builder *term.Builder // of all terms; by default a new one

	// Fork settles a symbolic index or length by branches, a search for its
	// value; otherwise it becomes concrete. An index that reads a table of few
	// runs of equal numbers stays symbolic either way. It makes the panicking
	// side of an instruction (an index out of range, a division by zero) a
	// branch like any other; otherwise what does not have to panic does not.
	Fork bool

	Took     func(branch uint32) // hears of each branch of rewritten code that a run takes; nil: nobody
	Observer Observer            // hears how near conditions come to their sides; nil: nobody
	Reader   Reader              // hears what pieces of the input are compared with, and where; nil: nobody
	Limits   Limits
}

// Limits bound a run. Each is an End of its own.
type Limits struct {
	Statements   uint64 // of rewritten code, by default 1 000 000
	Instructions uint64 // by default 200 for each statement
	Calls        int    // within calls, by default 100 000
	Cells        int64  // words of memory, by default 2^24: those that a native run may have
	Terms        int    // that the path makes, by default 2^22
}

func (l Limits) withDefaults() Limits {
	l.Statements = cmp.Or(l.Statements, 1_000_000)
	l.Instructions = cmp.Or(l.Instructions, 200*l.Statements)
	l.Calls = cmp.Or(l.Calls, 100_000)
	l.Cells = cmp.Or(l.Cells, 1<<24)
	l.Terms = cmp.Or(l.Terms, 1<<22)
	return l
}

// Validate reports every fault of the limits.
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
