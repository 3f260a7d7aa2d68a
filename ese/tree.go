package ese

import (
	"cmp"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// sides are the sides of a branch that a guide wants.
type sides struct {
	first       bool    // the side to take first
	both        bool    // the other side is wanted too, later
	discrepancy float64 // discrepancy of the other side: difference of the logarithms of both probabilities; for walks by discrepancy
}

// guide leads a walk over the tree of paths.
type guide interface {
	// begin starts a path with the decisions of an earlier one. A guide
	// without history does nothing.
	begin(prefix []symexec.Decision)
	// sides returns the wanted sides of the next branch on the path.
	sides(b *symexec.Branch) sides
	// record records the side that the path took at a branch.
	record(site symexec.Site, side bool)
}

// walk explores the tree of paths. It takes a path, then repeatedly flips the deepest decision
// with a wanted side left, or the decision with the least discrepancy. To flip a decision, it
// runs the function again under the condition of the path up to the decision and the negation
// of the decision's clause, starting from the input of the path. This costs one query; the
// decisions before it need none.
type walk struct {
	gate          *Gate
	guide         guide
	memory        int  // largest number of pending flips
	byDiscrepancy bool // flip next the decision with the least discrepancy, the earliest of equal ones; else the deepest

	pending  []pendingFlip // the flips of a path are in order of depth, the deepest last
	complete bool          // no path was left out
}

// pendingFlip is a decision that the walk will flip.
type pendingFlip struct {
	path        *symexec.Path
	decision    int     // index in path.Decisions
	clauses     int     // number of clauses of path.Condition before the decision
	discrepancy float64 // of the path through the other side, for byDiscrepancy
}

// run explores until no flip is pending or the gate ends. It reports whether it took every path
// that the guide wants. It calls visit with each path; visit may replace the gate of the walk.
func (w *walk) run(visit func(*symexec.Path)) bool {
	defer w.gate.HoldClauses(w.eachClauses)()
	w.complete = true
	w.guide.begin(nil)
	c := &walker{guide: w.guide}
	for p := w.explore(nil, nil, c); ; p, c = w.flipNext() {
		if p != nil {
			if p.End.Kind != symexec.Abandoned {
				visit(p)
			}
			w.push(p, c)
		}
		if len(w.pending) == 0 {
			return w.complete
		}
		if w.gate.Over() {
			return false
		}
	}
}

// explore takes a path through the gate. from is an input that satisfies the precondition pre
// except its last clause, or nil without a precondition. The walk is not complete if no
// exploration took place, or its precondition was undecided, or its path was cut short.
func (w *walk) explore(from input.Vector, pre []*term.Term, c *walker) *symexec.Path {
	before, unknown := w.gate.explorations, w.gate.archive.End(symexec.Undetermined)
	p, _ := w.gate.ExploreFrom(from, pre, c)
	if w.gate.explorations == before || w.gate.archive.End(symexec.Undetermined) > unknown || p != nil && p.End.Kind == symexec.Stopped {
		w.complete = false
	}
	return p
}

// flipNext explores the other side of the next pending flip.
func (w *walk) flipNext() (*symexec.Path, *walker) {
	index := len(w.pending) - 1
	if w.byDiscrepancy {
		index = leastDiscrepancy(w.pending)
	}
	t := w.pending[index]
	w.pending = slices.Delete(w.pending, index, index+1)
	d := &t.path.Decisions[t.decision]
	pre := make([]*term.Term, t.clauses, t.clauses+1)
	copy(pre, t.path.Condition)
	pre = append(pre, w.gate.Builder().Not(d.Clause))
	w.guide.begin(t.path.Decisions[:t.decision])
	w.guide.record(d.Site, !d.Side)
	c := &walker{guide: w.guide, fixedDecisions: t.decision + 1, discrepancy: t.discrepancy}
	p := w.explore(t.path.Input, pre, c)
	if p != nil && p.End.Kind != symexec.Stopped && !follows(p, t) {
		w.gate.Tally("paths that did not follow their precondition", 1)
		w.complete = false
		p = nil
	}
	return p, c
}

// follows reports whether p takes the other side at the decision of t.
func follows(p *symexec.Path, t pendingFlip) bool {
	if len(p.Decisions) <= t.decision {
		return false
	}
	old, taken := &t.path.Decisions[t.decision], &p.Decisions[t.decision]
	return taken.Site == old.Site && taken.Side != old.Side
}

// push adds the decisions of path with a wanted side left to the pending flips. A decision whose
// clause occurs earlier on the path has no other side.
func (w *walk) push(path *symexec.Path, choices *walker) {
	at := make(map[*term.Term]int, len(path.Condition))
	for i, clause := range path.Condition {
		at[clause] = i
	}
	clauses := 0
	for i := range path.Decisions {
		d := &path.Decisions[i]
		before, own := at[d.Clause]
		own = own && before >= clauses
		if own {
			clauses = before + 1
		}
		switch {
		case i < choices.fixedDecisions:
		case d.Why == symexec.Undecided:
			w.complete = false
		case own && choices.untaken[i-choices.fixedDecisions].both:
			w.pending = append(w.pending, pendingFlip{path, i, before, choices.discrepancy + choices.untaken[i-choices.fixedDecisions].discrepancy})
		}
	}
	w.forget()
}

// eachClauses calls hold with the path conditions of the pending flips.
func (w *walk) eachClauses(hold func([]*term.Term)) {
	var last *symexec.Path
	for _, t := range w.pending {
		if t.path != last {
			hold(t.path.Condition)
		}
		last = t.path
	}
}

// forget drops the pending flips beyond the memory limit that would come last: the shallowest,
// or those with the greatest discrepancy.
func (w *walk) forget() {
	n := len(w.pending) - w.memory
	if n <= 0 {
		return
	}
	if w.byDiscrepancy {
		slices.SortStableFunc(w.pending, func(a, b pendingFlip) int { return cmp.Compare(b.discrepancy, a.discrepancy) })
		n = min(len(w.pending), n+w.memory/4) // drop more than needed, because sorting is slow
	}
	w.gate.Tally("decisions forgotten", uint64(n))
	w.complete = false
	w.pending = append(w.pending[:0], w.pending[n:]...)
}

// walker chooses the sides of one path of a walk. It gives the path up where the only side that
// the guide wants is infeasible.
type walker struct {
	guide          guide
	fixedDecisions int     // number of first decisions that the precondition fixes
	discrepancy    float64 // sum over the fixed decisions
	untaken        []sides // by decision behind the fixed ones: the wanted sides; both is true if one of them was not taken
	current        sides   // wanted sides of the current branch
	unwanted       bool    // the path took a side that the guide does not want
}

// Choose implements symexec.Chooser.
func (c *walker) Choose(b *symexec.Branch) bool {
	if b.Depth < c.fixedDecisions {
		return b.Witness
	}
	c.current = c.guide.sides(b)
	return c.current.first
}

// Took implements symexec.Chooser.
func (c *walker) Took(b *symexec.Branch, side bool, why symexec.SideReason) {
	if b.Depth < c.fixedDecisions {
		return
	}
	c.untaken = append(c.untaken, sides{side, c.current.both && why == symexec.Wanted, c.current.discrepancy})
	c.unwanted = !c.current.both && why != symexec.Wanted
	c.guide.record(b.Site, side)
}

// Quit implements symexec.Quitter.
func (c *walker) Quit() bool { return c.unwanted }
