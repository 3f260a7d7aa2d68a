package dse

// Closest flips nodes on the paths of the runs that are nearest to a goal, one goal after
// another. Other strategies go by what flips of a branch have gained; that says little where
// one decision among many of its branch is what is left, or one that has gained nothing yet.
// Here each code location is as probable as any other that has open nodes on these paths, and
// so is each of its nodes. A flip starts from the input of such a run, not from the one that
// found the node: of what the run has reached it keeps as much as can be.
//
// Of runs that are equally near the first mostClosest count. It declines if no run has come
// near a goal, or nothing is open on these paths. A run takes time linear in the goals, and a
// step in the paths.
func Closest(w *World) Strategy { return &closest{w: w, goals: w.fronts()} }

// mostClosest is how many runs count that are equally near.
const mostClosest = 32

type closest struct {
	w     *World
	goals []*front // with their nearest runs
	turn  int
}

// Closed implements Strategy.
func (f *closest) Closed(*Node) {}

// Ran implements Strategy.
func (f *closest) Ran(r *Run, _ []*Node) {
	for _, g := range f.goals {
		now := fitnessOf(r, g.place)
		if now.grade == unknown {
			continue
		}
		if len(g.runs) > 0 {
			switch best := fitnessOf(g.runs[0], g.place); {
			case now.less(best):
				g.runs = nil
			case best.less(now) || len(g.runs) == mostClosest:
				continue
			}
		}
		g.runs = append(g.runs, r)
	}
}

// Next implements Strategy.
func (f *closest) Next() Step {
	for range f.goals {
		g := f.goals[f.turn]
		f.turn = (f.turn + 1) % len(f.goals)
		if f.w.Covered(g.branch) {
			continue
		}
		if s := f.draw(g.runs); !s.None() {
			return s
		}
	}
	return Step{}
}

// draw draws a code location, and one of its nodes on the paths of some runs.
func (f *closest) draw(runs []*Run) Step {
	f.w.walks++
	var places []int
	steps := map[int][]Step{}
	for _, r := range runs {
		for n := range r.Nodes {
			if n.walked == f.w.walks {
				break // what is before it is on the path of another run
			}
			if n.walked = f.w.walks; n.state != Open {
				continue
			}
			if steps[n.location] == nil {
				places = append(places, n.location)
			}
			steps[n.location] = append(steps[n.location], Step{Flip: n, From: r})
		}
	}
	if len(places) == 0 {
		return Step{}
	}
	list := steps[places[f.w.Rand.IntN(len(places))]]
	return list[f.w.Rand.IntN(len(list))]
}
