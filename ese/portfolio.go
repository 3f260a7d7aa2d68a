package ese

import (
	"cmp"
	"iter"
	"slices"

	"nearmiss/search"
)

// portfolio runs strategies in turns, with fixed shares of the time or work.
type portfolio struct {
	gate        *Gate
	arms        []*arm
	longestBest uint64 // largest number of decisions on a best path so far
	scalars     uint64 // number of scalars in an input
}

// arm is a strategy in the portfolio. It runs as a coroutine that yields after each
// exploration and each batch of evaluations.
type arm struct {
	gate  *Gate
	next  func() (struct{}, bool) // runs the strategy until it yields; false when the strategy has ended
	stop  func()                  // ends the strategy
	ended bool                    // the strategy has ended
	err   error
	share float64 // share of the time or work
	spent float64 // time or work spent so far
	turns int     // number of turns so far
}

// Least work of a turn, in paths as long as the best one.
const (
	firstTurnPaths = 20 // least work of the first turn of an arm
	turnPaths      = 5  // least work of a later turn
)

// Rough work of an operation, in symbolic branches.
const (
	perExploration = 10 // work of an exploration
	perEvaluation  = 40 // work of an evaluation
	perScalars     = 32 // number of scalars of an evaluated input that count as one branch
)

// work returns the work so far, in symbolic branches.
func (p *portfolio) work() uint64 {
	c := &p.gate.archive.Counts
	return c.Decisions + perExploration*c.Explorations + (perEvaluation+p.scalars/perScalars)*c.Evaluations
}

// workOfPaths returns the work of n paths as long as the best path or as the average path,
// whichever is longer.
func (p *portfolio) workOfPaths(n uint64) uint64 {
	if b := p.gate.archive.Best; b != nil {
		p.longestBest = max(p.longestBest, uint64(len(b.Decisions)))
	}
	c := &p.gate.archive.Counts
	return n * (max(p.longestBest, c.Decisions/max(1, c.Explorations)) + perExploration)
}

// spent returns the seconds since the start if the budget limits time, because paths and
// queries differ widely in time. Otherwise it returns the work.
func (p *portfolio) spent() float64 {
	if p.gate.Budget().Time > 0 {
		return (p.gate.opt.Clock() - p.gate.began).Seconds()
	}
	return float64(p.work())
}

// inputBudget returns the budget of the arm over inputs. If evaluations are not the only limit
// of the search, the arm leaves one evaluation unused, so that the search does not end and the
// other arms continue.
func (p *portfolio) inputBudget() (b Budget) {
	if all := p.gate.Budget(); all.Evaluations > 0 && (all.Explorations > 0 || all.Queries > 0 || all.Time > 0 || all.Feasible > 0) {
		b.Evaluations = max(1, all.Evaluations-1)
	}
	return b
}

// add adds an arm that runs strategy.
func (p *portfolio) add(share float64, strategy Strategy) *arm {
	added := &arm{share: share, gate: p.gate.Within(Budget{})}
	added.next, added.stop = iter.Pull(func(yield func(struct{}) bool) {
		progress := added.gate.opt.Progress
		added.gate.opt.Progress = func(archive *Archive) {
			if progress != nil {
				progress(archive)
			}
			if !yield(struct{}{}) {
				added.gate.Finish(search.Stopped)
			}
		}
		added.err = strategy.Search(added.gate)
	})
	p.arms = append(p.arms, added)
	return added
}

func (p *portfolio) stop() {
	for _, a := range p.arms {
		a.stop()
	}
}

// firstError returns the error of the first arm that failed.
func (p *portfolio) firstError() error {
	for _, a := range p.arms {
		if a.err != nil {
			return a.err
		}
	}
	return nil
}

// run lets arms take turns until the gate or all arms end.
func (p *portfolio) run() error {
	for !p.gate.Over() && !p.gate.archive.Complete {
		a := p.nextArm()
		if a == nil {
			break
		}
		if p.takeTurn(a); a.err != nil {
			return a.err
		}
	}
	return nil
}

// nextArm returns the arm that has spent least relative to its share, nil if all are over.
func (p *portfolio) nextArm() *arm {
	p.arms = slices.DeleteFunc(p.arms, func(a *arm) bool { return a.ended })
	if len(p.arms) == 0 {
		return nil
	}
	return slices.MinFunc(p.arms, func(a, b *arm) int { return cmp.Compare(a.spent/a.share, b.spent/b.share) })
}

// initialPaths is the number of paths, of twenty decisions each, in the first turn of an arm
// before the length of paths is known.
const initialPaths = 50

// takeFirstTurn runs an arm before the length of paths is known.
func (p *portfolio) takeFirstTurn(a *arm) { p.runUntil(a, p.work()+20*initialPaths*perExploration) }

// takeTurn runs an arm for a turn.
func (p *portfolio) takeTurn(a *arm) {
	n := uint64(turnPaths)
	if a.turns == 0 {
		n = firstTurnPaths
	}
	p.runUntil(a, p.work()+p.workOfPaths(n))
}

// Least number of turns in a budget of time. With a slow solver the time ends a turn before
// its work is done.
const (
	turnsOfTime  = 50 // least number of turns in the time of the budget
	startsOfTime = 20 // least number of such turns for an arm that has not yet taken a path of the target
)

// runUntil runs an arm until the total work reaches a limit. An arm that first learns at other
// sizes runs until it has taken a path of the target.
func (p *portfolio) runUntil(a *arm, until uint64) {
	a.turns++
	from, began := p.spent(), p.gate.opt.Clock()
	defer func() { a.spent += p.spent() - from }()
	for a.gate.maxCost == 0 || p.work() < until {
		if _, ok := a.next(); !ok {
			a.ended = true
			return
		}
		limit := p.gate.Budget().Time / turnsOfTime
		if a.gate.maxCost == 0 {
			limit = p.gate.Budget().Time / startsOfTime
		}
		if limit > 0 && p.gate.opt.Clock()-began > limit {
			return
		}
	}
}
