package dse

import (
	"maps"
	"slices"

	"nearmiss/input"
)

// Substitution extends inputs past the point where runs stop reading. If a program reads a list
// from the front, and gives up at the first element that does not fit, its last comparisons show
// which element would fit:
//
//   - It compares the last element: nodes that depend on that element are flipped. A node
//     that was flipped for another beginning of the list is not flipped again; instead the
//     element gets the value that took the other side then.
//   - It compares a piece of the list with a word: the word replaces the piece
//     (input-to-state substitution). Pieces before the last element are replaced too, but
//     later. If the piece has the word in it already, an element is inserted behind it.
//   - It looks for more elements: the list gets as many elements as the program looks for.
//
// Steps start from runs, the cheapest first. A run costs 0 if it took a new branch. Otherwise a run
// that another strategy made costs 2, and gives steps only if it has news: it took branches in a
// new way, or came nearer to a target than all runs before. A run of Substitution costs 1 more than
// the run that it was made from if it has news, and 2 more if not. A run that reads less than the
// run that it was made from gives no steps. A step costs as much as its run; 2 more if the same
// trial was made from another run, which is the same side in the same calling context, the same
// word at the same place, or the end of a list found at the same places; and 1 more for a piece
// before the last element. Of equal steps the step of the latest run comes first.
//
// Substitution declines if the program has no Inputs. A run takes time linear in its new nodes and
// in its comparisons; the first step of a run takes time linear in its path.
//
// Sources: Mathis, Gopinath, Mera, Kampmann, Höschele, Zeller, Parser-Directed
// Fuzzing, PLDI 2019, for the last element and the end; Aschermann, Schumilo,
// Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing with Input-to-State Correspondence,
// NDSS 2019, for words. Both search without a solver.
func Substitution(w *World) Strategy {
	return &substitution{w: w, inputs: w.Inputs, values: map[int]uint64{}, tried: map[trial]bool{}}
}

const (
	repeatCost  = 2  // extra cost of a step that repeats a trial of another run
	earlierCost = 1  // extra cost of a step that replaces a piece before the last element
	foreignCost = 2  // cost of a run that another strategy made
	maxCost     = 14 // largest cost of a run that steps are made from
)

type substitution struct {
	ignoresClosed
	w        *World
	inputs   Inputs // nil: Substitution always declines
	queue    queue[queuedStep]
	current  *substituteStep // the step that runs next
	lastMade input.Vector    // the input of the current step; nil if the step flips a node

	// by code location whose condition depends on one list element alone: the value of that element
	// in the first run that took the location
	values map[int]uint64
	tried  map[trial]bool // trials that have been made
}

// queuedStep is a run from which steps are to be made, or a step.
type queuedStep struct {
	from *sourceRun
	step *substituteStep // the step; nil: steps are to be made from the run
}

// A sourceRun is a run from which steps are made.
type sourceRun struct {
	run      *Run
	cost     int
	compared []Compared
}

// A substituteStep is a step: a node to flip, or elements that replace the elements from:to of a
// list.
type substituteStep struct {
	*sourceRun
	cost           int // cost in addition to the cost of the run
	node           *Node
	list, from, to int
	replacement    []uint64 // elements that replace from:to
	trial          trial    // the trial that the step makes
	mustLookAt     int      // index of an element of the list: the run must look at it, or beyond it
	newTrial       bool     // the trial had not been made when the step was made
}

// A trial identifies the effect that a step tries to have: to take a side of a condition in a
// calling context, to put a word at a place, or to continue a list beyond its end.
type trial struct {
	key   uint64
	side  int
	start int
}

func sideOf(n *Node, side bool) trial {
	return trial{key: n.Context, side: 1 + n.location ^ sideIndex(side != n.Side)}
}

func (c *Compared) trial() trial { return trial{key: c.Key, start: 1 + c.From} }

// ObserveRun implements Strategy.
func (f *substitution) ObserveRun(run *Run, _ []*Node) {
	if f.inputs == nil {
		return
	}
	f.recordValues(run)
	cost, ok := f.cost(run)
	if !ok || cost > maxCost {
		return
	}
	for i := range run.Reading.Compared {
		if c := &run.Reading.Compared[i]; c.Holds {
			f.tried[c.trial()] = true // a word that fits already needs no trial
		}
	}
	f.queue.push(queuedStep{from: &sourceRun{run, cost, run.Reading.Compared}}, rank{cost, -run.Number})
}

// cost returns the cost of a run, and whether steps are made from it.
func (f *substitution) cost(run *Run) (cost int, ok bool) {
	step := f.current
	if f.current = nil; step != nil && (step.node != nil && run.Flipped != step.node || step.node == nil && !slices.Equal(f.lastMade, run.Path.Input)) {
		step = nil // another strategy made the run
	}
	news := run.Reading.NewEvent || len(run.Nearer) > 0
	switch {
	case run.NewBranch:
		return 0, true
	case step == nil:
		return foreignCost, news
	case news:
		return step.sourceRun.cost + 1, true
	}
	last := -1
	if s := listViews(f.inputs, run, run.Reading.Compared)[step.list]; s != nil {
		last = s.last
	}
	return step.sourceRun.cost + 2, last >= step.mustLookAt
}

// recordValues records the sides that a run is the first to take, and the values of the elements
// that decided for them.
func (f *substitution) recordValues(run *Run) {
	for n, side := range run.Nodes {
		f.tried[sideOf(n, side)] = true
		index := n.location ^ sideIndex(side != n.Side)
		if _, known := f.values[index]; !known {
			if p, ok := onlyListElement(f.inputs, n); ok {
				if e := f.inputs.Elements(run.Path.Input, p.List); p.Index < len(e) {
					f.values[index] = e[p.Index]
				}
			}
		}
		if n.First != run {
			break // other runs took the nodes before n
		}
	}
}

// Next implements Strategy.
func (f *substitution) Next() Step {
	for f.queue.len() > 0 {
		x := f.queue.pop()
		if x.from != nil {
			f.addSteps(x.from)
			continue
		}
		step := x.step
		switch {
		case step.node != nil && step.node.state != Open:
			continue
		case step.newTrial && f.tried[step.trial]:
			step.newTrial = false
			f.add(step)
			continue
		case step.node != nil:
			f.current = step
			return Step{Flip: step.node, From: step.run}
		}
		f.tried[step.trial] = true
		if v := f.inputs.Splice(step.run.Path.Input, step.list, step.from, step.to, step.replacement...); v != nil && !f.w.HasRun(v) {
			f.current, f.lastMade = step, v
			return Step{Input: v}
		}
	}
	return Step{}
}

// add puts a step into the queue.
func (f *substitution) add(j *substituteStep) {
	cost := j.sourceRun.cost + j.cost
	if !j.newTrial {
		cost += repeatCost
	}
	f.queue.push(queuedStep{step: j}, rank{cost, -j.run.Number})
}

// addSteps adds the steps that can be made from a run to the queue.
func (f *substitution) addSteps(o *sourceRun) {
	seen := listViews(f.inputs, o.run, o.compared)
	for _, l := range slices.Sorted(maps.Keys(seen)) {
		s := seen[l]
		s.elements = f.inputs.Elements(o.run.Path.Input, l)
		if s.setWanted(f.inputs); s.elements != nil || s.elementsWanted > 0 {
			f.addLonger(o, s)
			f.addWordSteps(o, s)
			f.addLastElementSteps(o, s)
		}
	}
}
