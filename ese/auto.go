package ese

import (
	"iter"

	"nearmiss/search"
)

// Auto is a portfolio: several strategies in turns, which share what they have
// found. One that has raised the best cost of late gets longer turns. It ends
// early when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(g *Gate) error {
	p := portfolio{g: g}
	defer p.stop()
	if g.target.Inputs != nil {
		p.scalars = uint64(g.target.Inputs.Space().Sig.Inputs())
		p.begin(p.add("inputs", 0.6, inputRounds{}, Budget{}), 1)
	}
	p.begin(p.add("dfs", 0.03, DFS{}, Budget{}), atFirst)
	for _, a := range p.arms {
		if a.err != nil || p.g.archive.Complete || p.g.Over() {
			return a.err
		}
	}
	if g.target.Sizes != nil && g.target.Size >= 2*smallest {
		p.add("grown", 0.3, grown{}, Budget{})
	}
	nrpa := new(watch)
	p.add("nrpa", 3, nrpa, Budget{})
	p.add("climb", 0.3, Climb{}, Budget{})
	p.add("polish", 0.5, polish{other: nrpa}, Budget{})
	return p.run()
}

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
	name   string
	least  float64 // share that it gets in any case
	gate   *Gate
	next   func() (struct{}, bool)
	stop   func()
	credit float64
	pays   float64 // how often its turns have raised the best cost of late
	over   bool
	err    error
}

// turnLength is how much work makes a turn: so many paths like the best.
const turnLength = 20

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

// turn is the work that makes a turn.
func (p *portfolio) turn() uint64 {
	if b := p.g.archive.Best; b != nil {
		p.length = max(p.length, uint64(len(b.Decisions)))
	}
	return turnLength * (p.length + perExploration)
}

// add makes a strategy an arm.
func (p *portfolio) add(name string, least float64, s Strategy, b Budget) *arm {
	a := &arm{name: name, least: least, gate: p.g.Within(b)}
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

// atFirst is how many paths are taken before anything is known.
const atFirst = 50

// begin has an arm take a first turn, of so many steps at most.
func (p *portfolio) begin(a *arm, steps int) {
	until, late := p.work()+20*atFirst*perExploration, p.late()
	for range steps {
		if _, ok := a.next(); !ok || p.work() > until || late() {
			a.over = !ok
			break
		}
	}
}

// late reports whether a turn that begins now has taken its share of a budget
// of time: where solvers are slow, a turn is not what its work says.
func (p *portfolio) late() func() bool {
	limit, began := p.g.Budget().Time/turnsOfTime, p.g.opt.Clock()
	return func() bool { return limit > 0 && p.g.opt.Clock()-began > limit }
}

const turnsOfTime = 50

// take has an arm take its turn.
func (p *portfolio) take(a *arm) {
	before, until, late := p.g.archive.Cost, p.work()+p.turn(), p.late()
	for p.work() < until && !late() {
		if _, ok := a.next(); !ok {
			a.over = true
			break
		}
	}
	p.g.Tally("turns of "+a.name, 1)
	a.pays *= 0.9
	if p.g.archive.Cost > before {
		a.pays += 0.1
		p.g.Tally("turns of "+a.name+" that paid", 1)
	}
}

// pick returns the arm whose turn it is, nil if all are over.
func (p *portfolio) pick() (next *arm) {
	total := 0.0
	for _, a := range p.arms {
		if a.over {
			continue
		}
		w := a.least + 6*a.pays
		a.credit += w
		total += w
		if next == nil || a.credit > next.credit {
			next = a
		}
	}
	if next != nil {
		next.credit -= total
	}
	return next
}
