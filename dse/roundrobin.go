package dse

// RoundRobin makes a fair choice among strategies for each step: each is as probable as any other.
// If the chosen strategy declines another is drawn (Xie et al. 2009, section 4.2,
// DefaultRoundRobin).
func RoundRobin(strategies ...Factory) Factory {
	return func(w *World) Strategy { return newRoundRobin(w, -1, strategies) }
}

// MaxBoost is the greatest weight of a strategy with a progress boost.
const MaxBoost = 16

// ProgressBoost is RoundRobin of a strategy and some others, in which the first climbs a hill
// without much distraction: progress makes it more probable in later choices.
//
// The paper has the boost for Fitnex and leaves its size open. Here the weight of the boosted
// strategy doubles, up to MaxBoost, with each of its steps whose run is nearer to a target than
// all runs before. The weight is halved, down to 1, with each of its steps without progress,
// including flips that no input takes. Four steps without progress make the choice fair again.
// Among four others, the boosted strategy with the greatest weight is chosen four times of five.
func ProgressBoost(boosted Factory, others ...Factory) Factory {
	return func(w *World) Strategy { return newRoundRobin(w, 0, append([]Factory{boosted}, others...)) }
}

type roundRobin struct {
	strategyGroup
	w       *World
	boosted int // index of the strategy with a progress boost; -1: none
	weights []int
	pending *Node // the node that the strategy with the progress boost has flipped; nil once the outcome is known
}

func newRoundRobin(w *World, boosted int, strategies []Factory) *roundRobin {
	f := &roundRobin{strategyGroup: newStrategyGroup(w, strategies), w: w, boosted: boosted}
	for range f.strategyGroup {
		f.weights = append(f.weights, 1)
	}
	return f
}

// ObserveRun implements Strategy.
func (f *roundRobin) ObserveRun(r *Run, fresh []*Node) {
	f.strategyGroup.ObserveRun(r, fresh)
	if f.pending != nil && r.Flipped == f.pending {
		f.adjustWeight(len(r.Nearer) > 0)
	}
}

// ObserveClosed implements Strategy. ObserveRun handles nodes that a run has taken.
func (f *roundRobin) ObserveClosed(n *Node) {
	f.strategyGroup.ObserveClosed(n)
	if n == f.pending && n.state != Taken {
		f.adjustWeight(false)
	}
}

func (f *roundRobin) adjustWeight(progress bool) {
	w := &f.weights[f.boosted]
	if f.pending = nil; progress {
		*w = min(2**w, MaxBoost)
	} else {
		*w = max(*w/2, 1)
	}
}

// Next implements Strategy.
func (f *roundRobin) Next() Step {
	asked, total := make([]bool, len(f.strategyGroup)), 0
	for _, w := range f.weights {
		total += w
	}
	for range f.strategyGroup {
		i := f.choose(asked, total)
		if n := nextStep(f.strategyGroup[i]); !n.Declines() {
			if i == f.boosted {
				f.pending = n.Flip
			}
			return n
		}
		asked[i] = true
		total -= f.weights[i]
	}
	return Step{}
}

// choose draws one of the strategies that were not asked; total is the sum of their weights.
func (f *roundRobin) choose(asked []bool, total int) int {
	draw := f.w.Rand.IntN(total)
	for i, w := range f.weights {
		if asked[i] {
			continue
		}
		if draw < w {
			return i
		}
		draw -= w
	}
	panic("dse: BUG: weights that do not add up")
}
