package dse

import (
	"cmp"
	"math"
	"slices"

	"nearmiss/input"
)

// Wedge suggests inputs with one element more: a flip changes an element, and with
// it all that the program reads behind it, where an element in front would leave
// that as it is. "p=;" becomes "p=0;", not "p=0".
//
// What is edited are the nearest runs of goals, the shortest of those that are
// equally near. In front of an element that alone decides a node goes one that took the
// other side at this code location: those of the nearest runs first, then the latest
// few, as the program has rejected those before.
//
// It declines all nodes, and provides nothing if the program is no Reader. A run
// that is nearer to a goal than all before it is progress. A run takes time linear in
// the goals and, when a suggestion is asked for, in what is new of its path, and in its
// path if it is nearer; a suggestion in the input.
func Wedge(w *World) Frontier {
	f := &wedge{w: w}
	f.renew()
	return f
}

// renew implements renewer.
func (f *wedge) renew() {
	*f = wedge{w: f.w, p: f.w.reader, goals: f.goals[:0], values: f.values[:0], late: f.late[:0]}
	if f.p == nil {
		return
	}
	for i, goal := range f.w.goals() {
		if goal {
			f.goals = append(f.goals, wedged{near: i, branch: f.w.Targets[i], best: fitness{grade: unknown, value: worst}})
		}
	}
}

// mostValues is how many values are known of a side.
const mostValues = 3

const (
	calm       = 40 // runs before it begins, as what is reached early needs no edits
	mostVainly = 4  // of how many runs after that one may be wasted
)

// wedge implements Progressive and Suggester.
type wedge struct {
	w        *World
	p        Reader // nil: there is nothing to do
	goals    []wedged
	turn     int
	made     input.Vector    // the last suggestion
	at       Place           // of its new element
	values   table[[]uint64] // by code location: of elements that took it, the latest last
	late     []wedgeRun      // not in values yet, as nobody has asked
	runs     int             // that it was told of
	vain     int             // suggestions that were no progress
	progress bool
}

// wedged is a goal, and what is to be tried for it.
type wedged struct {
	near   int // its place in Run.Near
	branch uint32
	best   fitness
	words  int // of the shortest input that is so near
	run    *Run
	focus  Place // that was changed for this run
	places []wedgePlace
}

// A wedgeRun is a run that was told of.
type wedgeRun struct {
	run    *Run
	nearer bool // to a goal than all before it
}

// A wedgePlace is an element and the side of a code location that another element
// in front of it might take.
type wedgePlace struct {
	list, index int
	location    int
	tried       int // values
}

// New implements Frontier.
func (f *wedge) New(*Node) {}

// hear implements listener.
func (f *wedge) hear(r *Run, _ []*Node) { f.Ran(r) }

// Exhausted implements Frontier.
func (f *wedge) Exhausted(*Node) {}

// Next implements Frontier.
func (f *wedge) Next() *Node { return nil }

// Progress implements Progressive.
func (f *wedge) Progress() bool { return f.progress }

// Ran implements Frontier.
func (f *wedge) Ran(r *Run) {
	if f.progress = false; f.p == nil {
		return
	}
	f.runs++
	for i := range f.goals {
		g := &f.goals[i]
		now := closeness(r, g.near)
		nearer := now.less(g.best)
		if f.progress = f.progress || nearer; nearer || now == g.best && now.value < worst && len(r.Path.Input) < g.words {
			g.best, g.words, g.run, g.places = now, len(r.Path.Input), r, nil
			g.focus = f.changed(r)
		}
	}
	if f.late = append(f.late, wedgeRun{r, f.progress}); len(f.late) >= mostTold {
		f.catchUp()
	}
	if f.progress && r.Flipped == nil && slices.Equal(f.made, r.Path.Input) {
		f.vain-- // it was none
	}
}

// catchUp learns of the runs that nobody has asked about.
func (f *wedge) catchUp() {
	for _, x := range f.late {
		f.learn(x.run, x.nearer)
	}
	clear(f.late)
	f.late = f.late[:0]
}

// learn remembers the values of elements that took sides, those of a nearer run
// as the latest, and otherwise where no run was before.
func (f *wedge) learn(r *Run, nearer bool) {
	var elements []uint64
	list := 0 // whose elements these are
	for n, side := range r.Nodes {
		if next := n.Child(side); !nearer && n.First != r && next != nil && next.First.Number < r.Number {
			break // others were here
		}
		at, ok := alone(f.p, n)
		if !ok {
			continue
		}
		if at.List != list {
			list, elements = at.List, f.p.Elements(r.Path.Input, at.List)
		}
		if at.Index >= len(elements) {
			continue
		}
		x := elements[at.Index]
		v := f.values.at(locationOf(n, side))
		switch i := slices.Index(*v, x); {
		case i >= 0 && !nearer:
			continue
		case i >= 0:
			*v = slices.Delete(*v, i, i+1)
		case len(*v) == mostValues:
			*v = slices.Delete(*v, 0, 1)
		}
		*v = append(*v, x)
	}
}

// changed is the element that was changed to make a run, as far as that is known.
func (f *wedge) changed(r *Run) Place {
	switch {
	case r.Flipped != nil:
		at, _ := alone(f.p, r.Flipped)
		return at
	case slices.Equal(f.made, r.Path.Input):
		return f.at
	}
	return Place{}
}

// Suggest implements Suggester.
func (f *wedge) Suggest() input.Vector {
	if f.Declines(0) {
		return nil
	}
	f.catchUp()
	for range f.goals {
		f.turn++
		g := &f.goals[f.turn%len(f.goals)]
		if g.run == nil || f.w.Covered(g.branch) {
			continue
		}
		if v := f.suggest(g); v != nil {
			return v
		}
	}
	return nil
}

// Declines implements Patient.
func (f *wedge) Declines(more int) bool { return f.vain >= max(0, f.runs+more-calm)/mostVainly }

func (f *wedge) suggest(g *wedged) input.Vector {
	if g.places == nil {
		g.places = f.places(g.run, g.focus)
	}
	for len(g.places) > 0 {
		p := g.places[0]
		g.places = g.places[1:]
		known := *f.values.at(p.location)
		if p.tried >= len(known) {
			continue
		}
		v := known[len(known)-1-p.tried]
		p.tried++
		g.places = append(g.places, p)
		if in := f.p.Splice(g.run.Path.Input, p.list, p.index, p.index, v); in != nil && !f.w.Ran(in) {
			f.vain++
			f.made, f.at = in, Place{List: p.list, Index: p.index}
			return in
		}
	}
	return nil
}

// places are those of a run, the nearest to what was changed last first: where one
// element more has helped, another one may.
func (f *wedge) places(r *Run, focus Place) []wedgePlace {
	out := []wedgePlace{}
	for n, side := range r.Nodes {
		if at, ok := alone(f.p, n); ok {
			p := wedgePlace{list: at.List, index: at.Index, location: locationOf(n, !side)}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	away := func(p wedgePlace) int {
		if p.list != focus.List {
			return math.MaxInt
		}
		return max(p.index-focus.Index, focus.Index-p.index)
	}
	slices.SortStableFunc(out, func(p, q wedgePlace) int { return cmp.Compare(away(p), away(q)) })
	return out
}
