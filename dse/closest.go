package dse

import "slices"

// Closest flips nodes on the paths of the runs that are nearest to a goal, one goal after another.
// Other strategies go by the gains of a branch. A gain says little if one decision among many of
// the branch is wrong, or if the branch has gained nothing yet. Closest draws a code location that
// has open nodes on these paths, and then one of these nodes, each with equal probability. Each
// location has one flip until a run comes nearer. A flip starts from the input of the nearest run
// rather than of the run that found the node, to keep as much as possible of the progress of the
// nearest run.
//
// If several runs are equally near, the first maxClosestRuns count. Closest declines if no run came
// near a goal, or no location is left. A run takes time linear in the goals, and a step in the
// paths.
func Closest(w *World) Strategy {
	f := &closest{w: w}
	for _, g := range w.goals() {
		f.goals = append(f.goals, &closestRuns{goal: g, triedLocations: map[int]bool{}})
	}
	return f
}

// maxClosestRuns is the number of equally near runs that Closest draws nodes from.
const maxClosestRuns = 32

type closest struct {
	ignoresClosed
	w        *World
	goals    []*closestRuns
	goalTurn int
}

// closestRuns is a goal with the runs that are nearest to it.
type closestRuns struct {
	goal
	runs           []*Run
	triedLocations map[int]bool // code locations that have had their flip since a run last came nearer
}

// ObserveRun implements Strategy.
func (f *closest) ObserveRun(r *Run, _ []*Node) {
	for _, g := range f.goals {
		if slices.Contains(r.Nearer, g.index) {
			g.runs = nil
			clear(g.triedLocations)
		}
		if now := fitnessOf(r, g.index); now == f.w.bestFitness[g.index] && now != farthest && len(g.runs) < maxClosestRuns {
			g.runs = append(g.runs, r)
		}
	}
}

// Next implements Strategy.
func (f *closest) Next() Step {
	for range f.goals {
		g := f.goals[f.goalTurn]
		f.goalTurn = (f.goalTurn + 1) % len(f.goals)
		if f.w.Covered(g.branch) {
			continue
		}
		if s := f.drawFlip(g); !s.Declines() {
			return s
		}
	}
	return Step{}
}

// drawFlip draws a code location that has not had its flip, and one of its open nodes on the paths of
// the goal's runs. It declines if there is no such location.
func (f *closest) drawFlip(closestGoal *closestRuns) Step {
	f.w.numWalks++
	var locations []int
	steps := map[int][]Step{}
	for _, run := range closestGoal.runs {
		for n := range run.Nodes {
			if n.lastWalk == f.w.numWalks {
				break // the walk has visited n and its ancestors on the path of another run
			}
			if n.lastWalk = f.w.numWalks; n.state != Open || closestGoal.triedLocations[n.location] {
				continue
			}
			if steps[n.location] == nil {
				locations = append(locations, n.location)
			}
			steps[n.location] = append(steps[n.location], Step{Flip: n, From: run})
		}
	}
	if len(locations) == 0 {
		return Step{}
	}
	index := locations[f.w.Rand.IntN(len(locations))]
	closestGoal.triedLocations[index] = true
	list := steps[index]
	return list[f.w.Rand.IntN(len(list))]
}
