package dse

import (
	"math"
	"sort"
)

// A ray is a repetition that brought a run nearer to a target.
type ray struct {
	src    *source
	edit   repetition
	branch uint32 // the target
	near   int    // its place in Run.Near
	goal   bool
	before point
	last   point // nearer than before
	over   int   // the least number of times that was no nearer, 0 if none is known
	tries  int
}

// A point is how near so many repetitions come.
type point struct {
	times int
	value fitness
}

// mostTries is how often a ray is corrected.
const mostTries = 8

// next is the repetition that would do, as the last two points have it; there is
// none if the target was taken.
func (y *ray) next(f *pump) (t attempt, more bool) {
	if f.w.Covered(y.branch) {
		return attempt{}, false
	}
	times := y.last.times
	if gain := (lacks(y.before.value) - lacks(y.last.value)) / float64(y.last.times-y.before.times); gain > 0 {
		times += int(min(math.Ceil(lacks(y.last.value)/gain), most))
	}
	if y.over > 0 {
		times = min(times, (y.last.times+y.over)/2)
	}
	if y.tries++; times <= y.last.times || y.tries > mostTries {
		return attempt{}, false
	}
	v := y.src.run.Path.Input
	in := y.edit.make(f, v, times)
	if in == nil { // as often as there is room for
		times -= sort.Search(times-y.last.times, func(less int) bool { return y.edit.make(f, v, times-less) != nil })
		if times <= y.last.times {
			return attempt{}, false
		}
		in = y.edit.make(f, v, times)
	}
	return attempt{input: in, src: y.src, edit: y.edit, times: times, ray: y}, true
}

// ran tells of what the repetition brought.
func (y *ray) ran(times int, r *Run) {
	now := closeness(r, y.near)
	switch {
	case now.akin(y.last.value) && now.less(y.last.value):
		y.before, y.last = y.last, point{times, now}
	case now.less(y.last.value):
		y.tries = mostTries // it passed a guard, and is pumped itself
	default:
		y.over = times
	}
}

// followed takes into account what an attempt brought.
func (f *pump) followed(t attempt, r *Run) {
	switch {
	case t.ray != nil:
		t.ray.ran(t.times, r)
	default:
		for _, p := range f.targets {
			was, now := closeness(t.src.run, p.near), closeness(r, p.near)
			if was.akin(now) && now.less(was) {
				y := &ray{src: t.src, edit: t.edit, branch: p.branch, near: p.near, goal: p.goal, before: point{t.edit.least(), was}, last: point{t.times, now}}
				if f.rays = append(f.rays, y); !p.goal { // those for goals first
					copy(f.rays[1:], f.rays)
					f.rays[0] = y
				}
				return
			}
		}
	}
}
