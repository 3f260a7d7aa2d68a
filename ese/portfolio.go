package ese

import (
	"iter"

	"nearmiss/search"
)

// portfolio runs strategies in turns.
type portfolio struct {
	g       *Gate
	arms    []*arm
	length  uint64 // of the best path, in decisions
	scalars uint64 // of an input
}

// An arm is a strategy in the portfolio. It runs as a coroutine that hands
// back after each exploration.
type arm struct {
	name string
	gate *Gate
	run  restarter // nil: it never begins anew
	next func() (struct{}, bool)
	stop func()
	over bool

	inputs  bool // it takes no paths
	follows bool // it goes on from what others find, and leads in the second half alone: before, that will be something better
	err     error

	record
	spent  float64
	turns  int
	share  float64 // of what is shared
	credit float64 // work that it is owed
}

// How much work makes a turn, at least, in paths like the best.
const (
	firstLength = 20
	turnLength  = 5
)

// What is as much work as passing a symbolic branch, roughly.
const (
	perExploration = 10
	perEvaluation  = 40
	perScalars     = 32 // scalars of an input that is evaluated
)

// work is what was done so far, in symbolic branches.
func (p *portfolio) work() uint64 {
	c := &p.g.archive.Counts
	return c.Decisions + perExploration*c.Explorations + (perEvaluation+p.scalars/perScalars)*c.Evaluations
}

// paths is the work of n paths like the best, or like the others so far.
func (p *portfolio) paths(n uint64) uint64 {
	if b := p.g.archive.Best; b != nil {
		p.length = max(p.length, uint64(len(b.Decisions)))
	}
	c := &p.g.archive.Counts
	return n * (max(p.length, c.Decisions/max(1, c.Explorations)) + perExploration)
}

// spent is what turns are measured in: time, where there is a budget of it, as
// paths and queries differ much in what they take; otherwise work.
func (p *portfolio) spent() float64 {
	if p.g.Budget().Time > 0 {
		return (p.g.opt.Clock() - p.g.began).Seconds()
	}
	return float64(p.work())
}

// rest is what is left to spend. Where there is no limit, the search is taken
// to be half done.
func (p *portfolio) rest() float64 {
	b, used := p.g.Budget(), 0.0
	use := func(n, of uint64) {
		if of > 0 {
			used = max(used, float64(n)/float64(of))
		}
	}
	use(p.g.explorations, b.Explorations)
	use(p.g.queries, b.Queries)
	if p.aside().Evaluations == 0 {
		use(p.g.evaluations, b.Evaluations)
	}
	use(uint64(p.g.opt.Clock()-p.g.began), uint64(b.Time))
	if used == 0 {
		used = 0.5
	}
	return max(0, p.spent()*(1-used)/used)
}

// aside is what the arm over inputs has for itself, if the search has another limit
// than evaluations: it ends when they are used up but for one, and the others go on.
func (p *portfolio) aside() (b Budget) {
	if all := p.g.Budget(); all.Evaluations > 0 && (all.Explorations > 0 || all.Queries > 0 || all.Time > 0) {
		b.Evaluations = max(1, all.Evaluations-1)
	}
	return b
}

// add makes a strategy an arm.
func (p *portfolio) add(name string, share float64, s Strategy) *arm {
	a := &arm{name: name, share: share, gate: p.g.Within(Budget{})}
	a.next, a.stop = iter.Pull(func(yield func(struct{}) bool) {
		progress := a.gate.opt.Progress
		a.gate.opt.Progress = func(archive *Archive) {
			if progress != nil {
				progress(archive)
			}
			if !yield(struct{}{}) {
				a.gate.Finish(search.Stopped)
			}
		}
		a.err = s.Search(a.gate)
	})
	p.arms = append(p.arms, a)
	return a
}

func (p *portfolio) stop() {
	for _, a := range p.arms {
		a.stop()
	}
}

// failed is what an arm has failed with.
func (p *portfolio) failed() error {
	for _, a := range p.arms {
		if a.err != nil {
			return a.err
		}
	}
	return nil
}

// run gives out turns until the gate ends or no arm goes on.
func (p *portfolio) run() error {
	for !p.g.Over() && !p.g.archive.Complete {
		a := p.pick()
		if a == nil {
			break
		}
		if p.take(a); a.err != nil {
			return a.err
		}
	}
	return nil
}

// atFirst is how many paths of twenty decisions are taken before anything is known.
const atFirst = 50

// begin has an arm take a turn before anything is known.
func (p *portfolio) begin(a *arm) {
	from := p.spent()
	p.turn(a, p.work()+20*atFirst*perExploration)
	a.spent += p.spent() - from
}

// take has an arm take its turn.
func (p *portfolio) take(a *arm) {
	before, from := p.g.archive.Cost, p.spent()
	n := uint64(turnLength)
	if a.turns == 0 {
		n = firstLength
	}
	p.turn(a, p.work()+p.paths(n))
	p.charge(a, p.spent()-from, p.rest())
	p.g.Tally("turns of "+a.name, 1)
	if p.g.archive.Cost > before {
		p.g.Tally("turns of "+a.name+" that paid", 1)
	}
}

// How many turns there are in a budget of time, at least: where solvers are
// slow, a turn is over sooner than its work says.
const (
	turnsOfTime  = 50
	startsOfTime = 20 // of turns in which an arm has still to take a path of the target
)

// ofAll is how many turns make up all that was spent so far, at most: turns
// become longer as the search does, so that choosing costs nothing.
const ofAll = 100

// turn has an arm go on until so much work is done, and so much is spent. One
// that learns elsewhere first goes on until it has come to the target.
func (p *portfolio) turn(a *arm, until uint64) {
	a.turns++
	from, began := p.spent(), p.g.opt.Clock()
	for a.level == 0 || p.work() < until || p.spent() < from*(1+1.0/ofAll) {
		before, start := p.g.archive.Cost, p.spent()
		if _, ok := a.next(); !ok {
			a.over = true
			break
		}
		level, run := a.standing()
		a.note(p.spent()-start, level, run, before)
		limit := p.g.Budget().Time / turnsOfTime
		if a.level == 0 {
			limit = p.g.Budget().Time / startsOfTime
		}
		if limit > 0 && p.g.opt.Clock()-began > limit {
			break
		}
	}
}
