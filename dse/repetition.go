package dse

import (
	"math"
	"slices"
	"sort"

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
// these are single blocks of one or two elements near an end of the list. The source with
// the least steps done and to do is next.
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
	shortList = 8       // elements of a list of which all blocks are repeated
	longBlock = 2       // elements of the blocks of other lists
	mostTimes = 1 << 10 // that a ray adds at once
	mostPoint = 8       // steps of a ray
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
	place  int
	branch uint32
	runs   []*Run
}

// A source is a run with what is left to repeat.
type source struct {
	run    *Run
	lists  []List
	blocks []blocks
	joined map[*Run]bool
	behind *blocks // to be repeated next, if not nil
	cost   int
	turn   int
	spent  int // changes of the shortest runs when nothing was left to try
}

// joinEvery is how many steps from a source there are for one that joins it.
const joinEvery = 3

// blocks are two disjoint blocks of a list, in order; the second may be empty. Or they are
// no block of it: one of another run is put in at from.
type blocks struct {
	list         int
	from, to     int
	second, last int
	other        Block
	out          bool // the first is left out
}

// least is how often the input that is edited has them.
func (b *blocks) least() int { return index(b.other.Of == nil) }

// first is how often they are tried at first.
func (b *blocks) first() int {
	if b.out {
		return 0
	}
	return b.least() + 1
}

// An attempt is a source with blocks so often.
type attempt struct {
	input input.Vector
	of    *Run
	what  blocks
	times int
	ray   *ray // that it belongs to; nil: none yet
}

// A ray is a repetition that has brought a run nearer to a goal.
type ray struct {
	goal   *front
	of     *Run
	what   blocks
	before point
	last   point // nearer than before
	beyond int   // the least number of times that was no nearer; 0: not known
	steps  int
}

// A point is how near the blocks bring a run, so often.
type point struct {
	times   int
	fitness fitness
}

func newRepetition(w *World) *repetition {
	f := &repetition{w: w, l: w.Inputs, sources: map[*Run]*source{}, runs: map[uint64]*Run{}, shortest: map[uint32]*Run{}}
	for i, b := range w.Targets {
		if w.IsGoal(i) {
			f.goals = append(f.goals, &front{place: i, branch: b})
		}
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
	}
	if t.ray != nil || t.what.out {
		return // what is shorter and as near is a source
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
		if step := f.try(&attempt{of: s.run, what: b, times: b.first()}); !step.None() {
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
			if best != nil && best.cost <= s.cost {
				continue
			}
			if f.left(s, g) {
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

// newSource lists the blocks of lists. First halves are left out: if the other is as near, it
// is easier to repeat. Of all sizes the list is about the shortest that is
// as near, so that most of it may belong to the blocks; or it is one element. So the most
// elements and the least come first.
func newSource(r *Run, lists []List) *source {
	s := &source{run: r, lists: lists, joined: map[*Run]bool{r: true}}
	for i, l := range lists {
		s.cost += l.Len * l.Len / 2
		if half := l.Len / 2; half > 0 {
			s.blocks = append(s.blocks, blocks{list: i, to: half, out: true}, blocks{list: i, from: half, to: l.Len, out: true})
		}
		for low, high := 0, l.Len; low < high; low, high = low+1, high-1 {
			s.add(i, l.Len, high)
			if low > 0 {
				s.add(i, l.Len, low)
			}
		}
		if l.Len > 0 && l.Len%2 == 0 {
			s.add(i, l.Len, l.Len/2)
		}
	}
	return s
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

// join puts a list of another run before the first of its class that has elements, nil if
// there is none.
func (s *source) join(p *Run, lists []List) *blocks {
	for i, l := range s.lists {
		j := slices.IndexFunc(lists, func(o List) bool { return o.Class == l.Class })
		if j >= 0 && lists[j].Len > 0 && l.Len > 0 {
			return &blocks{list: i, other: Block{Of: p.Path.Input, List: j, To: lists[j].Len}}
		}
	}
	return nil
}

// add lists the blocks of a list of n elements that have so many together.
func (s *source) add(list, n, size int) {
	short := n <= shortList
	if !short && size > longBlock {
		return
	}
	for to := size; to <= n; to++ {
		if short || to <= shortList || to > n-shortList {
			s.blocks = append(s.blocks, blocks{list: list, from: to - size, to: to, second: n, last: n})
		}
	}
	for first := 1; short && first < size; first++ {
		for to := first; to <= n; to++ {
			for last := to + size - first; last <= n; last++ {
				s.blocks = append(s.blocks, blocks{list: list, from: to - first, to: to, second: last - size + first, last: last})
			}
		}
	}
}

// make returns an input with the blocks so often or left out, nil if there is no room.
func (f *repetition) make(v input.Vector, b blocks, times int) input.Vector {
	if b.out {
		return f.l.Replace(v, b.list, b.from, b.to, Block{Of: v, List: b.list})
	}
	if size := b.other.To; size > 0 {
		return f.repeat(f.l.Replace(v, b.list, b.from, b.from, b.other), b.list, b.from, b.from+size, times)
	}
	v = f.repeat(v, b.list, b.second, b.last, times)
	return f.repeat(v, b.list, b.from, b.to, times)
}

// repeat returns an input with a block so often. It takes a logarithm of copies.
func (f *repetition) repeat(v input.Vector, list, from, to, times int) input.Vector {
	size := to - from
	for n := 1; v != nil && size > 0 && n < times; {
		more := min(n, times-n)
		at := from + n*size
		v = f.l.Replace(v, list, at, at, Block{Of: v, List: list, From: from, To: from + more*size})
		n += more
	}
	return v
}

// next is the repetition that would do, as the last two points have it; nil if there is
// none.
func (y *ray) next(f *repetition) *attempt {
	y.steps++
	if f.w.Covered(y.goal.branch) || y.steps > mostPoint {
		return nil
	}
	gain := (y.before.fitness.lacks() - y.last.fitness.lacks()) / float64(y.last.times-y.before.times)
	if gain <= 0 {
		return nil
	}
	times := y.last.times + int(min(math.Ceil(y.last.fitness.lacks()/gain), mostTimes))
	if y.beyond > 0 {
		times = min(times, (y.last.times+y.beyond)/2)
	}
	v := y.of.Path.Input
	in := f.make(v, y.what, times)
	if in == nil { // as often as there is room for
		times -= sort.Search(times-y.last.times, func(less int) bool { return f.make(v, y.what, times-less) != nil })
		in = f.make(v, y.what, times)
	}
	if times <= y.last.times {
		return nil
	}
	return &attempt{input: in, of: y.of, what: y.what, times: times, ray: y}
}

// ran takes into account how near the blocks bring a run, so often.
func (y *ray) ran(times int, r *Run) {
	switch now := fitnessOf(r, y.goal.place); {
	case now.less(y.last.fitness) && now.akin(y.last.fitness):
		y.before, y.last = y.last, point{times, now}
	case now.less(y.last.fitness):
		y.steps = mostPoint // it is another predicate now, and the run is a source
	default:
		y.beyond = times
	}
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
