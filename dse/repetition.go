package dse

import (
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// Repetition runs inputs in which blocks of a list are repeated. By the pumping lemma, a program
// that is in the same state before and behind the block v of u v w takes the same ways with u v v
// w, the ways of v twice. A goal may need several decisions in each round of a loop, such as a coin
// and a push, or as many closing brackets as opening ones. Repetition makes such an input from a
// short input that has them once. Where decisions are flipped one by one, the first flip of such a
// round gains nothing, or loses.
//
// A source is a run to a goal such that no other run with an input of at most the same length is at
// least as near. The position of v is unknown. In a list of at most 8 elements each block is
// repeated, and each pair of blocks in step, u v v w y y z, which keeps them balanced. In longer
// lists single blocks of one or two elements near an end of the list are repeated. Every third step
// from a source inserts a list of another run before the list of the source, and the step after
// that inserts it behind. The other run is the nearest to the goal among the shortest runs of the
// branches that the source does not take. One part of an input can then establish the condition for
// another part. The source with
// the fewest steps done and to do is next.
//
// A repetition that brings a run nearer begins a ray. If a block gains g and the run lacks d, the
// blocks are repeated d/g times more. Later points correct the number: the secant through the last
// two points, or the middle between the last point that was nearer and the first that was not.
//
// Steps that neither take a new branch nor come nearer to a goal are bounded by a tenth of all runs
// plus a sixth of the runs after the 40th. Repetition declines if the program has no Inputs. A run
// takes time linear in the goals, and a step in the sources and in the new input.
//
// Source: Bar-Hillel, Perles, Shamir, On formal properties of simple phrase structure
// grammars, Zeitschrift für Phonetik, Sprachwissenschaft und Kommunikationsforschung 14,
// 1961, for the lemma.
func Repetition(w *World) Strategy { return newRepetition(w) }

const (
	maxAllBlocks  = 8 // most elements of a list of which all blocks are repeated
	longListBlock = 2 // most elements of a block of a longer list
	joinEvery     = 3 // every joinEvery-th step from a source inserts a list of another run
)

// maxStepsWithoutProgress bounds the steps of Repetition that neither take a new branch nor come nearer
// to a goal, given the number of runs of the search.
func maxStepsWithoutProgress(runs int) int { return runs/10 + max(0, runs-40)/6 }

type repetition struct {
	ignoresClosed
	w          *World
	inputs     Inputs      // nil: Repetition always declines
	goalFronts []*goalRuns // the sources of each goal
	sources    map[*Run]*repetitionSource
	runs       map[uint64]*Run // runs by the hashes of their inputs

	branches []uint32        // covered branches, in the order of their first runs
	shortest map[uint32]*Run // by branch: the run with the shortest input that took it
	changes  int             // number of changes of shortest

	stepsWithoutProgress int
	rays                 []*ray   // a stack: the last is continued first
	current              *attempt // the attempt that runs next
}

// A goalRuns is a goal with its sources, the shortest first.
type goalRuns struct {
	goal
	runs []*Run
}

// An attempt is an input in which the blocks of a source occur a number of times.
type attempt struct {
	input  input.Vector
	source *Run
	block  blockRange
	times  int  // number of times that the blocks occur
	ray    *ray // the ray that the attempt continues; nil: the attempt may begin one
}

func newRepetition(w *World) *repetition {
	f := &repetition{w: w, inputs: w.Inputs, sources: map[*Run]*repetitionSource{}, runs: map[uint64]*Run{}, shortest: map[uint32]*Run{}}
	for _, g := range w.goals() {
		f.goalFronts = append(f.goalFronts, &goalRuns{goal: g})
	}
	return f
}

// ObserveRun implements Strategy.
func (f *repetition) ObserveRun(run *Run, _ []*Node) {
	if f.inputs == nil {
		return
	}
	f.runs[search.Hash(run.Path.Input)] = run
	if len(run.Path.Input) <= maxInputWords {
		f.recordShortest(run)
		for _, g := range f.goalFronts {
			if !f.w.Covered(g.branch) {
				g.add(run)
			}
		}
	}
	if t := f.current; t != nil && slices.Equal(t.input, run.Path.Input) {
		if !run.NewBranch && !slices.ContainsFunc(run.Nearer, f.w.IsGoal) {
			f.stepsWithoutProgress++
		}
		f.recordAttempt(t, run)
	}
	f.current = nil
}

// recordShortest keeps the shortest run of each branch.
func (f *repetition) recordShortest(r *Run) {
	for _, b := range r.Covered {
		shortest := f.shortest[b]
		if shortest == nil {
			f.branches = append(f.branches, b)
		}
		if shortest == nil || len(r.Path.Input) < len(shortest.Path.Input) {
			f.shortest[b] = r
			f.changes++
		}
	}
}

// add adds a run to the sources of a goal if no source dominates it, and removes the sources that
// it dominates: no shorter and no nearer.
func (g *goalRuns) add(run *Run) {
	now, words := fitnessOf(run, g.index), len(run.Path.Input)
	if now.grade == unknown {
		return
	}
	i := 0
	for i < len(g.runs) && len(g.runs[i].Path.Input) <= words {
		if !now.less(fitnessOf(g.runs[i], g.index)) {
			return
		}
		i++
	}
	for i > 0 && len(g.runs[i-1].Path.Input) == words {
		i--
	}
	end := i
	for end < len(g.runs) && !fitnessOf(g.runs[end], g.index).less(now) {
		end++
	}
	g.runs = slices.Replace(g.runs, i, end, run)
}

// recordAttempt adds the run r of an attempt to the attempt's ray. Without a ray, it begins one
// toward the first goal to which r is nearer than the source.
func (f *repetition) recordAttempt(t *attempt, r *Run) {
	if t.ray != nil {
		t.ray.observe(t.times, r)
		return
	}
	for _, g := range f.goalFronts {
		before, now := fitnessOf(t.source, g.index), fitnessOf(r, g.index)
		if !f.w.Covered(g.branch) && before.samePredicate(now) && now.less(before) {
			f.rays = append(f.rays, &ray{goal: g, source: t.source, block: t.block, previous: rayPoint{t.block.minTimes(), before}, last: rayPoint{t.times, now}})
			return
		}
	}
}

// Next implements Strategy. Rays come first.
func (f *repetition) Next() Step {
	if s := f.continueRay(0); !s.Declines() {
		return s
	}
	for range maxEditTries {
		if f.stepsWithoutProgress >= maxStepsWithoutProgress(len(f.runs)) {
			return Step{}
		}
		s, g := f.chooseSource()
		if s == nil {
			return Step{}
		}
		b := f.nextBlock(s, g)
		if step := f.runAttempt(&attempt{source: s.run, block: b, times: b.minTimes() + 1}); !step.Declines() {
			return step
		}
	}
	f.stepsWithoutProgress++
	return Step{}
}

// continueRay returns the next step of a ray. extraSteps is added to the bound of steps without news.
func (f *repetition) continueRay(extraSteps int) Step {
	for len(f.rays) > 0 && f.stepsWithoutProgress < maxStepsWithoutProgress(len(f.runs))+extraSteps {
		last := len(f.rays) - 1
		t := f.rays[last].nextAttempt(f)
		if t == nil {
			f.rays = f.rays[:last]
		} else if s := f.runAttempt(t); !s.Declines() {
			return s
		}
	}
	return Step{}
}

// runAttempt returns the step that runs an attempt. It declines if the list has no capacity
// for the repeated blocks, or if the input was run before. In the latter case it learns from the
// earlier run.
func (f *repetition) runAttempt(attempted *attempt) Step {
	if attempted.input == nil {
		attempted.input = f.withRepeated(attempted.source.Path.Input, attempted.block, attempted.times)
	}
	switch {
	case attempted.input == nil:
		return Step{}
	case !f.w.HasRun(attempted.input):
		f.current = attempted
		return Step{Input: attempted.input}
	}
	if r := f.runs[search.Hash(attempted.input)]; r != nil {
		f.recordAttempt(attempted, r)
	}
	return Step{}
}

// chooseSource returns the source that costs least and its goal; nil if nothing is left to try.
func (f *repetition) chooseSource() (best *repetitionSource, of *goalRuns) {
	for _, front := range f.goalFronts {
		if f.w.Covered(front.branch) {
			continue
		}
		for _, r := range slices.Backward(front.runs) {
			s := f.sources[r]
			if s == nil {
				s = newSource(r, f.inputs.ListsOf(r.Path.Input))
				f.sources[r] = s
			}
			if (best == nil || s.cost < best.cost) && f.hasAttempts(s, front) {
				best, of = s, front
			}
		}
	}
	return best, of
}

// hasAttempts reports whether a source has blocks or partners left to try.
func (f *repetition) hasAttempts(s *repetitionSource, g *goalRuns) bool {
	switch {
	case len(s.blocks) > 0 || s.nextJoin != nil:
		return true
	case s.exhaustedAt == f.changes:
		return false
	case f.joinPartner(s, g) != nil:
		return true
	}
	s.exhaustedAt = f.changes
	return false
}

// nextBlock returns the next blocks to try of a source that has some left.
func (f *repetition) nextBlock(source *repetitionSource, g *goalRuns) blockRange {
	source.cost++
	if b := source.nextJoin; b != nil {
		source.nextJoin = nil
		return *b
	}
	if source.numTurns++; source.numTurns%joinEvery == 0 || len(source.blocks) == 0 {
		if p := f.joinPartner(source, g); p != nil {
			source.usedPartners[p] = true
			ahead := *source.joinRun(p, f.inputs.ListsOf(p.Path.Input))
			behind := ahead
			behind.from = source.lists[ahead.list].Len
			source.nextJoin = &behind
			return ahead
		}
	}
	b := source.blocks[0]
	source.blocks = source.blocks[1:]
	return b
}

// joinPartner returns the run whose list is inserted next into a list of a source, nil if there is
// none. Of the shortest runs of the branches that the source does not take, it is the nearest to the
// goal, of equally near runs the first.
func (f *repetition) joinPartner(source *repetitionSource, g *goalRuns) (best *Run) {
	for _, b := range f.branches {
		p := f.shortest[b]
		if _, took := slices.BinarySearch(source.run.Covered, b); took || source.usedPartners[p] {
			continue
		}
		if best != nil && !fitnessOf(p, g.index).less(fitnessOf(best, g.index)) {
			continue
		}
		if source.joinRun(p, f.inputs.ListsOf(p.Path.Input)) != nil {
			best = p
		} else {
			source.usedPartners[p] = true
		}
	}
	return best
}

// raysOnly is the part of Repetition that continues rays which reach the predicate of a goal:
// before the predicate a smaller distance may be a coincidence. It observes no runs itself; the
// embedded repetition does.
type raysOnly struct{ *repetition }

// ObserveRun implements Strategy.
func (f raysOnly) ObserveRun(*Run, []*Node) {}

// Next implements Strategy.
func (f raysOnly) Next() Step {
	if n := len(f.rays); n == 0 || f.rays[n-1].last.fitness.grade != reached {
		return Step{}
	}
	return f.continueRay(maxRaySteps)
}
