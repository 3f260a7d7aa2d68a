package ese

import "math"

// A restarter is a strategy that begins anew now and then: it tells the best
// cost of the run that it is at.
type restarter interface{ standing() (cost uint64, run int) }

// standing is where an arm stands.
func (a *arm) standing() (cost uint64, run int) {
	if a.run != nil {
		return a.run.standing()
	}
	return a.gate.most, 0
}

// record is what a strategy has made of its work. What counts is how its own
// best cost has risen, not that of the search: one that learns is behind for
// long, and still may be the one to go on with.
type record struct {
	level uint64  // its best cost
	of    int     // the run that it is at
	work  float64 // in that run
	rises float64 // of the level, each times the fading power of the work until then
}

// fading says how fast a rise is forgotten: at n times the work it counts for
// so many powers of n less.
const fading = 2

// note adds a step of work that led to a level; best is the best cost of the
// search before the step. Where a step comes by what others have found, only
// what it adds to that is its own.
func (r *record) note(work float64, level uint64, run int, best uint64) {
	if run != r.of {
		*r = record{of: run}
	}
	r.work += work
	if level <= r.level {
		return
	}
	from := r.level
	if level >= best {
		from = max(from, best)
	}
	if r.level > 0 {
		r.rises += float64(level-from) * math.Pow(r.work, fading)
	}
	r.level = level
}

// expect is by how much the level would rise with so much more work, if it went
// on as of late, and slower and slower, as records do: those of n draws rise as
// the logarithm of n. Rises per logarithm of work are weighed by a power of the
// work, so that only shares of it matter.
func (r *record) expect(more float64) float64 {
	if r.work == 0 {
		return 0
	}
	return r.slope() * math.Log1p(more/r.work)
}

// expectAtMost is expect if rises did not become slower.
func (r *record) expectAtMost(more float64) float64 {
	if r.work == 0 {
		return 0
	}
	return r.slope() * more / r.work
}

// slope is by how much the level rises with the logarithm of the work.
func (r *record) slope() float64 { return fading * r.rises / math.Pow(r.work, fading) }
