package dse

import (
	"slices"

	"nearmiss/input"
)

// Splice goes on where runs stop reading. A program that reads a list from the
// front, and gives up at the first element that does not fit, tells by what it
// looks at last what would fit:
//
//   - It compares the last element: nodes that depend on it are flipped. A node
//     that was flipped for another beginning of the list is not flipped again; the
//     element gets the value that took the other side then.
//   - It compares a piece of the list with a word: the word takes the place of the
//     piece. That holds for pieces before the last element, too, but they come
//     later. Where a piece had the word in it, there is an element more behind the piece.
//   - It looks for more elements: the list gets as many as are asked for.
//
// These steps are made from runs that brought something, best first. A run costs
// 0 if it took a branch that no run had taken, 1 more than the run that it was
// made from if there is an event that was in no run, or it comes nearer to a
// target than all before it, and 2 more else. A step costs what its run does;
// 2 more if the same was tried from another run, which is the same side in the
// same calling context, the same word at the same place, or the end of a list that was found
// at the same places; and 1 more for a piece before the last element. Of equal
// steps that of the latest run comes first. From a run that reads less than the
// one it was made from there are none.
//
// It declines if the program is no Reader. A run takes time linear in its branches and in
// what it has compared, and, when a step is asked for, in what is new on its path; its
// steps are made when they may be the best, which those of most runs never are. A step
// takes time linear in the input.
//
// Sources: Mathis, Gopinath, Mera, Kampmann, Höschele, Zeller, Parser-Directed
// Fuzzing, PLDI 2019, for the last element and the end; Aschermann, Schumilo,
// Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing with Input-to-State Correspondence,
// NDSS 2019, for words. Both search without a solver.
func Splice(w *World) Frontier {
	f := &splice{w: w}
	f.renew()
	return f
}

// renew implements renewer.
func (f *splice) renew() {
	f.view.renew(f.w.reader)
	f.room.renew()
	f.covered.empty()
	f.sides.empty()
	f.tried.renew()
	*f = splice{
		w: f.w, p: f.w.reader, view: f.view, steps: f.steps[:0], queue: f.queue[:0], room: f.room,
		late: f.late[:0], origins: f.origins[:0], covered: f.covered, sides: f.sides, tried: f.tried,
		takers: f.takers[:0], taken: f.taken[:0],
	}
}

const (
	familiar  = 2  // what a step costs more that was made from another run
	before    = 1  // or of a piece before the last element
	strange   = 2  // what a run costs that others made
	mostCost  = 14 // of a run that steps are made from
	promising = 3  // the most that a run costs which is progress
)

// splice implements Suggester and Progressive.
type splice struct {
	w        *World
	p        Reader  // nil: there is nothing to do
	view     view    // of the last run
	steps    []*jump // in the order in which they were made
	queue    entries // of these, by number, and of runs whose steps are not made yet, by the complement of theirs
	room     room[jump]
	late     []told       // what was not looked at yet, as nobody has asked
	origins  []told       // runs that lead to steps
	runs     int32        // that it was told of
	now      *jump        // that the next run is made for
	made     input.Vector // by its edit; nil if it flips a node
	progress bool

	covered branches     // by all runs
	sides   branches     // that runs took
	tried   keys         // words and ends that steps were made of
	takers  table[taker] // by code location
	taken   table[int32] // by number of the node: how many runs it had been told of when its other side was taken
}

// told is a run that it was told of.
type told struct {
	run      *Run
	number   int32 // from 1
	cost     int
	compared []Compared // if it leads to steps
}

// mostTold is how many runs wait until a step is asked for, about.
const mostTold = 1 << 10

// New implements Frontier.
func (f *splice) New(*Node) {}

// hear implements listener.
func (f *splice) hear(r *Run, _ []*Node) { f.Ran(r) }

// Exhausted implements Frontier.
func (f *splice) Exhausted(n *Node) {
	if n.other == Taken {
		*f.taken.at(int(n.id)) = f.runs + 1
	}
}

// Progress implements Progressive.
func (f *splice) Progress() bool { return f.progress }

// Ran implements Frontier. What a run is worth is known at once; the steps that it leads
// to are made when one is asked for.
func (f *splice) Ran(r *Run) {
	if f.p == nil {
		return
	}
	f.runs++
	if n := settled(r); n != nil {
		*f.taken.at(int(n.id)) = f.runs
	}
	made := f.now
	if f.now = nil; made != nil && !f.by(made, r) {
		made = nil
	}
	compared := r.reading.Compared
	if made != nil || len(f.late) >= mostTold {
		f.catchUp()
		f.view.look(r, compared)
	}
	first, new := f.news(r)
	cost := strange
	if made != nil {
		cost = made.parent + 2
	}
	switch {
	case first:
		cost = 0
	case new && made != nil:
		cost = made.parent + 1
	case !new && (made == nil || f.view.looks(made.list) < made.at):
		cost = mostCost + 1
	}
	f.progress = first || new && cost <= promising
	now := told{run: r, number: f.runs, cost: cost}
	if cost <= mostCost {
		now.compared = compared
	}
	f.late = append(f.late, now)
}

// catchUp puts the runs that lead to steps into the queue, each before all of its steps.
func (f *splice) catchUp() {
	for i := range f.late {
		now := &f.late[i]
		f.took(now.run)
		if now.cost <= mostCost {
			f.held(now.compared)
			f.queue.push(entry{rank(now.cost, now.run), ^int32(len(f.origins))})
			f.origins = append(f.origins, *now)
		}
	}
	clear(f.late)
	f.late = f.late[:0]
}

// by reports whether a run was made by a step.
func (f *splice) by(j *jump, r *Run) bool {
	if j.node != nil {
		return r.Flipped == j.node
	}
	return slices.Equal(f.made, r.Path.Input)
}

// news reports whether a run is the first to take a branch, and whether it is
// new in any other way.
func (f *splice) news(r *Run) (first, new bool) {
	if f.covered.size < f.w.covered.size { // else it knows all of them
		for _, b := range r.Covered {
			if f.covered.add(b) {
				first = true
			}
		}
	}
	new = r.reading.News
	for _, i := range f.w.nearer(r) {
		new = new || closeness(r, int(i)).value < farthest && !f.w.Covered(f.w.Targets[i])
	}
	return first, new
}

// took remembers the sides that a run takes, where no run was before.
func (f *splice) took(r *Run) {
	for n, side := range r.Nodes {
		if next := n.Child(side); n.First != r && next != nil && next.First.Number < r.Number {
			return // others were here
		}
		f.sides.add(sideOf(n, side))
		if c := f.takers.at(locationOf(n, side)); c.run == nil || c.run == r {
			*c = taker{n, r}
		}
	}
}

// A taker is the first run that took a side of a code location, and there the least
// deep of its new nodes.
type taker struct {
	node *Node
	run  *Run
}

// value is that of the element which alone decided for a side of a code location, in
// the first run that took it, if it is known.
func (f *splice) value(location int) (word uint64, known bool) {
	c := *f.takers.at(location)
	if c.run == nil {
		return 0, false
	}
	at, ok := alone(f.p, c.node)
	if !ok {
		return 0, false
	}
	e := f.p.Elements(c.run.Path.Input, at.List)
	if at.Index >= len(e) {
		return 0, false
	}
	return e[at.Index], true
}

// sideOf numbers a side of a node in its calling context. Code that is not
// rewritten, which is that of libraries, has no context.
func sideOf(n *Node, side bool) uint32 {
	if n.Site.Cond < 0 {
		return 2*uint32(locationOf(n, side)) + 1
	}
	return 2 * uint32(int(n.call)^index(side != n.Side))
}

// locationOf is the code location of a side of a node.
func locationOf(n *Node, side bool) int { return int(n.location) ^ index(side != n.Side) }

// Suggest implements Suggester.
func (f *splice) Suggest() input.Vector {
	if f.now = f.next(false); f.now == nil {
		return nil
	}
	return f.made
}

// Next implements Frontier.
func (f *splice) Next() *Node {
	if f.now == nil || f.now.node == nil || f.now.node.other != Open {
		f.now = f.next(true)
	}
	if f.now == nil {
		return nil
	}
	f.now.node.Start = f.now.run
	return f.now.node
}

// next is the step to make, one that flips a node if that is wanted.
func (f *splice) next(flips bool) *jump {
	f.catchUp()
	for len(f.queue) > 0 {
		e := f.queue.pop()
		if e.id < 0 {
			from := &f.origins[^e.id]
			f.goOn(from)
			*from = told{}
			continue
		}
		j := f.steps[e.id]
		if j.node != nil && j.node.other != Open || j.node == nil && flips {
			continue
		}
		if j.fresh && f.known(j) {
			j.fresh, j.cost = false, j.cost+familiar
			f.queue.push(entry{rank(j.cost, j.run), e.id})
			continue
		}
		if f.made = nil; j.node == nil {
			f.made = f.p.Splice(j.run.Path.Input, j.list, j.from, j.to, j.with...)
			if f.tried.add(j.key); f.made == nil || f.w.Ran(f.made) {
				continue
			}
		}
		return j
	}
	return nil
}

// known reports whether what a step tries was tried from another run.
func (f *splice) known(j *jump) bool {
	if j.key == 0 {
		return f.sides.has(j.side)
	}
	return f.tried.has(j.key)
}
