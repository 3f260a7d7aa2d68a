package explore

import (
	"context"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/object"
	"nearmiss/internal/worker"
	"nearmiss/symexec"
)

// program is the explored program. It confirms coverage: an input that takes a target for the
// first time in the executor is run as machine code, and only branches that the native run takes
// count as covered.
type program struct {
	dse.Program            // runs inputs in the symbolic executor
	inputs      dse.Inputs // nil: strategies edit no inputs
	states      *object.Program
	e           *exploration
	runs        int // number of the current run, from 1

	mismatches       int    // inputs that take targets in one engine but not in the other
	worldAssumption  string // an assumption of a path about the world outside the input, or ""
	mismatch         input.Vector
	crashes          int // inputs that end their process
	crash            input.Vector
	howCrashed       string                 // how the first of these inputs ends its process
	failedUnfinished map[string]int         // by kind of end of a path: native runs that crashed or used up their fuel too
	firstUnfinished  map[string]*unfinished // first path of each kind of end other than a return or a panic

	shortest map[uint32]input.Vector // shortest call sequence that takes a branch, with StatesCalls

	followed []*dse.Run // runs in the executor without a native run
}

// unfinished is a path that the executor does not follow to its end.
type unfinished struct {
	end   symexec.End
	input input.Vector
}

// Limits of native runs that are unlikely to give new information.
const (
	maxTries      = 4 // native runs for a target that did not take it, before its inputs are no longer run
	maxUnfinished = 3 // native runs for a kind of end that crashed or did not end either
)

// Run implements dse.Program.
func (p *program) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	r, err := p.Program.Run(ctx, in, targets)
	if err != nil {
		return nil, err
	}
	p.runs++
	p.measure(r)
	cut := p.isCutOff(r)
	var claimed []*goal // goals that the executor reports as taken
	for _, b := range r.Covered {
		if g := p.e.byID[b]; g != nil && g.run == 0 {
			claimed = append(claimed, g)
		}
	}
	ask := slices.ContainsFunc(claimed, func(g *goal) bool { return g.failedTries < maxTries })
	if cut {
		kind := r.Path.End.Kind.String()
		ask = ask || p.failedUnfinished[kind] < maxUnfinished
	}
	var taken []uint32
	if !ask {
		p.followed = append(p.followed, r)
	} else if taken, err = p.native(r, claimed, cut); err != nil {
		return nil, err
	}
	r.Covered = p.agreedBranches(r.Covered, taken)
	p.shorten(r)
	return r, nil
}

// SatisfyAll implements dse.Batcher, for receivers in states that calls make.
func (p *program) SatisfyAll(ctx context.Context, list []dse.Question) []dse.Reply {
	return p.states.SatisfyAll(ctx, list)
}

// measure keeps the smallest distance of each goal, and the input with it.
func (p *program) measure(r *dse.Run) {
	for i, g := range p.e.goals {
		if n := r.Near[i]; g.run == 0 && isNearer(n, g.near, g.nearest == nil) {
			g.near, g.nearest = n, p.states.Calls(r.Path.Input)
		}
	}
}

func isNearer(a, b dse.Near, first bool) bool {
	switch {
	case first:
		return true
	case a.Reached != b.Reached:
		return a.Reached
	case a.Reached:
		return a.Distance < b.Distance
	}
	return a.ApproachDistance < b.ApproachDistance
}

// isCutOff reports whether the executor did not follow a run to its end. It keeps the first such
// path of each kind.
func (p *program) isCutOff(r *dse.Run) bool {
	end := r.Path.End
	switch end.Kind {
	case symexec.Returned, symexec.Panicked, symexec.Unbuilt:
		return false
	}
	if kind := end.Kind.String(); p.firstUnfinished[kind] == nil {
		p.firstUnfinished[kind] = &unfinished{end, p.states.Calls(r.Path.Input)}
	}
	return true
}

// native runs the input of r as machine code and returns the branches that it takes, or nil if it
// ends its process. claimed are the goals that the executor reports as taken, and cut says that the
// executor did not follow r to its end. native marks the goals that the run takes as reached, and
// counts claimed goals not taken, crashes and mismatches.
func (p *program) native(r *dse.Run, claimed []*goal, cut bool) ([]uint32, error) {
	in := withoutDuplicateKeys(p.e.s.subject.Fn.Sig, p.states.Calls(r.Path.Input))
	runs, err := p.e.s.subject.Pool.Run(p.e.nativeCtx, []*worker.RunJob{{Entry: p.e.s.entry, Vector: in}})
	if err != nil {
		return nil, err
	}
	n := runs[0]
	if cut && (n.Result == nil || n.Result.Outcome == worker.FuelOut) {
		p.failedUnfinished[r.Path.End.Kind.String()]++
	}
	if n.Result == nil {
		if p.crashes++; p.crashes == 1 {
			p.crash, p.howCrashed = in, n.Crash.String()
		}
		for _, g := range claimed {
			if g.failedTries++; g.endingInput == nil {
				g.endingInput, g.howEnded = in, n.Crash.String()
			}
		}
		return nil, nil
	}
	for _, g := range claimed {
		if !takes(n.Result, g.branch) {
			g.failedTries++
		}
	}
	wanted := p.openGoals()
	p.markReached(wanted, n.Result.Covered, in)
	if disagrees(n.Result.Covered, claimed, wanted, cut) {
		// An effect that occurs once in a process, as with a sync.Once, occurred before the
		// executor's runs, but may have occurred during this run. So the input is run again.
		again, err := p.e.s.subject.Pool.Run(p.e.nativeCtx, []*worker.RunJob{{Entry: p.e.s.entry, Vector: in, Patient: true}})
		if err != nil {
			return nil, err
		}
		if r := again[0].Result; r != nil && !disagrees(r.Covered, claimed, wanted, cut) {
			p.markReached(wanted, r.Covered, in)
			both := slices.Concat(n.Result.Covered, r.Covered)
			slices.Sort(both)
			return slices.Compact(both), nil
		}
		if p.mismatches++; p.mismatches == 1 {
			p.mismatch = in
		}
	}
	return n.Result.Covered, nil
}

// openGoals lists the goals that no run has reached.
func (p *program) openGoals() map[*goal]bool {
	goals := map[*goal]bool{}
	for _, g := range p.e.byID {
		if g.run == 0 {
			goals[g] = true
		}
	}
	return goals
}

// markReached marks the wanted goals that a native run took as reached.
func (p *program) markReached(wanted map[*goal]bool, taken []uint32, in input.Vector) {
	for g := range wanted {
		if _, ok := slices.BinarySearch(taken, g.branch); ok && g.run == 0 {
			g.run, g.input = p.runs, in
		}
	}
}

// disagrees reports whether a native run disagrees with the executor on the wanted goals: it took
// a goal that was not claimed, or did not take a claimed one. A run that the executor cut off
// may take more goals than claimed.
func disagrees(taken []uint32, claimed []*goal, wanted map[*goal]bool, cut bool) bool {
	for g := range wanted {
		_, took := slices.BinarySearch(taken, g.branch)
		if slices.Contains(claimed, g) != took && (!took || !cut) {
			return true
		}
	}
	return false
}

// agreedBranches returns the branches that a run covers: those that the executor covered or the
// native run took, without goals that no native run has confirmed.
func (p *program) agreedBranches(covered, taken []uint32) []uint32 {
	list := slices.DeleteFunc(slices.Concat(covered, taken), func(b uint32) bool {
		g := p.e.byID[b]
		return g != nil && g.run == 0
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// recordAssumption keeps what the path of a run assumes about the world outside the input. It
// returns false, which ends the search, when every goal is reached.
func (p *program) recordAssumption(r *dse.Run) bool {
	if r.Path.Outside != "" {
		p.worldAssumption = r.Path.Outside
	}
	return !p.e.allReached()
}
