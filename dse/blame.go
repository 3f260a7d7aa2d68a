package dse

import (
	"slices"

	"nearmiss/symexec"
)

// Blame flips nodes of the runs that came nearest to a goal. Other strategies go by
// what flips of a branch gained; that says little where all that is left is one
// decision among many of its branch.
//
// First come nodes that have to do with what stopped the run. Its last decision is
// about where it turned away, or the predicate of the goal. Often that has no node to
// flip, since the path settled it before: a byte that was found to be '+' is no '='.
// Then one of the nodes is to be flipped that depend on the same parts of the input,
// those that depend on little else first, and of these the deepest. If the last
// decision is about the length of a list, the list is made longer once.
//
// Then the others have their turn: a code location is drawn, and one of its nodes.
// Nodes about lengths are left out there.
//
// Runs that are as near as the nearest are taken one after the other. It declines
// where no run came near a goal. A run that is nearer is progress. A run takes time
// linear in the goals, and one that is among the nearest in its path, once, when a node
// is asked for.
func Blame(w *World) Frontier {
	f := &blame{w: w}
	f.renew()
	return f
}

// renew implements renewer.
func (f *blame) renew() {
	f.told.empty()
	f.room.renew()
	*f = blame{
		w: f.w, reader: f.w.reader, lengths: f.lengths[:0], told: f.told, goals: f.goals[:0], room: f.room,
		related: f.related[:0], others: f.others[:0], late: f.late[:0],
	}
	for i, goal := range f.w.goals() {
		if goal {
			f.goals = append(f.goals, blamed{near: i, branch: f.w.Targets[i], best: fitness{grade: unknown, value: worst}})
		}
	}
}

// mostBlamed is how many of the runs are looked into that are equally near.
const mostBlamed = 32

// blame implements Progressive.
type blame struct {
	w        *World
	reader   Reader      // nil: it is not known what lengths are
	lengths  table[int8] // by slot: 1 is not, and 2 is one; 0: nobody has asked
	told     branches    // nodes, by number
	goals    []blamed
	room     room[suspect]
	related  []related  // of one that is sorted; then of no use
	others   []*Node    // likewise
	late     []*suspect // whose ends may not have been looked at yet
	held     int        // decisions of these
	turn     int
	progress bool
}

// blamed is a goal.
type blamed struct {
	near   int // its place in Run.Near
	branch uint32
	best   fitness
	found  int        // runs that are so near
	runs   []*suspect // of these, those that have nodes left that have to do with their ends
	sorted []*suspect // whose other nodes are not in others yet
	others byPlace
}

// A suspect is a run, and its nodes that have to do with its end.
type suspect struct {
	run    *Run
	path   []symexec.Decision // until its end is looked at
	slots  []int32            // that its last decision depends on which is not about a length
	length []int32            // that its last decision depends on, if it is about a length
	nodes  []*Node            // the best last
	others []*Node            // that have nothing to do with its end
	sorted bool
}

// New implements Frontier.
func (f *blame) New(n *Node) { f.told.add(uint32(n.id)) }

func (f *blame) batch(nodes []*Node) {
	for _, n := range nodes {
		f.told.add(uint32(n.id))
	}
}

// hear implements listener.
func (f *blame) hear(r *Run, nodes []*Node) {
	f.batch(nodes)
	f.Ran(r)
}

// Exhausted implements Frontier. Nodes that are not open are passed over.
func (f *blame) Exhausted(*Node) {}

// Progress implements Progressive.
func (f *blame) Progress() bool { return f.progress }

// Ran implements Frontier.
func (f *blame) Ran(r *Run) {
	f.progress = false
	for i := range f.goals {
		g := &f.goals[i]
		now := closeness(r, g.near)
		if now.grade == unknown || g.best.less(now) {
			continue
		}
		if now.less(g.best) {
			*g = blamed{near: g.near, branch: g.branch, best: now, runs: g.runs[:0]}
			f.progress = true
		}
		if g.found++; g.found <= mostBlamed {
			g.runs = append(g.runs, f.suspect(r))
		}
	}
}

// suspect is that of a run.
func (f *blame) suspect(r *Run) *suspect {
	s := &f.room.take(1)[0]
	s.run, s.path = r, r.Path.Decisions
	f.late = append(f.late, s)
	if f.held += len(s.path) + 1; f.held > mostHeld {
		for _, s := range f.late {
			f.look(s)
		}
		clear(f.late)
		f.late, f.held = f.late[:0], 0
	}
	return s
}

// look looks for the last decision, and if that is about a length for the last
// that is not. It is done once: when it is asked for, or when there is too much to hold.
func (f *blame) look(s *suspect) {
	for i := len(s.path) - 1; i >= 0; i-- {
		slots := s.path[i].Clause.Slots()
		if !f.length(slots) {
			s.slots = slots
			break
		}
		if s.length == nil {
			s.length = slots
		}
	}
	s.path = nil
}

// length reports whether slots are lengths of lists.
func (f *blame) length(slots []int32) bool {
	if f.reader == nil {
		return false
	}
	for _, s := range slots {
		is := f.lengths.at(int(s))
		if *is == 0 {
			*is = 1 + int8(index(f.reader.Place(int(s)).Length))
		}
		if *is == 1 {
			return false
		}
	}
	return true
}

// Next implements Frontier.
func (f *blame) Next() *Node {
	for range f.goals {
		g := &f.goals[f.turn]
		f.turn = (f.turn + 1) % len(f.goals)
		if f.w.Covered(g.branch) {
			g.runs, g.sorted, g.others = nil, nil, byPlace{}
			continue
		}
		for len(g.runs) > 0 {
			s := g.runs[0]
			if !s.sorted {
				f.sort(s)
				g.sorted = append(g.sorted, s)
			}
			if n := s.next(); n != nil {
				n.Start = s.run
				return n
			}
			g.runs = g.runs[1:]
		}
		for _, s := range g.sorted {
			for _, n := range s.others {
				g.others.add(n, s.run)
			}
			s.others = nil
		}
		g.sorted = nil
		if n := g.others.draw(f.w); n != nil {
			return n
		}
	}
	return nil
}

// next takes the best node that is open.
func (s *suspect) next() *Node {
	for len(s.nodes) > 0 {
		last := len(s.nodes) - 1
		n := s.nodes[last]
		if s.nodes = s.nodes[:last]; n.other == Open {
			return n
		}
	}
	return nil
}

// sort finds the nodes that have to do with the end of a run.
func (f *blame) sort(s *suspect) {
	s.sorted = true
	f.look(s)
	var longer *Node
	all, others := f.related[:0], f.others[:0]
	for n := range s.run.Nodes {
		if n.other != Open || !f.told.has(uint32(n.id)) {
			continue
		}
		slots := n.clause.Slots()
		if f.length(slots) {
			if longer == nil && slices.Equal(slots, s.length) {
				longer = n
			}
			continue
		}
		shared := 0
		for _, x := range slots {
			if _, ok := slices.BinarySearch(s.slots, x); ok {
				shared++
			}
		}
		if shared == 0 {
			others = append(others, n)
			continue
		}
		all = append(all, related{n, len(slots) - shared})
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b related) int { return b.beside - a.beside })
	s.nodes = make([]*Node, 0, len(all)+1)
	for _, x := range all {
		s.nodes = append(s.nodes, x.node)
	}
	if longer != nil {
		s.nodes = append(s.nodes, longer)
	}
	s.others = slices.Clone(others)
	f.related, f.others = all, others
}

// A related node depends on what the end of a run is about.
type related struct {
	node   *Node
	beside int // parts of the input that it depends on beside
}

// byPlace are nodes by code location, with runs to start from.
type byPlace struct {
	index  table[int32] // of lists, by location, from 1; one may have moved since
	places [][]started
}

type started struct {
	node *Node
	run  *Run
}

func (p *byPlace) add(n *Node, r *Run) {
	at := p.index.at(int(n.location))
	i := int(*at) - 1
	if i < 0 || i >= len(p.places) || p.places[i][0].node.location != n.location {
		p.places = append(p.places, nil)
		i = len(p.places) - 1
		*at = int32(len(p.places))
	}
	p.places[i] = append(p.places[i], started{n, r})
}

// draw draws a code location, and of that a node that is open.
func (p *byPlace) draw(w *World) *Node {
	for len(p.places) > 0 {
		i := w.Rand.IntN(len(p.places))
		list := p.places[i]
		k, last := w.Rand.IntN(len(list)), len(list)-1
		x := list[k]
		list[k] = list[last]
		if p.places[i] = list[:last]; last == 0 {
			end := len(p.places) - 1
			p.places[i] = p.places[end]
			p.places = p.places[:end]
		}
		if x.node.other == Open {
			x.node.Start = x.run
			return x.node
		}
	}
	return nil
}
