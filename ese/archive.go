package ese

import (
	"time"

	"nearmiss/symexec"
	"nearmiss/term"
)

// Archive holds the best path of a search, its history and the counts.
type Archive struct {
	// the first path of the highest cost; without decisions if only an evaluation found the cost;
	// cut short only if every path was
	Best     *symexec.Path
	Cost     uint64  // cost of Best
	Complete bool    // every path was taken, so that no input costs more than Cost
	History  []Point // a point for each change of Best; the cost falls only when a full path replaces one that was cut short
	Counts
}

// Point records the work up to a change of the best cost.
type Point struct {
	Explorations uint64 // explorations so far, including the one that found the path
	Feasible     uint64 // individuals with a cost so far
	Queries      uint64 // to the solver
	Elapsed      time.Duration
	Cost         uint64 // by the metric of the search
}

// Counts counts the work of a search.
type Counts struct {
	Explorations uint64 // sum of Paths and Lost
	Paths        uint64
	Lost         uint64   // preconditions without a known path, inputs that could not be built, and paths that the strategy gave up
	Evaluations  uint64   // inputs that ran as machine code
	Feasible     uint64   // individuals with a cost: Paths, without those that only give inputs to begin with, and the evaluations of inputs whose run was measured
	Training     uint64   // explorations at sizes other than the target's
	Queries      uint64   // to the solver
	Decisions    uint64   // branches on symbolic conditions that paths passed
	Equalities   uint64   // decisions on whether two values are equal
	Forced       uint64   // decisions whose wanted side was infeasible
	Undecided    uint64   // decisions whose wanted side no solver could decide
	Concrete     uint64   // values made concrete
	Ends         []uint64 // explorations by symexec.EndKind
	Tallies      []Tally  // counts that the strategy defines
}

// Tally is a count that a strategy defines, such as the number of rejected moves.
type Tally struct {
	Name string
	N    uint64 // the count
}

// End returns the number of explorations that ended with kind k.
func (c *Counts) End(k symexec.EndKind) uint64 {
	if int(k) < len(c.Ends) {
		return c.Ends[k]
	}
	return 0
}

// Tally returns the count that a strategy defines under the name what, 0 if there is none.
func (c *Counts) Tally(what string) uint64 {
	for _, t := range c.Tallies {
		if t.Name == what {
			return t.N
		}
	}
	return 0
}

// tally adds n to the count that a strategy defines under the name what.
func (c *Counts) tally(what string, n uint64) {
	for i := range c.Tallies {
		if c.Tallies[i].Name == what {
			c.Tallies[i].N += n
			return
		}
	}
	c.Tallies = append(c.Tallies, Tally{what, n})
}

// count adds an exploration to all counts but Feasible.
func (c *Counts) count(path *symexec.Path) {
	c.Explorations++
	if isPath(path) {
		c.Paths++
	} else {
		c.Lost++
	}
	for int(path.End.Kind) >= len(c.Ends) {
		c.Ends = append(c.Ends, 0)
	}
	c.Ends[path.End.Kind]++
	c.Queries += uint64(path.Queries)
	c.Concrete += uint64(path.Concrete)
	c.Decisions += uint64(len(path.Decisions))
	for i := range path.Decisions {
		if clause := path.Decisions[i].Clause; clause != nil && (clause.Op == term.Eq || clause.Op == term.Ne) {
			c.Equalities++
		}
		switch path.Decisions[i].Why {
		case symexec.Infeasible:
			c.Forced++
		case symexec.Undecided:
			c.Undecided++
		}
	}
}

// isPath reports whether the exploration ran the function to some end.
func isPath(p *symexec.Path) bool {
	switch p.End.Kind {
	case symexec.Contradicted, symexec.Undetermined, symexec.Unbuilt, symexec.Abandoned:
		return false
	}
	return true
}

// endRank ranks the end of a path; a path of a higher rank is better at any cost. A native
// run of a path that returned or panicked (2) ends in the same way. A path that the executor
// gave up (1) or that the context cut short (0) has an input that costs at least as much, but
// the place where the context cut it is random.
func endRank(p *symexec.Path) int {
	switch p.End.Kind {
	case symexec.Returned, symexec.Panicked:
		return 2
	case symexec.Stopped:
		return 0
	}
	return 1
}

// updateBest replaces the best path by path if path is better: of a higher rank (endRank), or of the
// same rank and a higher cost. A path also replaces an equally good one of which only the input is
// known.
func (a *Archive) updateBest(path *symexec.Path, cost uint64, elapsed time.Duration) {
	if !isPath(path) {
		return
	}
	if b := a.Best; b != nil {
		oldRank, newRank := endRank(b), endRank(path)
		if newRank == oldRank && cost == a.Cost && unexplored(b) && !unexplored(path) {
			a.Best = path
		}
		if newRank < oldRank || newRank == oldRank && cost <= a.Cost {
			return
		}
	}
	a.Best, a.Cost = path, cost
	a.History = append(a.History, Point{a.Explorations, a.Feasible, a.Queries, elapsed, cost})
}
