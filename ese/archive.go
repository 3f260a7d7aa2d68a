package ese

import (
	"time"

	"nearmiss/symexec"
)

// Archive is what a search has found and counted.
type Archive struct {
	Best     *symexec.Path // of the highest cost, the first of its kind; without decisions, if it was found by evaluation alone; one that was cut short only if there is no other
	Cost     uint64        // of Best
	Complete bool          // every path was taken, so that no input costs more than Cost
	History  []Point       // each time that Best changed; the cost falls only where a path that was cut short gives way
	Counts
}

// Point is a moment at which the best cost rose.
type Point struct {
	Explorations uint64 // until then, this one included
	Queries      uint64
	Elapsed      time.Duration
	Cost         uint64
}

// Counts is the work of a search.
type Counts struct {
	Explorations uint64 // Paths + Lost
	Paths        uint64
	Lost         uint64 // preconditions that admitted no path, as far as solvers could say; inputs that could not be made; paths that the strategy gave up
	Evaluations  uint64 // inputs run as machine code
	Training     uint64 // explorations at other sizes than the target's
	Queries      uint64
	Decisions    uint64 // symbolic branches passed
	Forced       uint64 // of them, those where the wanted side was infeasible
	Undecided    uint64 // of them, those where no solver could say
	Concrete     uint64 // values made concrete
	Ends         []uint64
	Tallies      []Tally
}

// Tally is a count of a strategy's own.
type Tally struct {
	What string
	N    uint64
}

// End is how many explorations ended so.
func (c *Counts) End(k symexec.EndKind) uint64 {
	if int(k) < len(c.Ends) {
		return c.Ends[k]
	}
	return 0
}

// Tally is a count of a strategy's own, 0 if it never counted that.
func (c *Counts) Tally(what string) uint64 {
	for _, t := range c.Tallies {
		if t.What == what {
			return t.N
		}
	}
	return 0
}

// tally adds to a count of a strategy's own.
func (c *Counts) tally(what string, n uint64) {
	for i := range c.Tallies {
		if c.Tallies[i].What == what {
			c.Tallies[i].N += n
			return
		}
	}
	c.Tallies = append(c.Tallies, Tally{what, n})
}

// count adds an exploration.
func (c *Counts) count(p *symexec.Path) {
	c.Explorations++
	if isPath(p) {
		c.Paths++
	} else {
		c.Lost++
	}
	for int(p.End.Kind) >= len(c.Ends) {
		c.Ends = append(c.Ends, 0)
	}
	c.Ends[p.End.Kind]++
	c.Queries += uint64(p.Queries)
	c.Concrete += uint64(p.Concrete)
	c.Decisions += uint64(len(p.Decisions))
	for i := range p.Decisions {
		switch p.Decisions[i].Why {
		case symexec.Infeasible:
			c.Forced++
		case symexec.Undecided:
			c.Undecided++
		}
	}
}

// isPath reports whether the function was run, to some end.
func isPath(p *symexec.Path) bool {
	switch p.End.Kind {
	case symexec.Contradicted, symexec.Undetermined, symexec.Unbuilt, symexec.Abandoned:
		return false
	}
	return true
}

// standing orders paths before their costs do: one that ended as the program
// has it can be run again with the same end; one on which the executor gave up
// has an input that costs no less; so has one that the context cut short, but
// where that was is a matter of luck.
func standing(p *symexec.Path) int {
	switch p.End.Kind {
	case symexec.Returned, symexec.Panicked:
		return 2
	case symexec.Stopped:
		return 0
	}
	return 1
}

// keep remembers p if it is the best.
func (a *Archive) keep(p *symexec.Path, cost uint64, elapsed time.Duration) {
	if !isPath(p) {
		return
	}
	if b := a.Best; b != nil {
		was, is := standing(b), standing(p)
		if is == was && cost == a.Cost && unexplored(b) && !unexplored(p) {
			a.Best = p
		}
		if is < was || is == was && cost <= a.Cost {
			return
		}
	}
	a.Best, a.Cost = p, cost
	a.History = append(a.History, Point{a.Explorations, a.Queries, elapsed, cost})
}
