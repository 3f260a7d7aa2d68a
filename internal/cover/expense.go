package cover

const (
	// flipWork is what running an input by the executor takes, and asking a solver: as
	// long as so many evaluations, by and large. It is the unit of work of an errand.
	flipWork = 50

	// flipInstructions is how many instructions of the executor are worth a flip more: some
	// thousand are usual for a run, and those of a few functions have
	// hundreds of thousands.
	flipInstructions = 10_000
)

// An expense is what dynamic symbolic execution has taken.
type expense struct {
	runs         int
	queries      uint64
	instructions uint64 // of the executor
}

// spent is what the runs of a tree have taken.
func (t *explored) spent() expense {
	if t.result == nil {
		return expense{}
	}
	return expense{t.result.Runs, t.result.Queries, t.result.Instructions}
}

// add adds another expense.
func (e *expense) add(o expense) {
	e.runs, e.queries, e.instructions = e.runs+o.runs, e.queries+o.queries, e.instructions+o.instructions
}

// since is what was spent after an earlier expense.
func (e expense) since(o expense) expense {
	return expense{e.runs - o.runs, e.queries - o.queries, e.instructions - o.instructions}
}

// flips is the expense in flips.
func (e *expense) flips() uint64 {
	return uint64(e.runs) + e.queries + e.instructions/flipInstructions
}

// work is the expense in evaluations.
func (e *expense) work() uint64 { return e.flips() * flipWork }
