package dse

import (
	"slices"

	"nearmiss/symexec"
)

// A record is what the runs of a search have brought so far.
type record struct {
	w     *World
	goal  []bool // by target
	known int    // branches that were covered
}

func newRecord(w *World) record {
	return record{w: w, goal: w.goals()}
}

// worth is what a run has brought.
type worth uint8

const (
	nothing worth = iota
	novel         // it is the first to take a branch, nearer to a target that is no goal, or has read as none has
	news          // it is nearer to a goal than all before it, or the first to take a side of a condition
)

// take takes a run into account. It takes time linear in the targets that the run came
// near, and in what it shares with none.
func (f *record) take(r *Run) (w worth) {
	if r.reading.News || f.w.covered.size > f.known {
		w = novel
	}
	f.known = f.w.covered.size
	if f.w.firstSide(r) {
		w = news
	}
	for _, i := range f.w.nearer(r) {
		if f.w.Covered(f.w.Targets[i]) {
			continue
		}
		if w = max(w, novel); f.goal[i] {
			w = news
		}
	}
	return w
}

// nearest is how near the runs came to a target that nearer was asked for.
func (w *World) nearest(place int) fitness {
	if w.best == nil {
		return fitness{grade: unknown, value: worst}
	}
	return w.best[place]
}

// nearer lists the targets, by place, that a run is nearer to than all before it, of those
// that none of these took. Runs are to be asked for in their order, and again as often as
// anybody likes.
func (w *World) nearer(r *Run) []int32 {
	if r.measured {
		return r.nearer
	}
	r.measured = true
	if w.best == nil {
		w.best = slices.Repeat([]fitness{{grade: unknown, value: worst}}, len(w.Targets))
	}
	for _, i := range r.nearby(w) {
		if now := closeness(r, int(i)); now.less(w.best[i]) {
			w.best[i] = now
			r.nearer = append(r.nearer, i)
		}
	}
	return r.nearer
}

// firstSide reports whether a run is the first to take a side of a condition. What comes
// before the flipped node others took. Runs are to be asked for in their order, and
// again as often as anybody likes.
func (w *World) firstSide(r *Run) bool {
	if !r.sided {
		r.sided, r.firstSide = true, w.takeSides(r)
	}
	return r.firstSide
}

// takeSides reports whether a run takes a side that is new.
func (w *World) takeSides(r *Run) (found bool) {
	own := fresh(r)
	for i := range own {
		b := Branch{own[i].Site, own[i].Side}
		if w.sides.add(8*b.Site.At+2*b.Site.Cond+2+index(b.Side), b) {
			found = true
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
