package ese

import (
	"cmp"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// sides is what a guide says of a branch.
type sides struct {
	first bool    // the side to take now
	both  bool    // the other one is to be taken later
	dear  float64 // how much less likely the other one is; for walks that go by it
}

// guide leads a walk over the tree of paths.
type guide interface {
	// begin starts a path with the decisions of an earlier one. A guide that
	// has no use for history does nothing.
	begin(prefix []symexec.Decision)
	// sides says what to do at a branch, which comes after what was decided.
	sides(b *symexec.Branch) sides
	// decided tells of the side taken.
	decided(site symexec.Site, side bool)
}

// walk explores the tree of paths: it takes a path, then always turns the deepest
// decision that has another side to take, or the one whose way is the likeliest. To turn a decision
// is to run again under the condition of the path up to it and the negation of
// its clause, from the input of the path: so the solver is asked once, and the
// way to it is free.
type walk struct {
	g      *Gate
	guide  guide
	memory int  // decisions to turn that are remembered
	byDear bool // the least dear is turned next, of equal ones the first that was met; else the deepest

	open     []turn // of a path the deepest last
	complete bool   // nothing was left out
}

// turn is a decision that is to be turned.
type turn struct {
	path     *symexec.Path
	decision int     // index into its Decisions
	clauses  int     // of its Condition before the decision
	dear     float64 // how unlikely the way to the other side is, for byDear
}

// run explores until everything is or the gate ends; it then reports whether
// every path was explored that the guide wants. visit is told of each, and may
// give the walk another gate.
func (w *walk) run(visit func(*symexec.Path)) bool {
	defer w.g.Holds(w.each)()
	w.complete = true
	w.guide.begin(nil)
	c := &walker{guide: w.guide}
	for p := w.explore(nil, nil, c); ; p, c = w.turn() {
		if p != nil {
			if p.End.Kind != symexec.Abandoned {
				visit(p)
			}
			w.push(p, c)
		}
		if len(w.open) == 0 {
			return w.complete
		}
		if w.g.Over() {
			return false
		}
	}
}

// explore takes a path, if the gate has one left. from is an input that
// satisfies all of the precondition but the last clause; nil without any.
func (w *walk) explore(from input.Vector, pre []*term.Term, c *walker) *symexec.Path {
	before, unknown := w.g.explorations, w.g.archive.End(symexec.Undetermined)
	p, _ := w.g.ExploreFrom(from, pre, c)
	if w.g.explorations == before || w.g.archive.End(symexec.Undetermined) > unknown || p != nil && p.End.Kind == symexec.Stopped {
		w.complete = false
	}
	return p
}

// turn explores the other side of the deepest decision that has one.
func (w *walk) turn() (*symexec.Path, *walker) {
	at := len(w.open) - 1
	if w.byDear {
		at = leastDear(w.open)
	}
	t := w.open[at]
	w.open = slices.Delete(w.open, at, at+1)
	d := &t.path.Decisions[t.decision]
	pre := make([]*term.Term, t.clauses, t.clauses+1)
	copy(pre, t.path.Condition)
	pre = append(pre, w.g.Builder().Not(d.Clause))
	w.guide.begin(t.path.Decisions[:t.decision])
	w.guide.decided(d.Site, !d.Side)
	c := &walker{guide: w.guide, skip: t.decision + 1, dear: t.dear}
	p := w.explore(t.path.Input, pre, c)
	if p != nil && p.End.Kind != symexec.Stopped && !follows(p, t) {
		w.g.Tally("paths that did not follow their precondition", 1)
		w.complete = false
		p = nil
	}
	return p, c
}

// follows reports whether p turns as it was to.
func follows(p *symexec.Path, t turn) bool {
	if len(p.Decisions) <= t.decision {
		return false
	}
	was, is := &t.path.Decisions[t.decision], &p.Decisions[t.decision]
	return is.Site == was.Site && is.Side != was.Side
}

// push remembers which decisions of p are to be turned. One whose clause comes
// from an earlier moment of the path has no other side.
func (w *walk) push(p *symexec.Path, c *walker) {
	at := make(map[*term.Term]int, len(p.Condition))
	for i, clause := range p.Condition {
		at[clause] = i
	}
	clauses := 0
	for i := range p.Decisions {
		d := &p.Decisions[i]
		before, own := at[d.Clause]
		own = own && before >= clauses
		if own {
			clauses = before + 1
		}
		switch {
		case i < c.skip:
		case d.Why == symexec.Undecided:
			w.complete = false
		case own && c.open[i-c.skip].both:
			w.open = append(w.open, turn{p, i, before, c.dear + c.open[i-c.skip].dear})
		}
	}
	w.forget()
}

// each lists the clauses on the way to what is to be turned.
func (w *walk) each(hold func([]*term.Term)) {
	var last *symexec.Path
	for _, t := range w.open {
		if t.path != last {
			hold(t.path.Condition)
		}
		last = t.path
	}
}

// forget drops the decisions beyond what is to be remembered that would be turned last: the
// shallowest, or the dearest.
func (w *walk) forget() {
	n := len(w.open) - w.memory
	if n <= 0 {
		return
	}
	if w.byDear {
		slices.SortStableFunc(w.open, func(a, b turn) int { return cmp.Compare(b.dear, a.dear) })
		n = min(len(w.open), n+w.memory/4) // to sort is slow
	}
	w.g.Tally("decisions forgotten", uint64(n))
	w.complete = false
	w.open = append(w.open[:0], w.open[n:]...)
}

// walker chooses the sides of one path of a walk. It gives the path up where
// the only side that the guide wants is not to be had.
type walker struct {
	guide guide
	skip  int     // decisions that the precondition fixes
	dear  float64 // of those
	open  []sides // of the decisions behind; both: has another side to take
	now   sides
	lost  bool // the path is none that the guide wants
}

// Choose implements symexec.Chooser.
func (c *walker) Choose(b *symexec.Branch) bool {
	if b.Depth < c.skip {
		return b.Witness
	}
	c.now = c.guide.sides(b)
	return c.now.first
}

// Took implements symexec.Chooser.
func (c *walker) Took(b *symexec.Branch, side bool, why symexec.Why) {
	if b.Depth < c.skip {
		return
	}
	c.open = append(c.open, sides{side, c.now.both && why == symexec.Wanted, c.now.dear})
	c.lost = !c.now.both && why != symexec.Wanted
	c.guide.decided(b.Site, side)
}

// Quit implements symexec.Quitter.
func (c *walker) Quit() bool { return c.lost }
