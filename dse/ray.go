package dse

import (
	"math"
	"sort"
)

const (
	mostTimes = 1 << 10 // bound of the repetitions that a step of a ray adds
	mostPoint = 8       // steps of a ray
)

// A ray is a repetition that brought a run nearer to a goal, and is continued in that direction.
type ray struct {
	goal   *front
	of     *Run
	what   blocks
	before point
	last   point // nearer than before
	beyond int   // the least number of times that was no nearer; 0: unknown
	steps  int
}

// A point is the fitness of a run in which the blocks occur a number of times.
type point struct {
	times   int
	fitness fitness
}

// next returns the repetition that would reach the goal by linear extrapolation of the last two
// points; nil if there is none.
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
	if in == nil { // the most times that fit the capacity
		times -= sort.Search(times-y.last.times, func(less int) bool { return f.make(v, y.what, times-less) != nil })
		in = f.make(v, y.what, times)
	}
	if times <= y.last.times {
		return nil
	}
	return &attempt{input: in, of: y.of, what: y.what, times: times, ray: y}
}

// ran records the run r in which the blocks occur a number of times.
func (y *ray) ran(times int, r *Run) {
	switch now := fitnessOf(r, y.goal.place); {
	case now.less(y.last.fitness) && now.akin(y.last.fitness):
		y.before, y.last = y.last, point{times, now}
	case now.less(y.last.fitness):
		y.steps = mostPoint // the next predicate is another one now, and the run is a source itself
	default:
		y.beyond = times
	}
}
