package smtlib

import (
	"cmp"
	"fmt"
	"time"

	"nearmiss/smt"
)

// Options limit what a query may take. The zero value is the default.
type Options struct {
	// Time is what a query may take with each theory of integers; a process
	// that takes longer is killed. Default 10 s.
	Time time.Duration

	// Steps is how much work a query may be, as the solver counts it, which
	// does not depend on the machine. Default: no limit.
	Steps int64

	// Memory is how many bytes a process may have, where the system can limit
	// it. Default 2 GiB.
	Memory int64

	// OnFalse hears of models that do not hold; nil is nobody.
	OnFalse func(smt.Falsehood)
}

const (
	defaultTime   = 10 * time.Second
	defaultMemory = 2 << 30

	// grace is how much longer a solver may take than it was told to.
	grace = 300 * time.Millisecond
)

// Stats count what a solver has been through.
type Stats struct {
	Queries  int // asked of a process
	Starts   int // of processes
	Late     int // killed, for time was up
	Failures int // ended by themselves, did not start, or answered nonsense
	False    int // models that do not hold

	CPU time.Duration // what processes took that have ended, where the system counts it
}

// Solver is a smt.Solver that asks a program.
type Solver struct {
	smt.Solver
	tool  Tool
	stats Stats
}

// New returns a solver with an empty path. Its processes are started when they
// are needed.
func New(tool Tool, o Options) (*Solver, error) {
	o.Time = cmp.Or(o.Time, defaultTime)
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	if _, err := tool.dialect(&o, integers); err != nil {
		return nil, err
	}
	if o.Time < 0 || o.Steps < 0 || o.Memory < 0 {
		return nil, fmt.Errorf("lib: a limit below zero")
	}
	s := &Solver{tool: tool}
	onFalse := func(f smt.Falsehood) {
		s.stats.False++
		if o.OnFalse != nil {
			o.OnFalse(f)
		}
	}
	var chain []smt.Solver
	for _, th := range tool.theories() {
		chain = append(chain, smt.Checked(newSession(tool, th, &o, &s.stats), onFalse))
	}
	s.Solver = smt.Slice(smt.Chain(chain...))
	return s, nil
}

// Tool is what is asked.
func (s *Solver) Tool() Tool { return s.tool }

// Stats are the counts so far.
func (s *Solver) Stats() Stats { return s.stats }
