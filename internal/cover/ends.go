package cover

import (
	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/symexec"
)

// flipInstructions is the number of instructions of the executor that count as one more flip. A run
// usually takes some thousand instructions; in a few functions it takes hundreds of thousands.
const flipInstructions = 10_000

// An expense is the work that dynamic symbolic execution has done.
type expense struct {
	runs         int
	queries      uint64
	instructions uint64 // instructions of the executor
	sequences    int    // call sequences run to find the states that they make
}

func (e *expense) add(o expense) {
	e.runs, e.queries = e.runs+o.runs, e.queries+o.queries
	e.instructions, e.sequences = e.instructions+o.instructions, e.sequences+o.sequences
}

// since returns the difference between e and the earlier expense o.
func (e expense) since(o expense) expense {
	return expense{e.runs - o.runs, e.queries - o.queries, e.instructions - o.instructions, e.sequences - o.sequences}
}

// flips returns the expense in flips. A flip is one run, one query, flipInstructions instructions or
// flipWork call sequences.
func (e *expense) flips() uint64 {
	return uint64(e.runs) + e.queries + e.instructions/flipInstructions + uint64(e.sequences)/flipWork
}

// ends are the results of the exploration of a function, for the report.
type ends struct {
	spent       expense
	solved      int // branches of any function that the exploration covered first
	diverged    int
	notModelled int            // paths that ended without a return or panic
	unknown     int            // tree nodes for which no solver had an answer
	obstacles   map[string]int // number of these paths and nodes, and of trees closed early or not opened, by reason
}

// add adds the result of a tree.
func (e *ends) add(r *dse.Result) {
	if r == nil {
		return
	}
	e.diverged += r.Diverged
	for why, n := range r.Unknown {
		e.unknown += n
		e.obstacles[noSolver+why] += n
	}
}

// end counts a path that ended neither with a return nor with a panic.
func (e *ends) end(end symexec.End) {
	if end.Kind == symexec.Returned || end.Kind == symexec.Panicked {
		return
	}
	what := end.Kind.Text()
	if end.Detail != "" {
		what += ": " + end.Detail
	}
	e.notModelled++
	e.obstacles[what]++
}

// symbolic returns the report on an exploration whose trees are closed.
func (e *ends) symbolic() *report.Symbolic {
	return &report.Symbolic{
		Runs: int64(e.spent.runs), Queries: int64(e.spent.queries), Covered: e.solved, Diverged: int64(e.diverged),
		NotModelled: int64(e.notModelled), Unknown: int64(e.unknown),
	}
}

// noSolver begins the note on paths for which no solver has decided whether an input takes them.
// The reasons of the solvers follow.
const noSolver = "no solver could tell whether an input takes a path; what the solvers say: "

// mostReasons is the number of reasons that the notes on a package list. The most frequent reasons
// come first.
const mostReasons = 3

// noteSolving adds notes on the obstacles of the executor and the solvers.
func (r *schedule) noteSolving() {
	if r == nil {
		return
	}
	u, count := r.u, map[string]int{}
	for _, x := range r.explorers {
		for why, n := range x.obstacles {
			count[why] += n
		}
		if x.fault != "" {
			u.note(x.fn.position, x.fn.name+": a fault ended its symbolic execution; please report it: "+x.fault)
		}
	}
	if u.symbols != nil {
		if err := u.symbols.fault(); err != nil {
			u.note("", "not executed symbolically: "+err.Error())
		}
	}
	order := report.MostFrequent(count)
	for _, why := range order[:min(len(order), mostReasons)] {
		u.notes = append(u.notes, report.Note{Text: "symbolic execution: " + why, Count: count[why]})
	}
	if more := len(order) - mostReasons; more > 0 {
		u.notes = append(u.notes, report.Note{Text: "symbolic execution: other reasons to end a path", Count: more})
	}
	if r.forgotten > 0 {
		u.notes = append(u.notes, report.Note{Text: "execution trees were dropped to save memory", Count: r.forgotten})
	}
}
