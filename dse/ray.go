package dse

import (
	"math"
	"sort"
)

const (
	mostTimes = 1 << 10 // that a ray adds at once
	mostPoint = 8       // steps of a ray
)

// A ray is a repetition that has brought a run nearer to a goal.
type ray struct {
	goal   *front
	of     *Run
	what   blocks
	before point
	last   point // nearer than before
	beyond int   // the least number of times that was no nearer; 0: not known
	steps  int
}

// A point is how near the blocks bring a run, so often.
type point struct {
	times   int
	fitness fitness
}

// next is the repetition that would do, as the last two points have it; nil if there is
// none.
func (y *ray) next(f *repetition) *attempt {
	y.steps++
	if f.w.Covered(y.goal.branch) || y.steps > mostPoint {
		return nil
	}
	gain := (y.before.fitness.lacks() - y.last.fitness.lacks()) / float64(y.last.times-y.before.times)
	if gain <= 0 {
		return nil
	}
	times := y.last.times + int(min(math.Ceil(y.last.fitness.lacks()/gain), mostTimes))
	if y.beyond > 0 {
		times = min(times, (y.last.times+y.beyond)/2)
	}
	v := y.of.Path.Input
	in := f.make(v, y.what, times)
	if in == nil { // as often as there is room for
		times -= sort.Search(times-y.last.times, func(less int) bool { return f.make(v, y.what, times-less) != nil })
		in = f.make(v, y.what, times)
	}
	if times <= y.last.times {
		return nil
	}
	return &attempt{input: in, of: y.of, what: y.what, times: times, ray: y}
}

// ran takes into account how near the blocks bring a run, so often.
func (y *ray) ran(times int, r *Run) {
	switch now := fitnessOf(r, y.goal.place); {
	case now.less(y.last.fitness) && now.akin(y.last.fitness):
		y.before, y.last = y.last, point{times, now}
	case now.less(y.last.fitness):
		y.steps = mostPoint // it is another predicate now, and the run is a source
	default:
		y.beyond = times
	}
}
