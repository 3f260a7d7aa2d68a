package dse

import (
	"math"
	"slices"

	"nearmiss/input"
)

// Pump suggests inputs in which blocks of a list are repeated, as the pumping
// lemma has it: where a run of u v w comes to the same state of the program
// before and behind v, the run of u v v w goes the same ways, those in v twice
// (Bar-Hillel, Perles, Shamir 1961). So what needs a loop over several elements,
// such as a pair of brackets or a coin and a push, comes of a short input that has
// them once. A flip changes one decision, and after the first of such a block
// nothing is better, or all is worse.
//
// What is pumped are the nearest runs to each target that no run took, and of
// those that are equally near the shortest. There is no telling where v is: in
// short lists all blocks are repeated once,
//
//   - of one block, u v v w;
//   - of a block whose numbers go on as they began, 1 2 3;
//   - of two in step, u v v w y y z, which keeps what they do balanced.
//
// An input of these that somebody else has run is not run again, but tells as much.
// Lists that are longer are halved, and so get short enough where a half is as near.
// If one brings a run nearer, by g where it lacks d, the block is repeated about
// d/g times at once, and what that misses is corrected by the secant, or by
// halves.
//
// Beside that, lists are joined: that of a run that is near, and that of the
// shortest run that takes a branch which it does not take. So one part of an
// input does what another part is a condition for.
//
// It declines all nodes, and provides nothing if the program is no Editor. A run
// that is nearer to a goal than all before it, or takes a new branch, is progress.
// A run takes time linear in its branches and in the targets that were not taken,
// and so does a suggestion, beside the edit itself. Each run is compared with those whose
// edits were not made yet, and each that is worth pumping with all before it; mostly by
// a look at a few words.
//
// Source: Bar-Hillel, Perles, Shamir, On formal properties of simple phrase
// structure grammars, Zeitschrift für Phonetik, Sprachwissenschaft und
// Kommunikationsforschung 14, 1961.
func Pump(w *World) Frontier {
	f := &pump{w: w, awaited: map[uint64][]attempt{}}
	f.renew()
	return f
}

// renew implements renewer.
func (f *pump) renew() {
	clear(f.awaited)
	*f = pump{
		w: f.w, editor: f.w.editor, at: lengthened(f.at[:0], len(f.w.Targets)), targets: f.targets[:0],
		sources: f.sources[:0], branches: f.branches[:0], first: f.first[:0], place: f.place[:0],
		waiting: f.waiting[:0], all: f.all[:0], awaited: f.awaited, rays: f.rays[:0],
	}
	turn, goals := 0, f.w.goals()
	for _, goal := range []bool{true, false} {
		for i, b := range f.w.Targets {
			if goals[i] == goal {
				f.at[i] = pumped{turn: turn, near: i, branch: b, goal: goal}
				turn++
			}
		}
	}
}

// pump implements Progressive and Suggester.
type pump struct {
	w        *World
	editor   Editor
	at       []pumped             // targets, by their places in Run.Near
	targets  []*pumped            // those that some run came near and none took, in turn
	seen     int                  // branches that were covered when targets were looked through
	sources  table[*source]       // by run
	branches []uint32             // that were taken, as they came
	first    []outline            // of each the shortest run that took it
	place    table[int32]         // of each in these, from 1
	longest  int                  // words that an input in first may have
	waiting  []outline            // sources of which nothing was made yet
	all      []outline            // of the runs that it learned of
	awaited  map[uint64][]attempt // by the hashes of inputs that were not run
	rays     []*ray               // the last is followed
	pieces   [5]Piece             // of an edit; then of no use
	tried    bool                 // the last suggestion was not run yet
	kept     *Run                 // that it learned of already
	idle     int                  // suggestions that were no progress
	passed   overlooked
	progress bool
}

// pumped is a target, and the runs that are worth pumping for it: the nearest
// of each length, as long as a longer one is nearer; by length.
type pumped struct {
	turn   int // goals first
	near   int // its place in Run.Near
	branch uint32
	goal   bool
	front  []pumpable
}

// A pumpable is a run that is worth pumping for a target.
type pumpable struct {
	run   *Run
	words int
	value fitness
}

// An attempt is a repetition, and its input.
type attempt struct {
	input input.Vector
	src   *source
	edit  repetition
	times int
	ray   *ray // that it follows; nil: it looks for one
}

// New implements Frontier.
func (f *pump) New(*Node) {}

// hear implements listener.
func (f *pump) hear(r *Run, _ []*Node) { f.Ran(r) }

// Exhausted implements Frontier.
func (f *pump) Exhausted(*Node) {}

// Next implements Frontier.
func (f *pump) Next() *Node { return nil }

// Progress implements Progressive.
func (f *pump) Progress() bool { return f.progress }

// Ran implements Frontier.
func (f *pump) Ran(r *Run) {
	if f.kept != r {
		f.learn(r)
	}
	f.kept = nil
}

// Keep implements Keeper: a run is worth pumping for a goal, or takes a new branch.
func (f *pump) Keep(r *Run) bool {
	f.kept = r
	return f.learn(r)
}

// learn takes a run into account, and reports whether it is worth something.
func (f *pump) learn(r *Run) (worth bool) {
	if f.progress = false; f.editor == nil {
		return false
	}
	o := outlined(r)
	f.all = append(f.all, o)
	f.cover(o)
	if n := f.w.covered.size; n != f.seen {
		f.seen = n
		f.targets = slices.DeleteFunc(f.targets, func(t *pumped) bool { return f.w.Covered(t.branch) })
	}
	worth = f.progress
	fronts := false
	for _, i := range r.nearby(f.w) {
		t := &f.at[i]
		if f.w.Covered(t.branch) {
			continue
		}
		if len(t.front) == 0 {
			f.near(t)
		}
		better, front := t.ran(r)
		fronts = fronts || front
		if t.goal {
			f.progress, worth = f.progress || better, worth || front
		}
	}
	f.compare(o, fronts && o.words <= mostWords)
	if f.tried && !f.progress {
		f.idle++
	}
	f.tried = false
	return worth
}

// near puts a target in its turn.
func (f *pump) near(t *pumped) {
	i, _ := slices.BinarySearchFunc(f.targets, t.turn, func(p *pumped, turn int) int { return p.turn - turn })
	f.targets = slices.Insert(f.targets, i, t)
}

// cover takes the branches of a run into account. It takes constant time if all that were
// ever taken are known, with runs that are no longer.
func (f *pump) cover(o outline) {
	if len(f.branches) == f.w.covered.size && o.words >= f.longest {
		return
	}
	covered := o.run.Covered
	if n := len(covered); n > 0 {
		f.place.at(int(covered[n-1])) // the greatest
	}
	for _, b := range covered {
		i := &f.place[b]
		if *i == 0 {
			f.branches, f.first, f.progress = append(f.branches, b), append(f.first, o), true
			*i, f.longest = int32(len(f.first)), max(f.longest, o.words)
		} else if was := &f.first[*i-1]; o.words < was.words {
			*was = o
		}
	}
}

// compare looks whether a run is what is tried of a source, whoever made it, and makes
// it one itself.
func (f *pump) compare(o outline, source bool) {
	if source && f.tries(o, f.all) {
		f.source(o.run).prepare(f)
		source = false
	}
	for i := 0; i < len(f.waiting); i++ {
		if w := &f.waiting[i]; f.repeated(w, &o) {
			f.source(w.run).prepare(f)
			f.waiting = slices.Delete(f.waiting, i, i+1)
			i--
		}
	}
	if source {
		f.waiting = append(f.waiting, o)
	}
	if len(f.awaited) == 0 {
		return
	}
	h := o.run.hash()
	if all := f.awaited[h]; all != nil {
		for _, t := range all {
			f.followed(t, o.run)
		}
		delete(f.awaited, h)
	}
}

// tries reports whether one of some runs may be an edit of a source that is better.
func (f *pump) tries(source outline, runs []outline) bool {
	for i := range runs {
		if f.repeated(&source, &runs[i]) {
			return true
		}
	}
	return false
}

// repeated reports whether a run may be an edit of a source that has tiny lists, and
// is nearer to a target than that.
func (f *pump) repeated(source, o *outline) bool {
	if !source.repeats(o) {
		return false
	}
	for _, i := range o.run.nearby(f.w) {
		now, was := closeness(o.run, int(i)), closeness(source.run, int(i))
		if now.less(was) && now.akin(was) && !f.w.Covered(f.at[i].branch) {
			return true
		}
	}
	return false
}

// source is that of a run, which is made when it is asked for; nil if the input is
// too long.
func (f *pump) source(r *Run) *source {
	s := f.sources.at(r.Number)
	if *s == nil && len(r.Path.Input) <= mostWords {
		*s = newSource(f, r)
	}
	return *s
}

// lists are those of the input of a run.
func (f *pump) lists(r *Run) []List {
	if s := f.source(r); s != nil {
		return s.lists
	}
	return f.editor.ListsOf(r.Path.Input)
}

// ran puts a run on the front, if it belongs there, and reports whether it is nearer
// than all before it.
func (t *pumped) ran(r *Run) (nearest, worth bool) {
	now := closeness(r, t.near)
	if now.grade == unknown {
		return false, false
	}
	words, last, i := len(r.Path.Input), len(t.front)-1, 0
	nearest = last < 0 || now.less(t.front[last].value)
	for i <= last && t.front[i].words < words {
		i++
	}
	if i > 0 && !now.less(t.front[i-1].value) || i <= last && t.front[i].words == words && !now.less(t.front[i].value) {
		return nearest, false
	}
	end := i
	for end <= last && !t.front[end].value.less(now) {
		end++
	}
	t.front = slices.Replace(t.front, i, end, pumpable{r, words, now})
	return nearest, true
}

// mostWords is how many words an input may have that is pumped.
const mostWords = 1 << 10

// allowed is how many suggestions without progress there may be in so many runs:
// what has not been reached in many is worth more.
func allowed(runs int) int { return runs/10 + max(0, runs-40)/6 }

// Suggest implements Suggester.
func (f *pump) Suggest() input.Vector {
	if f.Declines(0) {
		return nil // there are less inputs than runs
	}
	for f.Sure() || f.mayTry(0) && len(f.rays) > 0 {
		y := f.rays[len(f.rays)-1]
		t, more := y.next(f)
		if !more {
			f.rays = f.rays[:len(f.rays)-1]
		} else if f.await(t) {
			f.tried = true
			return t.input
		}
	}
	for f.editor != nil && f.mayTry(0) {
		s, t := f.choose()
		if s == nil {
			break
		}
		if v := s.next(f, t); v != nil && !f.w.Ran(v) {
			f.tried = true
			return v
		}
		f.idle += f.passed.one()
	}
	return nil
}

// Declines implements Patient. That one of the runs is an edit that others have made, and
// worth going on with, is left out of account.
func (f *pump) Declines(more int) bool { return !f.mayTry(more) && len(f.rays) == 0 }

// mayTry reports whether another suggestion may be in vain, after so many more runs.
func (f *pump) mayTry(more int) bool { return f.idle < allowed(len(f.all)+more) }

// Sure implements Certain: the predicate of a goal came nearer. What is nearer on
// the way there may be so by chance.
func (f *pump) Sure() bool {
	n := len(f.rays)
	if n == 0 || !f.rays[n-1].goal || f.rays[n-1].last.value.grade != reached {
		return false
	}
	return f.idle < allowed(len(f.all))+mostTries
}

// await waits for what a repetition brings, whoever runs its input. If that was
// done, it is known.
func (f *pump) await(t attempt) (unknown bool) {
	h := hash(t.input)
	if r, ran := f.w.known(t.input, h); ran {
		if r != nil {
			f.followed(t, r)
		}
		return false
	}
	f.awaited[h] = append(f.awaited[h], t)
	return true
}

// choose picks the run of which there is least to try, beside what was tried: for
// goals twice as much as for other targets.
func (f *pump) choose() (best *source, of *pumped) {
	least := math.MaxInt
	for _, t := range f.targets {
		for k := range slices.Backward(t.front) {
			s := f.source(t.front[k].run)
			if s == nil {
				continue
			}
			cost := s.tries + s.size
			if !t.goal {
				cost *= 2
			}
			if cost < least && !s.spent(f) {
				best, least, of = s, cost, t
			}
		}
	}
	return best, of
}
