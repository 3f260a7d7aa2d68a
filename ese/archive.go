package ese

import (
	"time"

	"nearmiss/symexec"
)

// Archive is what a search has found and counted.
type Archive struct {
	Best     *symexec.Path // of the highest cost, the first of its kind; nil before the first path
	Cost     uint64        // of Best
	Complete bool          // every path was taken, so that no input costs more than Cost
	History  []Point       // each time that Best changed
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
	Lost         uint64 // preconditions that admitted no path
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
	if p.End.Kind == symexec.Contradicted {
		c.Lost++
	} else {
		c.Paths++
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

// keep remembers p if it is the best. A path that was cut short counts for
// what it did, if there is nothing else: its input costs no less.
func (a *Archive) keep(p *symexec.Path, cost uint64, elapsed time.Duration) {
	switch {
	case p.End.Kind == symexec.Contradicted:
		return
	case a.Best == nil:
	case p.End.Kind == symexec.Stopped:
		return
	case cost <= a.Cost && a.Best.End.Kind != symexec.Stopped:
		return
	}
	a.Best, a.Cost = p, cost
	a.History = append(a.History, Point{a.Explorations, a.Queries, elapsed, cost})
}
