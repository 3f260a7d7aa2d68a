package dse

import (
	"slices"

	"nearmiss/input"
)

// Repetition runs inputs in which blocks of a list are repeated. By the pumping lemma, a
// program that is in the same state before and behind the block v of u v w goes the same
// ways with u v v w, those of v twice. So what needs several decisions in each round of a
// loop, such as a coin and a push, or as many closing brackets as opening ones, comes of a
// short input that has them once. Where decisions are flipped one by one, the first of
// such a round gains nothing, or loses.
//
// A source is a run to a goal such that no other run is at least as near with no longer an
// input. Where v is nobody knows: in a list of at most 8 elements any block is repeated,
// and any two in step, u v v w y y z, which keeps balanced what they do. In longer lists
// these are single blocks of one or two elements near an end of the list. Every third step
// from a source puts a list of another run before it, and the next behind it: that of the
// shortest run which takes a branch that the source does not take, so that one part of an
// input does what another part is a condition for. The source with the least steps done and to
// do is next.
//
// A repetition that brings a run nearer begins a ray: if it gains g and the run lacks d, the
// blocks are repeated d/g times more, and the secant through the last two points, or
// the middle between the last that was nearer and the first that was not, corrects that.
//
// It has no more steps in vain than a tenth of all runs and a sixth of those behind the
// 40th. It declines if nothing is known of lists. A run takes time linear in the goals, and
// a step in the sources and in the input that is made.
//
// Source: Bar-Hillel, Perles, Shamir, On formal properties of simple phrase structure
// grammars, Zeitschrift für Phonetik, Sprachwissenschaft und Kommunikationsforschung 14,
// 1961, for the lemma.
func Repetition(w *World) Strategy { return newRepetition(w) }

const (
	shortList = 8 // elements of a list of which all blocks are repeated
	longBlock = 2 // elements of the blocks of other lists
	joinEvery = 3 // steps from a source of which one joins it
)

// mayWaste is how many steps in vain there may be in so many runs.
func mayWaste(runs int) int { return runs/10 + max(0, runs-40)/6 }

type repetition struct {
	w       *World
	l       Inputs // nil: there is nothing to do
	goals   []*front
	sources map[*Run]*source
	runs    map[uint64]*Run // by the hashes of their inputs

	branches []uint32        // that were taken, as they came
	shortest map[uint32]*Run // that took them
	changes  int             // of these

	vain int
	rays []*ray // the last is followed
	now  *attempt
}

// A front is a goal with its sources, by length.
type front struct {
	goal
	runs []*Run
}

// An attempt is a source with blocks so often.
type attempt struct {
	input input.Vector
	of    *Run
	what  blocks
	times int
	ray   *ray // that it belongs to; nil: none yet
}

func newRepetition(w *World) *repetition {
	f := &repetition{w: w, l: w.Inputs, sources: map[*Run]*source{}, runs: map[uint64]*Run{}, shortest: map[uint32]*Run{}}
	for _, g := range w.goals() {
		f.goals = append(f.goals, &front{goal: g})
	}
	return f
}

// Closed implements Strategy.
func (f *repetition) Closed(*Node) {}

// Ran implements Strategy.
func (f *repetition) Ran(r *Run, _ []*Node) {
	if f.l == nil {
		return
	}
	f.runs[hash(r.Path.Input)] = r
	if len(r.Path.Input) <= mostLength {
		f.cover(r)
		for _, g := range f.goals {
			if !f.w.Covered(g.branch) {
				g.add(r)
			}
		}
	}
	if t := f.now; t != nil && slices.Equal(t.input, r.Path.Input) {
		if !r.NewBranch && !slices.ContainsFunc(r.Nearer, f.w.IsGoal) {
			f.vain++
		}
		f.learn(t, r)
	}
	f.now = nil
}

// cover keeps the shortest run of each branch.
func (f *repetition) cover(r *Run) {
	for _, b := range r.Covered {
		was := f.shortest[b]
		if was == nil {
			f.branches = append(f.branches, b)
		}
		if was == nil || len(r.Path.Input) < len(was.Path.Input) {
			f.shortest[b] = r
			f.changes++
		}
	}
}

// add adds a run to the sources of a goal if it is one, and removes those that it stands
// for.
func (g *front) add(r *Run) {
	now, words := fitnessOf(r, g.place), len(r.Path.Input)
	if now.grade == unknown {
		return
	}
	i := 0
	for i < len(g.runs) && len(g.runs[i].Path.Input) <= words {
		if !now.less(fitnessOf(g.runs[i], g.place)) {
			return
		}
		i++
	}
	for i > 0 && len(g.runs[i-1].Path.Input) == words {
		i--
	}
	end := i
	for end < len(g.runs) && !fitnessOf(g.runs[end], g.place).less(now) {
		end++
	}
	g.runs = slices.Replace(g.runs, i, end, r)
}

// learn takes into account what an attempt has brought.
func (f *repetition) learn(t *attempt, r *Run) {
	if t.ray != nil {
		t.ray.ran(t.times, r)
		return
	}
	for _, g := range f.goals {
		was, now := fitnessOf(t.of, g.place), fitnessOf(r, g.place)
		if !f.w.Covered(g.branch) && was.akin(now) && now.less(was) {
			f.rays = append(f.rays, &ray{goal: g, of: t.of, what: t.what, before: point{t.what.least(), was}, last: point{t.times, now}})
			return
		}
	}
}

// Next implements Strategy: rays first.
func (f *repetition) Next() Step {
	if s := f.follow(0); !s.None() {
		return s
	}
	for range mostDraws {
		if f.vain >= mayWaste(len(f.runs)) {
			return Step{}
		}
		s, g := f.choose()
		if s == nil {
			return Step{}
		}
		b := f.next(s, g)
		if step := f.try(&attempt{of: s.run, what: b, times: b.least() + 1}); !step.None() {
			return step
		}
	}
	f.vain++
	return Step{}
}

// follow goes on with rays, where so many more steps may be in vain than otherwise.
func (f *repetition) follow(more int) Step {
	for len(f.rays) > 0 && f.vain < mayWaste(len(f.runs))+more {
		last := len(f.rays) - 1
		t := f.rays[last].next(f)
		if t == nil {
			f.rays = f.rays[:last]
		} else if s := f.try(t); !s.None() {
			return s
		}
	}
	return Step{}
}

// try runs what is attempted. If there is no room, or it was run, it is no step; what was
// run tells as much.
func (f *repetition) try(t *attempt) Step {
	if t.input == nil {
		t.input = f.make(t.of.Path.Input, t.what, t.times)
	}
	switch {
	case t.input == nil:
		return Step{}
	case !f.w.Ran(t.input):
		f.now = t
		return Step{Input: t.input}
	}
	if r := f.runs[hash(t.input)]; r != nil {
		f.learn(t, r)
	}
	return Step{}
}

// choose is the source that costs least, and the goal that it is one for; nil if nothing is
// left.
func (f *repetition) choose() (best *source, of *front) {
	for _, g := range f.goals {
		if f.w.Covered(g.branch) {
			continue
		}
		for _, r := range slices.Backward(g.runs) {
			s := f.sources[r]
			if s == nil {
				s = newSource(r, f.l.ListsOf(r.Path.Input))
				f.sources[r] = s
			}
			if (best == nil || s.cost < best.cost) && f.left(s, g) {
				best, of = s, g
			}
		}
	}
	return best, of
}

// left reports whether something of a source is left to try.
func (f *repetition) left(s *source, g *front) bool {
	switch {
	case len(s.blocks) > 0 || s.behind != nil:
		return true
	case s.spent == f.changes:
		return false
	case f.partner(s, g) != nil:
		return true
	}
	s.spent = f.changes
	return false
}

// next is what is tried next of a source that has something.
func (f *repetition) next(s *source, g *front) blocks {
	s.cost++
	if b := s.behind; b != nil {
		s.behind = nil
		return *b
	}
	if s.turn++; s.turn%joinEvery == 0 || len(s.blocks) == 0 {
		if p := f.partner(s, g); p != nil {
			s.joined[p] = true
			ahead := *s.join(p, f.l.ListsOf(p.Path.Input))
			behind := ahead
			behind.from = s.lists[ahead.list].Len
			s.behind = &behind
			return ahead
		}
	}
	b := s.blocks[0]
	s.blocks = s.blocks[1:]
	return b
}

// partner is the run that a source is joined with next, nil if there is none: the one nearest
// to the goal, and of these the first.
func (f *repetition) partner(s *source, g *front) (best *Run) {
	for _, b := range f.branches {
		p := f.shortest[b]
		if _, took := slices.BinarySearch(s.run.Covered, b); took || s.joined[p] {
			continue
		}
		if best != nil && !fitnessOf(p, g.place).less(fitnessOf(best, g.place)) {
			continue
		}
		if s.join(p, f.l.ListsOf(p.Path.Input)) != nil {
			best = p
		} else {
			s.joined[p] = true
		}
	}
	return best
}

// certain is Repetition as far as rays go that come nearer to the predicate of a goal: what
// is nearer on the way there may be so by chance. It is told nothing.
type certain struct{ *repetition }

// Ran implements Strategy.
func (f certain) Ran(*Run, []*Node) {}

// Next implements Strategy.
func (f certain) Next() Step {
	if n := len(f.rays); n == 0 || f.rays[n-1].last.fitness.grade != reached {
		return Step{}
	}
	return f.follow(mostPoint)
}
