package dse

import (
	"math"
	"sort"
)

const (
	maxAddedTimes = 1 << 10 // most repetitions that one step of a ray adds
	maxRaySteps   = 8       // most steps of a ray
)

// A ray is a repetition that brought a run nearer to a goal, and is continued in that direction.
type ray struct {
	goal          *goalRuns // the goal that the ray approaches
	source        *Run      // the run with the blocks that are repeated
	block         blockRange
	previous      rayPoint
	last          rayPoint // the last point, nearer than previous
	leastNoNearer int      // the least number of repetitions that brought the run no nearer; 0: unknown
	steps         int
}

// A rayPoint is the fitness of a run in which the blocks occur a number of times.
type rayPoint struct {
	times   int // number of times that the blocks occur
	fitness fitness
}

// nextAttempt returns the repetition that would reach the goal by linear extrapolation of the last
// two points, limited to the middle between the last point and leastNoNearer and to the capacity. It
// returns nil if the goal is covered, the ray has had its steps, or no larger number is left.
func (y *ray) nextAttempt(strategy *repetition) *attempt {
	y.steps++
	if strategy.w.Covered(y.goal.branch) || y.steps > maxRaySteps {
		return nil
	}
	gain := (y.previous.fitness.distanceLeft() - y.last.fitness.distanceLeft()) / float64(y.last.times-y.previous.times)
	if gain <= 0 {
		return nil
	}
	times := y.last.times + int(min(math.Ceil(y.last.fitness.distanceLeft()/gain), maxAddedTimes))
	if y.leastNoNearer > 0 {
		times = min(times, (y.last.times+y.leastNoNearer)/2)
	}
	v := y.source.Path.Input
	in := strategy.withRepeated(v, y.block, times)
	if in == nil { // the most times that fit the capacity
		times -= sort.Search(times-y.last.times, func(less int) bool { return strategy.withRepeated(v, y.block, times-less) != nil })
		in = strategy.withRepeated(v, y.block, times)
	}
	if times <= y.last.times {
		return nil
	}
	return &attempt{input: in, source: y.source, block: y.block, times: times, ray: y}
}

// observe records the fitness of run r, in which the blocks occur a number of times.
func (y *ray) observe(times int, r *Run) {
	switch now := fitnessOf(r, y.goal.index); {
	case now.less(y.last.fitness) && now.samePredicate(y.last.fitness):
		y.previous, y.last = y.last, rayPoint{times, now}
	case now.less(y.last.fitness):
		y.steps = maxRaySteps // the next predicate is another one now, and the run is a source itself
	default:
		y.leastNoNearer = times
	}
}
