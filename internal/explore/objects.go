package explore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/object"
	"nearmiss/internal/report"
)

// tardisStrategy searches among the states of objects that calls make.
const tardisStrategy = "tardis"

// states reports whether receivers are to be in states that calls make.
func (o Options) states() bool { return o.Objects || o.Strategy == tardisStrategy }

// prepareStates makes the program of a method whose receiver is in such states. A start is a
// call sequence, and what is reported are call sequences, too.
func (e *exploration) prepareStates(ctx context.Context) error {
	if len(e.opt.Starts) == 0 {
		e.opt.Starts = []input.Vector{start(e.s.subject.Fn.Sig)}
	}
	m, err := object.Of(e.s.subject)
	if err != nil {
		return err
	}
	p, err := object.New(ctx, m, e.s.program, object.Options{
		Bound: e.opt.Bound, Solver: e.meter, Starts: e.opt.Starts, Rand: rand.New(rand.NewPCG(e.opt.Seed, 1)),
	})
	if err != nil {
		return err
	}
	e.opt.Starts = p.Starts()
	e.p = &program{Program: p, states: p, e: e, unfinished: map[string]int{}, at: map[string]*unfinished{}}
	return nil
}

// made is an input as the function takes it natively: the calls that make a state, where the
// executor has the state.
func (p *program) made(in input.Vector) input.Vector {
	if p.states == nil {
		return in
	}
	calls, ok := p.states.Legal(in)
	if !ok {
		panic("explore: BUG: a state that no calls have made was run")
	}
	return calls
}

// mostRefused is how many reasons are told why call sequences had no state to be used.
const mostRefused = 3

// statesNotes says what the search for states came to.
func (p *program) statesNotes() []string {
	c := p.states.Count()
	notes := []string{fmt.Sprintf("%s made %s; of %s for another path %d were answered by a state, %d by a proof, and %d not",
		count(c.Evaluations, "call sequence"), count(c.States, "state"), count(c.Known+c.Found+c.Solved+c.Missed, "question"), c.Known+c.Found, c.Solved, c.Missed)}
	why := slices.SortedFunc(maps.Keys(c.Refused), func(a, b string) int {
		return cmp.Or(c.Refused[b]-c.Refused[a], strings.Compare(a, b))
	})
	for _, w := range why[:min(len(why), mostRefused)] {
		notes = append(notes, fmt.Sprintf("%s made no state that can be used: %s", report.Numbered(c.Refused[w], "call sequence", "call sequences"), w))
	}
	return notes
}
