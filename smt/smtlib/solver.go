package smtlib

import (
	"cmp"
	"errors"
	"time"

	"nearmiss/smt"
)

// Options limit a query. The zero value is the default.
type Options struct {
	// Time is the limit for asking a query in one theory of integers; a query is asked in up to
	// three theories, one after another. A process that exceeds the limit is killed. Default 10 s.
	Time time.Duration

	// Steps limits the work of a query in the solver's own unit, which does not depend on the
	// machine. Default: no limit.
	Steps int64

	// Memory limits the memory of a process in bytes, where the system supports it. Default 2
	// GiB.
	Memory int64

	// OnFalse, if not nil, receives the models that violate a clause.
	OnFalse func(smt.Falsehood)
}

const (
	defaultTime   = 10 * time.Second
	defaultMemory = 2 << 30

	// grace is the time beyond Options.Time before a process is killed.
	grace = 300 * time.Millisecond
)

// Stats count the events of a solver.
type Stats struct {
	Queries  int // queries sent to a process
	Starts   int // processes started
	Late     int // processes killed because of the time limit
	Failures int // processes that exited, did not start, or gave a malformed answer
	False    int // models that violate a clause

	CPU time.Duration // processor time of ended processes, where the system measures it
}

// Solver is an smt.Solver that queries a program.
type Solver struct {
	smt.Solver
	stats Stats
}

// New returns a solver with an empty path. It starts processes when they are needed.
func New(tool Tool, options Options) (*Solver, error) {
	options.Time = cmp.Or(options.Time, defaultTime)
	if options.Memory == 0 {
		options.Memory = defaultMemory
	}
	if _, err := tool.dialect(&options, integers); err != nil {
		return nil, err
	}
	if options.Time < 0 || options.Steps < 0 || options.Memory < 0 {
		return nil, errors.New("smtlib: a limit below zero")
	}
	solver := new(Solver)
	onFalse := func(f smt.Falsehood) {
		solver.stats.False++
		if options.OnFalse != nil {
			options.OnFalse(f)
		}
	}
	var chain []smt.Solver
	for _, th := range tool.theories() {
		chain = append(chain, smt.Checked(newSession(tool, th, &options, &solver.stats), onFalse))
	}
	solver.Solver = smt.Slice(smt.Chain(chain...))
	return solver, nil
}

// Stats returns the counts so far.
func (s *Solver) Stats() Stats { return s.stats }
