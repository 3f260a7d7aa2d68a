package explore

import (
	"context"
	"io"
	"time"

	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/search"
)

// Version is the version of the JSON format.
const Version = 1

// Result is the result of a search.
type Result struct {
	Version    int            `json:"version"`
	Function   string         `json:"function"` // import path and name
	Strategy   string         `json:"strategy"`
	Seed       uint64         `json:"seed"`
	Bound      int            `json:"bound"`
	Status     string         `json:"status"` // reason why the search ended: one of the Status constants
	Runs       int            `json:"runs"`
	Queries    uint64         `json:"queries"`
	SolverMS   int64          `json:"solver_ms"`
	StrategyMS int64          `json:"strategy_ms"` // time in the strategy
	ElapsedMS  int64          `json:"elapsed_ms"`  // time of the search
	Targets    []Target       `json:"targets"`
	Nodes      int            `json:"nodes"`                // nodes of the execution tree
	Dropped    int            `json:"dropped"`              // decisions dropped because the tree was at its bound
	Open       int            `json:"open"`                 // nodes with a side that was neither taken nor asked for
	Infeasible int            `json:"infeasible"`           // sides of nodes that no input takes
	Unknown    map[string]int `json:"unknown"`              // untaken sides of nodes for which the solver had no answer, by its reason
	Diverged   int            `json:"diverged"`             // runs that left their predicted path
	Ends       map[string]int `json:"ends"`                 // runs by kind of end
	Mismatches int            `json:"mismatches"`           // inputs that take a target in only one of the executor and the native run
	Crashes    int            `json:"crashes"`              // inputs that end their process in the native run
	Invariants []Invariant    `json:"invariants,omitempty"` // true in all states that calls made; not proved
	Notes      []string       `json:"notes"`                // for the user, a sentence each

	Interrupted bool          `json:"-"`
	Planning    time.Duration `json:"-"` // StrategyMS in nanoseconds
	Elapsed     time.Duration `json:"-"`

	complete bool // every path was taken and each input was run as machine code
}

// Reasons why a search ended.
const (
	StatusDone      = "done"      // every target was reached
	StatusExhausted = "exhausted" // no side is left to take, or none that the strategy would take
	StatusBudget    = "budget"
	StatusStopped   = "stopped" // by the user
)

// Target is the result for one branch.
type Target struct {
	Branch    string   `json:"branch"`
	Condition string   `json:"condition"`
	Runs      int      `json:"runs"`               // number of the run that first reached it, from 1; 0 if no run did
	Input     string   `json:"input,omitempty"`    // a call that takes it, in Go syntax
	Illegal   bool     `json:"illegal,omitempty"`  // Input has a value in a state that no constructor and no call was observed to make
	Decides   string   `json:"decides,omitempty"`  // first call on the receiver without which Input does not take it
	Why       string   `json:"why,omitempty"`      // reason why it was not reached: one of the Why constants
	Reason    string   `json:"reason,omitempty"`   // Why in words
	Distance  *float64 `json:"distance,omitempty"` // least distance of its condition, if a run reached the condition
	Nearest   string   `json:"nearest,omitempty"`  // the call with the least distance
	Forbids   []string `json:"forbids,omitempty"`  // invariants of the observed states that contradict a path to it
}

// Invariant is a condition that was true in every observed state of a receiver.
type Invariant struct {
	Text   string `json:"text"`
	States int    `json:"states"` // observed states that have the parts that Text mentions
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

// Reached counts the reached targets, without those that only illegal states take.
func (r *Result) Reached() (n int) { return r.numTaken() - r.Illegal() }

// Illegal counts the targets that only illegal states take.
func (r *Result) Illegal() (n int) {
	for _, t := range r.Targets {
		if t.Illegal {
			n++
		}
	}
	return n
}

func (r *Result) numTaken() (n int) {
	for _, t := range r.Targets {
		if t.Runs > 0 {
			n++
		}
	}
	return n
}

// numUnknown counts the untaken sides of nodes for which the solver had no answer.
func (r *Result) numUnknown() (n int) {
	for _, k := range r.Unknown {
		n += k
	}
	return n
}

// result builds the result of the search.
func (e *exploration) result(ctx context.Context, all []*goal, d *dse.Result) *Result {
	elapsed := e.clock()
	r := &Result{
		Function: e.s.Name(), Strategy: e.opt.Strategy, Seed: e.opt.Seed, Bound: e.opt.Bound,
		Runs: d.Runs, Queries: d.Queries,
		SolverMS: e.meter.Taken().Milliseconds(), StrategyMS: d.Strategy.Milliseconds(), ElapsedMS: elapsed.Milliseconds(),
		Nodes: d.Nodes, Dropped: d.Dropped, Open: d.Open, Infeasible: d.Infeasible, Unknown: d.Unknown, Diverged: d.Diverged,
		Ends: map[string]int{}, Mismatches: e.p.mismatches, Crashes: e.p.crashes, Interrupted: ctx.Err() != nil,
		complete: d.Complete && e.allRunNatively, Planning: d.Strategy, Elapsed: elapsed,
	}
	for kind, n := range d.Ends {
		r.Ends[kind.String()] = n
	}
	switch {
	case e.allReached():
		r.Status = StatusDone
	case d.Complete && !e.allRunNatively:
		r.Status = StatusStopped
	case d.Status == search.Exhausted, d.Complete:
		r.Status = StatusExhausted
	case d.Status == search.Budget:
		r.Status = StatusBudget
	default:
		r.Status = StatusStopped
	}
	sides := countSides(d.Root)
	for _, g := range all {
		r.Targets = append(r.Targets, e.targetReport(g, r, sides[g.branch]))
	}
	r.Notes = e.notes(r)
	if e.p.states != nil {
		for _, i := range e.p.states.Invariants() {
			r.Invariants = append(r.Invariants, Invariant{i.Text, i.States})
		}
	}
	return r
}

func (e *exploration) targetReport(g *goal, r *Result, sides sideCounts) Target {
	t := Target{Branch: g.name, Condition: g.text, Runs: g.run}
	if g.run > 0 {
		t.Input, t.Illegal, t.Decides = e.s.callText(g.input), e.onlyIllegal(g), g.difference
		return t
	}
	if g.near.Reached {
		t.Distance = finite(g.near.Distance)
	}
	if g.nearest != nil && (g.near.Reached || isFinite(g.near.ApproachDistance)) {
		t.Nearest = e.s.callText(g.nearest)
	}
	for _, i := range g.forbids {
		t.Forbids = append(t.Forbids, i.Text)
	}
	t.Why, t.Reason = e.whyOpen(g, r, sides)
	return t
}

// count returns n with its noun, in the plural unless n is 1.
func count(n int, noun string) string { return report.Numbered(n, noun, noun+"s") }
