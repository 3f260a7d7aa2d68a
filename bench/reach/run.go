package main

import (
	"context"
	"math/rand/v2"
	"time"

	"nearmiss/input"
	"nearmiss/internal/cover"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// A reached says whether calls of one function come back.
type reached struct {
	Func     string
	Position string
	Reason   string // why it was not called at all; empty if it was
	Runs     int
	Returned int   // runs that came back without a panic
	Ends     []end // how the others ended, in the order in which that came up
}

// An end is a way in which runs do not come back.
type end struct {
	How, Text string // "panicked", "crashed", … and what was said
	Runs      int
}

// Bounds of the runs of one function.
const (
	reachTime    = 3 * time.Second
	reachCrashes = 4      // of the process
	reachSearch  = 20_000 // evaluations of the search for anything new
	reachFirst   = 4      // the part of the runs that comes before it
	mostEnds     = 8      // texts that are kept
)

// reach runs each function of packages on inputs, the smallest and random ones, until a call
// of it has come back. Of a function that never does, it runs no more than runs inputs.
// Functions that have several entries are listed once for each.
func reach(ctx context.Context, opt cover.Options, runs int) (out []reached, err error) {
	entries, done, err := cover.Entries(ctx, opt)
	if done != nil {
		defer done()
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if n := len(out); n > 0 && out[n-1].Returned > 0 && out[n-1].Func == e.Func && out[n-1].Position == e.Position {
			continue
		}
		r := reached{Func: e.Func, Position: e.Position, Reason: e.Reason}
		if e.Reason == "" {
			a := attempt{e: e, r: &r, end: time.Now().Add(reachTime)}
			if err := a.all(ctx, runs); err != nil {
				return out, err
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// An attempt is at one function.
type attempt struct {
	e       *cover.Entry
	r       *reached
	end     time.Time
	crashes int
}

// all runs the function: on random inputs, then on those that a search for
// anything new turns up, then on random ones made of what that has seen.
func (a *attempt) all(ctx context.Context, runs int) error {
	rng := rand.New(rand.NewPCG(a.e.Seed(0), 0))
	if err := a.random(ctx, rng, runs/reachFirst); err != nil || a.over() {
		return err
	}
	timed, cancel := context.WithDeadline(ctx, a.end)
	defer cancel()
	answer, err := a.e.Search(timed, a.e.Seed(1), reachSearch)
	if err != nil {
		return err
	}
	if answer != nil {
		for _, found := range answer.Found {
			if err := a.run(ctx, found.Vector); err != nil || a.over() {
				return err
			}
		}
	}
	return a.random(ctx, rng, runs)
}

// over reports whether there is nothing left to try.
func (a *attempt) over() bool {
	return a.r.Returned > 0 || a.crashes >= reachCrashes || time.Now().After(a.end)
}

// random runs the smallest input and random ones, until there were runs.
func (a *attempt) random(ctx context.Context, rng *rand.Rand, runs int) error {
	space := a.e.Space
	for v := space.Zero(); a.r.Runs < runs && !a.over(); v = space.Random(nil, rng) {
		if err := a.run(ctx, v); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// run runs one input.
func (a *attempt) run(ctx context.Context, v input.Vector) error {
	answer, err := a.e.Run(ctx, v)
	if err != nil {
		return err
	}
	a.r.add(answer)
	if answer.Crash != nil {
		a.crashes++
	}
	return ctx.Err()
}

// add counts one run.
func (r *reached) add(a *native.RunResult) {
	r.Runs++
	how, text := "crashed", ""
	switch {
	case a.Result == nil:
		text = a.Crash.String()
	case a.Result.Outcome == worker.Returned:
		r.Returned++
		return
	default:
		how, text = a.Result.Outcome.String(), a.Result.Text
	}
	for i := range r.Ends {
		if e := &r.Ends[i]; e.How == how && (e.Text == text || len(r.Ends) >= mostEnds) {
			e.Runs++
			return
		}
	}
	if len(r.Ends) < mostEnds {
		r.Ends = append(r.Ends, end{how, text, 1})
	}
}
