package ese

import (
	"cmp"
	"iter"
	"slices"

	"nearmiss/search"
)

// portfolio runs strategies in turns, by fixed shares of what is spent.
type portfolio struct {
	g       *Gate
	arms    []*arm
	length  uint64 // of the best path, in decisions
	scalars uint64 // of an input
}

// An arm is a strategy in the portfolio. It runs as a coroutine that hands
// back after each exploration.
type arm struct {
	name  string
	gate  *Gate
	next  func() (struct{}, bool)
	stop  func()
	over  bool
	err   error
	share float64
	spent float64
	turns int
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

// pick returns the arm that has spent least for its share, nil if all are over.
func (p *portfolio) pick() *arm {
	p.arms = slices.DeleteFunc(p.arms, func(a *arm) bool { return a.over })
	if len(p.arms) == 0 {
		return nil
	}
	return slices.MinFunc(p.arms, func(a, b *arm) int { return cmp.Compare(a.spent/a.share, b.spent/b.share) })
}

// atFirst is how many paths of twenty decisions are taken before anything is known.
const atFirst = 50

// begin has an arm take a turn before anything is known.
func (p *portfolio) begin(a *arm) { p.turn(a, p.work()+20*atFirst*perExploration) }

// take has an arm take its turn.
func (p *portfolio) take(a *arm) {
	n := uint64(turnLength)
	if a.turns == 0 {
		n = firstLength
	}
	p.turn(a, p.work()+p.paths(n))
}

// How many turns there are in a budget of time, at least: where solvers are
// slow, a turn is over sooner than its work says.
const (
	turnsOfTime  = 50
	startsOfTime = 20 // of turns in which an arm has still to take a path of the target
)

// turn has an arm go on until so much work is done. One that learns elsewhere
// first goes on until it has come to the target.
func (p *portfolio) turn(a *arm, until uint64) {
	a.turns++
	from, began := p.spent(), p.g.opt.Clock()
	defer func() { a.spent += p.spent() - from }()
	for a.gate.most == 0 || p.work() < until {
		if _, ok := a.next(); !ok {
			a.over = true
			return
		}
		limit := p.g.Budget().Time / turnsOfTime
		if a.gate.most == 0 {
			limit = p.g.Budget().Time / startsOfTime
		}
		if limit > 0 && p.g.opt.Clock()-began > limit {
			return
		}
	}
}
