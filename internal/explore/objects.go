package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/object"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// Values of Options.States: the states of receivers that are explored.
const (
	StatesCalls = "calls" // states that calls make
	StatesFirst = "first" // states made as in the first input: in the same way and by the same number of calls
)

// AllStates lists the values of Options.States.
func AllStates() []string { return []string{StatesCalls, StatesFirst} }

// callStrategies lists Tardis and the strategy that Modonato compares it with (section 5). By
// default they explore the states of receivers that calls make.
var callStrategies = []string{"tardis", "tardis-printed", "fifo"}

// calls reports whether receivers are explored in states that calls make.
func (o Options) calls() bool {
	return o.States == StatesCalls || o.States == "" && slices.Contains(callStrategies, o.Strategy)
}

// conditionsTogether is the number of conditions for which call sequences are searched at a time,
// as in section 5 of Modonato's paper.
const conditionsTogether = 5

// together returns how many conditions are asked for at a time. callStrategies and random choose
// the next condition without the answer to the last one.
func (o Options) together() int {
	if o.calls() && (slices.Contains(callStrategies, o.Strategy) || o.Strategy == "random") {
		return conditionsTogether
	}
	return 1
}

// prepareStates makes the program of a method with a receiver in states that calls make. Starts
// and reported inputs are call sequences.
func (e *exploration) prepareStates(ctx context.Context) error {
	m, err := object.MethodOf(e.s.subject)
	if err != nil {
		return err
	}
	p, err := object.New(ctx, m, e.s.program, object.Options{
		Bound: e.opt.Bound, Solver: e.meter, Starts: e.starts, Rand: rand.New(rand.NewPCG(e.opt.Seed, 1)),
	})
	if err != nil {
		return err
	}
	e.starts = p.Starts()
	e.p = &program{Program: p, inputs: p.Inputs(), states: p, e: e, shortest: map[uint32]input.Vector{}, failedUnfinished: map[string]int{}, firstUnfinished: map[string]*unfinished{}}
	return nil
}

// shorten keeps the shortest call sequence for each branch that the run covers.
func (p *program) shorten(r *dse.Run) {
	if p.states == nil {
		return
	}
	calls := p.states.Calls(r.Path.Input)
	for _, b := range r.Covered {
		if known := p.shortest[b]; known == nil || p.states.Shorter(calls, known) {
			p.shortest[b] = calls
		}
	}
}

// mostShrinking is the number of call sequences that are run to find a shorter one for a branch.
const mostShrinking = 500

// scenarios finds, for each reached goal, the shortest call sequence that takes it and the first
// of its calls without which the goal is not taken.
func (e *exploration) scenarios(ctx context.Context) error {
	p := e.p.states
	if p == nil {
		return nil
	}
	for _, g := range e.goals {
		if g.run == 0 {
			continue
		}
		if calls := e.p.shortest[g.branch]; calls != nil && p.Shorter(calls, g.input) {
			g.input = calls
		}
		r, err := e.s.subject.Pool.Shrink(ctx, []*worker.ShrinkJob{{
			Entry: subject.EntryCall, Signature: e.s.subject.Fn.Sig, Vector: g.input, Keep: []uint32{g.branch}, Evaluations: mostShrinking,
		}})
		if err != nil {
			return err
		}
		if r[0].Result != nil && takes(r[0].Result, g.branch) {
			g.input = r[0].Result.Vector
		}
		if err := e.firstNeededCall(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// firstNeededCall finds the first call on the receiver without which a goal is not taken.
func (e *exploration) firstNeededCall(ctx context.Context, g *goal) error {
	p := e.p.states
	for i := range p.Steps(g.input) {
		runs, err := e.s.subject.Pool.Run(ctx, []*worker.RunJob{{Entry: subject.EntryCall, Vector: p.WithoutCall(g.input, i)}})
		if err != nil {
			return err
		}
		if runs[0].Result == nil || !takes(runs[0].Result, g.branch) {
			if texts := e.s.subject.Steps(g.input); i < len(texts) {
				g.difference = texts[i]
			}
			return nil
		}
	}
	return nil
}

func takes(r *worker.RunResult, branch uint32) bool {
	_, ok := slices.BinarySearch(r.Covered, branch)
	return ok
}

// mostForbidden is the number of paths to a branch that are compared with the invariants.
const mostForbidden = 3

// findContradictingInvariants finds, for each goal without a call sequence, the fewest invariants of the observed
// states that contradict a path to it.
func (e *exploration) findContradictingInvariants(ctx context.Context, root *dse.Node) error {
	if e.p.states == nil {
		return nil
	}
	nodes := map[uint32][]*dse.Node{}
	walk(root, func(n *dse.Node) {
		if b, ok := n.OtherBranch(); ok && n.State() == dse.Unknown && e.byID[b] != nil && e.byID[b].run == 0 {
			nodes[b] = append(nodes[b], n)
		}
	})
	for _, g := range e.goals {
		list := nodes[g.branch]
		slices.SortStableFunc(list, func(a, b *dse.Node) int { return a.Depth - b.Depth })
		for _, n := range list[:min(len(list), mostForbidden)] {
			by, err := e.p.states.ContradictingInvariants(ctx, e.d.Condition(n))
			if err != nil {
				return err
			}
			if by != nil && (g.forbids == nil || len(by) < len(g.forbids)) {
				g.forbids = by
			}
		}
	}
	return nil
}

// mostRefused is the number of reasons reported why call sequences had no usable state.
const mostRefused = 3

// statesNotes summarises the search for states.
func (p *program) statesNotes() []string {
	c := p.states.Count()
	notes := []string{fmt.Sprintf("%s made %s; of %s for another path %d were answered by a state, %d by a proof, and %d not",
		count(c.Evaluations, "call sequence"), count(c.States, "state"), count(c.Known+c.Found+c.Solved+c.Missed, "question"), c.Known+c.Found, c.Solved, c.Missed)}
	why := report.MostFrequent(c.Refused)
	for _, w := range why[:min(len(why), mostRefused)] {
		notes = append(notes, fmt.Sprintf("%s made no state that can be used: %s", report.Numbered(c.Refused[w], "call sequence", "call sequences"), w))
	}
	return notes
}
