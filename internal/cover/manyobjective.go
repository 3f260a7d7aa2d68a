package cover

import (
	"context"
	"math/rand/v2"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
	"nearmiss/mosa"
	"nearmiss/search"
)

// A brood is one function's share of a many-objective round: all its branches
// at once, and how the search for them went.
type brood struct {
	fn     *function
	goals  []*goal // the objectives, by number
	open   []*goal // those that the round is for
	round  int
	mode   search.Mode
	seed   uint64
	budget uint64
	answer *native.SearchResult
	result mosa.Result
	err    error
}

// patience is how many evaluations without anything nearer end a function's
// turn: 20 generations. What is left of the slices goes to local search.
const patience = 1_000

// together is the first half of a round with -algo mosa: the open branches of
// each function have one search together, with the sum of half their slices.
// The other half, and what a search that has stagnated left over, are the
// slices of the branches, which start from the nearest inputs and are searched
// as with -algo auto. Answers are merged in the order of functions.
func (s *session) together(ctx context.Context) {
	for _, u := range s.units {
		broods := s.broods(ctx, u)
		s.parallel(ctx, len(broods), func(i int) { s.breed(ctx, broods[i]) })
		for _, b := range broods {
			if b.answer != nil {
				s.mergeBrood(b)
			}
		}
		for _, b := range broods {
			if ctx.Err() == nil {
				s.unlessEnded(u, b.err)
			}
		}
	}
}

// broods analyses what is open and makes a brood for each function of which
// a branch was picked.
func (s *session) broods(ctx context.Context, u *unit) []*brood {
	var analysed []*goal
	for _, g := range u.goals {
		if g.open() && g.fn.active() && s.pickedIn(g.fn) {
			analysed = append(analysed, g)
		}
	}
	s.analyse(ctx, analysed)
	var broods []*brood
	for _, f := range u.funcs {
		b := &brood{fn: f, goals: f.goals}
		for _, g := range f.goals {
			if n := s.picked[g]; n > 0 && g.open() && g.target != nil && g.fn == f {
				b.open = append(b.open, g)
				b.budget += n / 2
				b.round = max(b.round, g.slices)
			}
		}
		if len(b.open) == 0 || b.budget == 0 {
			continue
		}
		b.mode = b.choose(s.opt.modes())
		b.seed = s.seed(f, 1<<40, uint64(b.round))
		broods = append(broods, b)
	}
	return broods
}

// heavyBrood is the length of all programs of a brood, in words, from which on
// they cost a generation more than its runs: they are sent with each.
const heavyBrood = 1 << 13

// choose takes turns between the modes. Where there is a choice, heavy programs
// are left to the slices. Goals without programs have a slope in the standard mode alone.
func (b *brood) choose(modes []search.Mode) search.Mode {
	words := 0
	for _, g := range b.open {
		if g.rough {
			return search.Standard
		}
		for _, n := range g.target.Nodes {
			words += len(n.Program)
		}
	}
	if len(modes) > 1 && words >= heavyBrood {
		return search.Standard
	}
	return modes[b.round%len(modes)]
}

func (s *session) pickedIn(f *function) bool {
	for _, g := range f.goals {
		if s.picked[g] > 0 {
			return true
		}
	}
	return false
}

// breed runs the search of a brood.
func (s *session) breed(ctx context.Context, b *brood) {
	start := time.Now()
	job := s.job(b.fn, b.seed, b.budget)
	e := &choir{goals: b.goals, breeding: breeding{pool: b.fn.unit.pool, out: &native.SearchResult{}, job: wire.BatchJob{
		Entry: job.Entry, Signature: job.Signature, Mode: b.mode, Last: job.Last, Covered: job.Covered, Panics: job.Panics,
		Fuel: firstFuel << (fuelGrowth * min(b.round, fuelSlices)),
	}}}
	e.numbers = map[uint32]int{}
	for i, g := range b.goals {
		e.numbers[g.branch] = i
	}
	space := input.NewSpace(job.Signature, job.Limits)
	space.Seeds = job.Seeds
	b.result, b.err = mosa.Search(ctx, e, space, rand.New(rand.NewPCG(b.seed, 0x6d6f7361)), mosa.Options{
		Objectives: b.objectives(e.numbers), Seed: b.seed, Evaluations: b.budget, Stagnation: patience, Lexicographic: job.Lexicographic,
		Starts: s.nearestOf(b), Archive: b.fn.archived(),
	})
	b.answer = e.out
	b.answer.Result = &wire.SearchResult{Seed: b.seed, Status: b.result.Status, Evaluations: b.result.Evaluations, Unbuilt: e.unbuilt, Cost: e.cost}
	b.answer.Elapsed = time.Since(start)
}

// objectives are the branches of a function with what each is directly control
// dependent on: the outcomes that lead on where a run can turn away at approach
// level 1.
func (b *brood) objectives(numbers map[uint32]int) []mosa.Objective {
	list := make([]mosa.Objective, len(b.goals))
	for i, g := range b.goals {
		o := &list[i]
		o.Covered = g.found != nil
		o.Closed = !g.open() || g.target == nil || g.fn != b.fn
		if g.target == nil {
			continue
		}
		for _, row := range g.target.Table {
			if row.Level != 1 {
				continue
			}
			for outcome, away := range [2]byte{wire.DivergesFalse, wire.DivergesTrue} {
				if n, ok := numbers[2*row.Cond+uint32(outcome)]; ok && row.Away&away == 0 {
					o.Needs = append(o.Needs, n)
				}
			}
		}
	}
	return list
}

// nearestOf lists the inputs to begin with: the nearest of each open branch in
// the round's mode or another.
func (s *session) nearestOf(b *brood) (starts []input.Vector) {
	for _, g := range b.open {
		if best := g.best(); best != nil && best.Vector != nil {
			starts = append(starts, best.Vector)
		}
	}
	return starts
}

// archived lists the inputs of the function that the archive holds.
func (f *function) archived() (vs []input.Vector) {
	seen := map[*find]bool{}
	for _, g := range f.goals {
		if g.found != nil && g.found.fn == f && !seen[g.found] {
			seen[g.found] = true
			vs = append(vs, g.found.vector)
		}
	}
	return vs
}

// mergeBrood takes over what a brood has found. Its evaluations are spent by
// its branches in equal parts.
func (s *session) mergeBrood(b *brood) {
	s.merge(task{fn: b.fn}, b.answer)
	share := b.result.Evaluations / uint64(len(b.open))
	for _, n := range b.result.Nearest {
		b.goals[n.Objective].nearer([]wire.Best{{Mode: b.mode, Fitness: n.Fitness, Vector: n.Vector}}, s.lexicographic())
	}
	for _, g := range b.open {
		g.used += share
		s.picked[g] -= min(s.picked[g]-1, share)
	}
}

// A choir has the generations of a brood evaluated.
type choir struct {
	breeding
	goals   []*goal
	numbers map[uint32]int // of objectives, by branch
}

// Evaluate implements mosa.Evaluator.
func (c *choir) Evaluate(ctx context.Context, vectors []input.Vector, objectives []int) (mosa.Answer, error) {
	c.job.Targets = c.job.Targets[:0]
	for _, i := range objectives {
		t := *c.goals[i].target
		if c.job.Mode == search.Standard {
			t.Nodes = nil // the programs would be sent for nothing
		}
		c.job.Targets = append(c.job.Targets, t)
	}
	c.job.First = len(objectives) == 1
	before := c.evaluations
	r, err := c.batch(ctx, vectors)
	a := mosa.Answer{Fitness: r.Result.Fitness}
	for _, f := range r.Found {
		for _, branch := range f.Branches {
			if i, ok := c.numbers[branch]; ok {
				a.Taken = append(a.Taken, mosa.Taken{Vector: int(f.Evaluations-before) - 1, Objective: i})
			}
		}
	}
	return a, err
}
