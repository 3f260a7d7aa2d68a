package dse

import (
	"maps"
	"slices"

	"nearmiss/input"
)

// Substitution goes on where runs stop reading. A program that reads a list from the
// front, and gives up at the first element that does not fit, tells by what it
// looks at last what would fit:
//
//   - It compares the last element: nodes that depend on it are flipped. A node
//     that was flipped for another beginning of the list is not flipped again; the
//     element gets the value that took the other side then.
//   - It compares a piece of the list with a word: the word takes the place of the
//     piece (input-to-state substitution). That holds for pieces before the last
//     element, too, but they come later. Behind a piece that has the word in it goes an
//     element more.
//   - It looks for more elements: the list gets as many as are asked for.
//
// These steps are made from runs that brought something, best first. A run costs
// 0 if it took a branch that no run had taken, 1 more than the run that it was
// made from if it took branches in a new way, or comes nearer to a target than all before
// it, and 2 more else. A step costs what its run does; 2 more if the same was tried from
// another run, which is the same side in the same calling context, the same word at the
// same place, or the end of a list that was found at the same places; and 1 more for a
// piece before the last element. Of equal steps that of the latest run comes first. From
// a run that reads less than the one it was made from there are none.
//
// It declines if nothing is known of lists. A run takes time linear in its new nodes and
// in what it has compared; the first step of a run takes time linear in its path.
//
// Sources: Mathis, Gopinath, Mera, Kampmann, Höschele, Zeller, Parser-Directed
// Fuzzing, PLDI 2019, for the last element and the end; Aschermann, Schumilo,
// Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing with Input-to-State Correspondence,
// NDSS 2019, for words. Both search without a solver.
func Substitution(w *World) Strategy {
	return &substitution{w: w, l: w.Inputs, values: map[int]uint64{}, tried: map[trial]bool{}}
}

const (
	familiar = 2  // what a step costs more that was made from another run
	earlier  = 1  // or of a piece before the last element
	strange  = 2  // what a run costs that others made
	mostCost = 14 // of a run that steps are made from
)

type substitution struct {
	w     *World
	l     Inputs // nil: there is nothing to do
	queue queue[work]
	now   *substitute  // that the next run is made for
	made  input.Vector // by it; nil if it flips a node

	values map[int]uint64 // by code location: of the element that alone decided for it first
	tried  map[trial]bool
}

// work is a run whose steps are not made yet, or a step.
type work struct {
	from *origin
	step *substitute
}

// An origin is a run that steps are made from.
type origin struct {
	run      *Run
	cost     int
	compared []Compared
}

// A substitute is a step: a node to flip, or elements in place of some of a list.
type substitute struct {
	*origin
	cost           int // more than its run's
	node           *Node
	list, from, to int
	with           []uint64
	trial          trial // what it tries
	at             int   // the run has to look as far as this element of the list
	fresh          bool  // nobody had tried that when the step was made
}

// A trial is a side in a calling context, a word at a place, or an end of a list.
type trial struct {
	key   uint64
	side  int
	start int
}

func sideOf(n *Node, side bool) trial {
	return trial{key: n.Context, side: 1 + n.location ^ index(side != n.Side)}
}

func (c *Compared) tries() trial { return trial{key: c.Key, start: 1 + c.From} }

// Closed implements Strategy. Nodes that are not open are passed over in their turn.
func (f *substitution) Closed(*Node) {}

// Ran implements Strategy.
func (f *substitution) Ran(r *Run, _ []*Node) {
	if f.l == nil {
		return
	}
	f.learn(r)
	cost, ok := f.cost(r)
	if !ok || cost > mostCost {
		return
	}
	for i := range r.Reading.Compared {
		if c := &r.Reading.Compared[i]; c.Holds {
			f.tried[c.tries()] = true // it need not be
		}
	}
	f.queue.push(work{from: &origin{r, cost, r.Reading.Compared}}, rank{cost, -r.Number})
}

// cost is that of a run, if steps are made from it.
func (f *substitution) cost(r *Run) (cost int, ok bool) {
	j := f.now
	if f.now = nil; j != nil && (j.node != nil && r.Flipped != j.node || j.node == nil && !slices.Equal(f.made, r.Path.Input)) {
		j = nil // others made it
	}
	news := r.Reading.News || len(r.Nearer) > 0
	switch {
	case r.NewBranch:
		return 0, true
	case j == nil:
		return strange, news
	case news:
		return j.origin.cost + 1, true
	}
	last := -1
	if s := sightOf(f.l, r, r.Reading.Compared)[j.list]; s != nil {
		last = s.last
	}
	return j.origin.cost + 2, last >= j.at
}

// learn remembers the sides that a run is the first to take, and the values of elements
// that decided for them.
func (f *substitution) learn(r *Run) {
	for n, side := range r.Nodes {
		f.tried[sideOf(n, side)] = true
		at := n.location ^ index(side != n.Side)
		if _, known := f.values[at]; !known {
			if p, ok := alone(f.l, n); ok {
				if e := f.l.Elements(r.Path.Input, p.List); p.Index < len(e) {
					f.values[at] = e[p.Index]
				}
			}
		}
		if n.First != r {
			break // what is before it others took
		}
	}
}

// Next implements Strategy.
func (f *substitution) Next() Step {
	for f.queue.len() > 0 {
		x := f.queue.pop()
		if x.from != nil {
			f.goOn(x.from)
			continue
		}
		j := x.step
		switch {
		case j.node != nil && j.node.state != Open:
			continue
		case j.fresh && f.tried[j.trial]:
			j.fresh = false
			f.add(j)
			continue
		case j.node != nil:
			f.now = j
			return Step{Flip: j.node, From: j.run}
		}
		f.tried[j.trial] = true
		if v := f.l.Splice(j.run.Path.Input, j.list, j.from, j.to, j.with...); v != nil && !f.w.Ran(v) {
			f.now, f.made = j, v
			return Step{Input: v}
		}
	}
	return Step{}
}

// add puts a step into the queue.
func (f *substitution) add(j *substitute) {
	cost := j.origin.cost + j.cost
	if !j.fresh {
		cost += familiar
	}
	f.queue.push(work{step: j}, rank{cost, -j.run.Number})
}

// goOn puts the steps that can be made from a run into the queue.
func (f *substitution) goOn(o *origin) {
	seen := sightOf(f.l, o.run, o.compared)
	for _, l := range slices.Sorted(maps.Keys(seen)) {
		s := seen[l]
		s.elements = f.l.Elements(o.run.Path.Input, l)
		if s.ask(f.l); s.elements != nil || s.wants > 0 {
			f.more(o, s)
			f.words(o, s)
			f.others(o, s)
		}
	}
}
