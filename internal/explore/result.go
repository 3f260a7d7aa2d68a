package explore

import (
	"context"
	"io"
	"time"

	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/search"
)

// Version is that of the JSON form.
const Version = 1

// Result is what a search has found.
type Result struct {
	Version    int            `json:"version"`
	Function   string         `json:"function"` // import path and name
	Strategy   string         `json:"strategy"`
	Seed       uint64         `json:"seed"`
	Bound      int            `json:"bound"`
	Status     string         `json:"status"` // why the search ended: one of the Status constants
	Runs       int            `json:"runs"`
	Queries    uint64         `json:"queries"`
	SolverMS   int64          `json:"solver_ms"`
	StrategyMS int64          `json:"strategy_ms"` // in the strategy
	ElapsedMS  int64          `json:"elapsed_ms"`  // of the search
	Targets    []Target       `json:"targets"`
	Nodes      int            `json:"nodes"`                // of the execution tree
	Dropped    int            `json:"dropped"`              // decisions for which the tree had no room
	Open       int            `json:"open"`                 // nodes with a side that was neither taken nor asked for
	Infeasible int            `json:"infeasible"`           // sides of nodes that no input takes
	Unknown    map[string]int `json:"unknown"`              // questions that no solver had an answer to, by reason: sides of nodes, and how near a path comes
	Diverged   int            `json:"diverged"`             // runs that left the path that they were made for
	Ends       map[string]int `json:"ends"`                 // of the runs
	Mismatches int            `json:"mismatches"`           // inputs that take a target in the executor or natively, and not in the other
	Crashes    int            `json:"crashes"`              // inputs that end their process natively
	Invariants []Invariant    `json:"invariants,omitempty"` // what held in all states that calls made; no proof of anything
	Notes      []string       `json:"notes"`                // what the user should know, a sentence each

	Interrupted bool          `json:"-"`
	Planning    time.Duration `json:"-"` // StrategyMS, to the nanosecond
	Elapsed     time.Duration `json:"-"`

	complete bool // every path was taken, and each input run as machine code
	tree     *picture
}

// Why a search ended.
const (
	StatusDone      = "done"      // every target was reached
	StatusExhausted = "exhausted" // there is no side left to take, or none that the strategy would take
	StatusBudget    = "budget"
	StatusStopped   = "stopped" // by the user
)

// Target is a branch and what became of it.
type Target struct {
	Branch    string   `json:"branch"`
	Condition string   `json:"condition"`
	Runs      int      `json:"runs"`               // until it was reached, that run included; 0 if it was not
	Input     string   `json:"input,omitempty"`    // a call that takes it, as Go
	Illegal   bool     `json:"illegal,omitempty"`  // it does so only with a value in a state that no constructor and no call was seen to make
	Decides   string   `json:"decides,omitempty"`  // the first call on the receiver without which it does not
	Why       string   `json:"why,omitempty"`      // it was not reached: one of the Why constants
	Reason    string   `json:"reason,omitempty"`   // the same in words
	Distance  *float64 `json:"distance,omitempty"` // the least of its condition, where some run came to that
	Nearest   string   `json:"nearest,omitempty"`  // the call that came nearest
	Forbids   []string `json:"forbids,omitempty"`  // invariants of the states seen that contradict a path to it
}

// Invariant held in every state of a receiver that was seen.
type Invariant struct {
	Text   string `json:"text"`
	States int    `json:"states"` // that have what it is about
}

// WriteJSON writes the result as one indented JSON value with a final newline.
func (r *Result) WriteJSON(w io.Writer) error {
	out := *r
	out.Version = Version
	out.Targets, out.Notes = report.List(out.Targets), report.List(out.Notes)
	if out.Unknown == nil {
		out.Unknown = map[string]int{}
	}
	if out.Ends == nil {
		out.Ends = map[string]int{}
	}
	return report.Encode(w, &out)
}

// Reached counts the targets that were, but for those that only illegal states take.
func (r *Result) Reached() (n int) { return r.taken() - r.Illegal() }

// Illegal counts the targets that only illegal states take.
func (r *Result) Illegal() (n int) {
	for _, t := range r.Targets {
		if t.Illegal {
			n++
		}
	}
	return n
}

func (r *Result) taken() (n int) {
	for _, t := range r.Targets {
		if t.Runs > 0 {
			n++
		}
	}
	return n
}

// unknown counts the questions without an answer.
func (r *Result) unknown() (n int) {
	for _, k := range r.Unknown {
		n += k
	}
	return n
}

// result tells what a search has found.
func (e *exploration) result(ctx context.Context, all []*goal, d *dse.Result) *Result {
	elapsed := e.clock()
	r := &Result{
		Function: e.s.Name(), Strategy: e.opt.Strategy, Seed: e.opt.Seed, Bound: e.opt.Bound,
		Runs: d.Runs, Queries: d.Queries,
		SolverMS: e.meter.Taken().Milliseconds(), StrategyMS: d.Strategy.Milliseconds(), ElapsedMS: elapsed.Milliseconds(),
		Nodes: d.Nodes, Dropped: d.Dropped, Open: d.Open, Infeasible: d.Infeasible, Unknown: d.Unknown, Diverged: d.Diverged,
		Ends: map[string]int{}, Mismatches: e.p.mismatches, Crashes: e.p.crashes, Interrupted: ctx.Err() != nil,
		complete: d.Complete && e.checked, Planning: d.Strategy, Elapsed: elapsed,
	}
	for kind, n := range d.Ends {
		r.Ends[kind.String()] = n
	}
	switch {
	case e.done():
		r.Status = StatusDone
	case d.Complete && !e.checked:
		r.Status = StatusStopped
	case d.Status == search.Exhausted, d.Complete:
		r.Status = StatusExhausted
	case d.Status == search.Budget:
		r.Status = StatusBudget
	default:
		r.Status = StatusStopped
	}
	sides := tally(d.Root)
	for _, g := range all {
		r.Targets = append(r.Targets, e.target(g, r, sides[g.branch]))
	}
	r.Notes = e.notes(r)
	if e.p.states != nil {
		for _, i := range e.p.states.Invariants() {
			r.Invariants = append(r.Invariants, Invariant{i.Text, i.States})
		}
	}
	if e.opt.Tree {
		r.tree = &picture{e.s, d.Root, e.p.kept, r.Function}
	}
	return r
}

func (e *exploration) target(g *goal, r *Result, sides sides) Target {
	t := Target{Branch: g.name, Condition: g.text, Runs: g.run}
	if g.run > 0 {
		t.Input, t.Illegal, t.Decides = e.s.call(g.input), e.illegal(g), g.difference
		return t
	}
	if g.near.Reached {
		t.Distance = finite(g.near.Distance)
	}
	if g.nearest != nil && (g.near.Reached || !isInf(g.near.Away)) {
		t.Nearest = e.s.call(g.nearest)
	}
	for _, i := range g.forbids {
		t.Forbids = append(t.Forbids, i.Text)
	}
	t.Why, t.Reason = e.why(g, r, sides)
	return t
}

// count prints a number of things.
func count(n int, one string) string { return report.Numbered(n, one, one+"s") }
