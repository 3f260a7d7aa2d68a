package dse

import (
	"slices"

	"nearmiss/symexec"
)

// A record is what the runs of a search have brought so far.
type record struct {
	w     *World
	best  []fitness // of all runs, by target, as long as it is not covered
	goal  []bool    // by target
	known int       // branches that were covered
}

func newRecord(w *World) record {
	f := record{w: w, best: slices.Repeat([]fitness{{unknown, worst}}, len(w.Targets)), goal: make([]bool, len(w.Targets))}
	for i, b := range w.Targets {
		f.goal[i] = slices.Contains(w.Goals, b)
	}
	return f
}

// take takes a run into account, and reports whether it is news: nearer to a goal than
// all before it, or the first to take a side of a condition. Otherwise it may be
// new in another way: by a branch, nearer to another target, or by what it has read. It takes
// time linear in the targets that no run took, and in what the run shares with none.
func (f *record) take(r *Run) (news, other bool) {
	news, other = f.w.firstSide(r), r.reading.News || f.w.covered.size > f.known
	f.known = f.w.covered.size
	for _, i := range r.nearby() {
		if now := closeness(r, int(i)); now.less(f.best[i]) && !f.w.Covered(f.w.Targets[i]) {
			f.best[i] = now
			news, other = news || f.goal[i], true
		}
	}
	return news, other
}

// A sideSet is the sides of conditions that runs took, in libraries too.
type sideSet struct {
	all    map[Branch]bool
	recent [1 << 8]Branch // some of them
}

// firstSide reports whether a run is the first to take a side of a condition. What comes
// before the flipped node others took. Runs are to be asked for in their order, and
// again as often as anybody likes.
func (w *World) firstSide(r *Run) bool {
	if !r.sided {
		r.sided, r.firstSide = true, w.sides.take(r)
	}
	return r.firstSide
}

// take reports whether a run takes a side that is new.
func (f *sideSet) take(r *Run) (found bool) {
	if f.all == nil {
		f.all = map[Branch]bool{}
	}
	own := fresh(r)
	for i := range own {
		b := Branch{own[i].Site, own[i].Side}
		at := &f.recent[(8*b.Site.At+2*b.Site.Cond+2+index(b.Side))&(len(f.recent)-1)]
		if *at == b {
			continue
		}
		if *at = b; !f.all[b] {
			f.all[b], found = true, true
		}
	}
	return found
}

// fresh are the decisions of a run from the node on that was flipped for it; those
// before it are those of the run that it was made from.
func fresh(r *Run) []symexec.Decision {
	d := r.Path.Decisions
	if n := r.Flipped; n != nil {
		d = d[min(n.Depth, len(d)):]
	}
	return d
}
