package cover

import (
	"cmp"
	"maps"
	"slices"

	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/symexec"
)

// flipInstructions is how many instructions of the executor are worth a flip more: some
// thousand are usual for a run, and those of a few functions have hundreds of thousands.
const flipInstructions = 10_000

// An expense is what dynamic symbolic execution has taken.
type expense struct {
	runs         int
	queries      uint64
	instructions uint64 // of the executor
	sequences    int    // of calls, run for the states that they make
}

func (e *expense) add(o expense) {
	e.runs, e.queries = e.runs+o.runs, e.queries+o.queries
	e.instructions, e.sequences = e.instructions+o.instructions, e.sequences+o.sequences
}

// since is what was spent after an earlier expense.
func (e expense) since(o expense) expense {
	return expense{e.runs - o.runs, e.queries - o.queries, e.instructions - o.instructions, e.sequences - o.sequences}
}

// flips is the expense in runs and queries.
func (e *expense) flips() uint64 {
	return uint64(e.runs) + e.queries + e.instructions/flipInstructions + uint64(e.sequences)/flipWork
}

// ends are what came of an exploration, for the report.
type ends struct {
	spent    expense
	solved   int // branches that it found first, of whatever function
	diverged int
	odd      map[string]int // ends of paths that are not modelled
	unknown  map[string]int // what no solver knew, by reason
	dropped  map[string]int // trees, by the reason why they are there no more
}

// add counts the result of a tree.
func (e *ends) add(r *dse.Result) {
	if r == nil {
		return
	}
	e.diverged += r.Diverged
	for why, n := range r.Unknown {
		e.unknown[why] += n
	}
}

// end counts how a path ended.
func (e *ends) end(end symexec.End) {
	if end.Kind == symexec.Returned || end.Kind == symexec.Panicked {
		return
	}
	what := end.Kind.Text()
	if end.What != "" {
		what += ": " + end.What
	}
	e.odd[what]++
}

// closed are the ends with those of the trees that are open still.
func (x *explorer) closed() ends {
	e := x.ends
	e.unknown = maps.Clone(e.unknown)
	for _, t := range x.trees {
		e.add(t.result)
	}
	return e
}

func (x *explorer) symbolic() *report.Symbolic {
	e := x.closed()
	out := &report.Symbolic{Runs: int64(e.spent.runs), Queries: int64(e.spent.queries), Covered: e.solved, Diverged: int64(e.diverged)}
	for _, n := range e.odd {
		out.NotModelled += int64(n)
	}
	for _, n := range e.unknown {
		out.Unknown += int64(n)
	}
	return out
}

// noSolver begins the note on paths of which it stays open whether an input takes
// them; what the solvers said follows.
const noSolver = "no solver could tell whether an input takes a path; what the solvers say: "

// mostReasons is how many reasons for which the executor did not get on are told of a
// package, the most frequent ones.
const mostReasons = 3

// noteSolving notes what kept the executor and the solvers from getting on.
func (r *schedule) noteSolving() {
	if r == nil {
		return
	}
	u, count := r.u, map[string]int{}
	for _, x := range r.explorers {
		e := x.closed()
		for what, n := range e.odd {
			count[what] += n
		}
		for why, n := range e.dropped {
			count[why] += n
		}
		for why, n := range e.unknown {
			count[noSolver+why] += n
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
	order := slices.Sorted(maps.Keys(count))
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
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
