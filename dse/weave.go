package dse

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Weave suggests inputs that are put together from others: a block of one list goes
// into another or takes the place of a block there, or a block is left out; a word
// takes the place of a piece that was compared with it; a letter that elements were
// compared with goes anywhere. Where a program has cut its input into pieces before
// it looks into them, no node's flip makes a piece longer: "1..3" becomes "1.2.3" by
// an element in the middle.
//
// The inputs are those of runs that came nearer to a goal than all before, or took a
// side of a condition that no run had taken, in a way or so often as no run had. A run
// that is as near as the nearest is one of these, too, if it is shorter. Every other
// time one of the nearest is edited, otherwise the shorter of two that are drawn.
//
// It begins when there were some runs, as what is reached early needs no luck. It
// declines all nodes, and provides nothing if the program is no Editor. A run is
// progress if it is nearer to a goal, or takes a side that no run has taken. A run
// takes time linear in its branches and in what is new on its path, and so does a
// suggestion in the input.
//
// Sources: blocks and counts of branches are those of AFL (Zalewski 2014); words
// and letters those of Aschermann, Schumilo, Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing
// with Input-to-State Correspondence, NDSS 2019.
func Weave(w *World) Frontier {
	f := &weave{w: w}
	f.renew()
	return f
}

// renew implements renewer.
func (f *weave) renew() {
	*f = weave{w: f.w, editor: f.w.editor, reader: f.w.reader, goals: f.goals[:0], threads: f.threads[:0], late: f.late[:0], letters: f.letters[:0]}
	for i, goal := range f.w.goals() {
		if goal {
			f.goals = append(f.goals, woven{near: i, branch: f.w.Targets[i], best: fitness{grade: unknown, value: worst}})
		}
	}
}

const (
	quiet       = 100 // runs before it begins
	nearThreads = 4   // nearest runs of a goal that are edited
	mostThreads = 48  // runs that are edited
	mostPieces  = 16  // words that are kept of a run
	mostLetters = 64
)

// weave implements Progressive and Keeper.
type weave struct {
	w        *World
	editor   Editor // nil: there is nothing to do
	reader   Reader // nil: there are no words or letters
	goals    []woven
	threads  []*thread // the latest
	late     []sewn    // that are no threads yet, as nobody has asked
	held     int       // decisions of these
	runs     int       // that it was told of
	vain     int       // suggestions that were no progress
	passed   overlooked
	tried    bool // the last run is one
	turn     int
	kept     *Run // that it learned of already
	progress bool

	letters []letter
}

// woven is a goal.
type woven struct {
	near    int // its place in Run.Near
	branch  uint32
	best    fitness
	words   int       // of the shortest input that is so near
	threads []*thread // the latest that are so near
}

// A thread is a run whose input is edited.
type thread struct {
	input input.Vector
	lists []List     // nil until asked for
	words []Compared // that it was compared with in vain, once asked for
	all   []Compared // that it was compared with, until then
}

// A sewn run is worth editing.
type sewn struct {
	run       *Run
	decisions []symexec.Decision // its fresh ones
	words     []Compared         // all that it was compared with
}

// mostHeld is how many decisions of runs wait until somebody asks, about.
const mostHeld = 1 << 14

// A letter is a value that elements of a list were compared with.
type letter struct {
	list  int
	value uint64
}

// New implements Frontier.
func (f *weave) New(*Node) {}

// hear implements listener.
func (f *weave) hear(r *Run, _ []*Node) { f.Ran(r) }

// Exhausted implements Frontier.
func (f *weave) Exhausted(*Node) {}

// Next implements Frontier.
func (f *weave) Next() *Node { return nil }

// Progress implements Progressive.
func (f *weave) Progress() bool { return f.progress }

// Ran implements Frontier.
func (f *weave) Ran(r *Run) {
	if f.kept != r {
		f.learn(r)
	}
	f.kept = nil
}

// Keep implements Keeper.
func (f *weave) Keep(r *Run) bool {
	f.kept = r
	return f.learn(r)
}

// learn takes a run into account, and reports whether it is worth editing.
func (f *weave) learn(r *Run) bool {
	if f.progress = false; f.editor == nil {
		return false
	}
	f.runs++
	f.progress = f.w.firstSide(r)
	shorter := f.measure(r)
	if f.tried && !f.progress {
		f.vain++
	}
	f.tried = false
	worth := f.progress || shorter
	if f.reader != nil {
		worth = worth || r.reading.News || r.reading.Often
	}
	if worth && len(r.Path.Input) <= mostWords {
		f.add(r)
	}
	return worth
}

// measure compares a run with the nearest, and reports whether it is shorter than all
// that are as near.
func (f *weave) measure(r *Run) (shorter bool) {
	for i := range f.goals {
		g := &f.goals[i]
		switch now := closeness(r, g.near); {
		case now.less(g.best):
			g.best, g.words, g.threads, f.progress = now, len(r.Path.Input), nil, true
		case now == g.best && len(r.Path.Input) < g.words:
			g.words, shorter = len(r.Path.Input), true
		}
	}
	return shorter
}

// add keeps a run to be edited. It becomes a thread when one is asked for.
func (f *weave) add(r *Run) {
	x := sewn{run: r}
	if f.reader != nil {
		x.words = r.reading.Compared
		x.decisions = fresh(r)
	}
	f.late = append(f.late, x)
	if f.held += len(x.decisions) + 1; f.held > mostHeld {
		f.catchUp()
	}
}

// catchUp makes threads of the runs that are kept. Those that were as near to a goal
// as the nearest, and are no more, are left out of its threads.
func (f *weave) catchUp() {
	for i := range f.late {
		x := &f.late[i]
		t := &thread{input: x.run.Path.Input, all: x.words}
		f.spell(x.decisions)
		f.threads = latest(f.threads, t, mostThreads)
		for i := range f.goals {
			if g := &f.goals[i]; closeness(x.run, g.near) == g.best {
				g.threads = latest(g.threads, t, nearThreads)
			}
		}
	}
	clear(f.late)
	f.late, f.held = f.late[:0], 0
}

// latest adds a thread, and leaves the oldest out if there are too many.
func latest(l []*thread, t *thread, most int) []*thread {
	if len(l) == most {
		l = append(l[:0], l[1:]...)
	}
	return append(l, t)
}

// spell lists what decisions compare elements with.
func (f *weave) spell(decisions []symexec.Decision) {
	for i := range decisions {
		c := decisions[i].Clause
		if c.Op == term.Not {
			c = c.Args[0]
		}
		if _, ok := c.Op.Rel(); !ok || len(f.letters) == mostLetters {
			continue
		}
		x, y := c.Args[0], c.Args[1]
		if x.IsConst() {
			x, y = y, x
		}
		if !y.IsConst() || x.Op != term.Slot {
			continue
		}
		at := f.reader.Place(int(x.Bits))
		if l := (letter{at.List, y.Bits}); at.List > 0 && !at.Length && !slices.Contains(f.letters, l) {
			f.letters = append(f.letters, l)
		}
	}
}
