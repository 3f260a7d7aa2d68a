package dse

// RoundRobin makes a fair choice among strategies for each step: each is as probable as
// any other, and one that declines is left for another (Xie et al. 2009, section 4.2,
// DefaultRoundRobin).
func RoundRobin(strategies ...Factory) Factory {
	return func(w *World) Strategy { return newRoundRobin(w, -1, strategies) }
}

// MostBoost is the greatest weight of a strategy with progress boost.
const MostBoost = 16

// ProgressBoost is RoundRobin of a strategy and some others, in which the first climbs a
// hill without much distraction: when it makes progress it is more probable later on.
//
// The paper has this for Fitnex and leaves open how much. Here the weight of the strategy
// doubles, up to MostBoost, with each step of its own whose run is nearer to a target than
// all before; and is halved, down to 1, with each that was no progress, be it that no
// input took the other side. After the last progress it takes four such steps at most
// until the choice is fair again. Beside four others, the most boosted is chosen four
// times of five.
func ProgressBoost(boosted Factory, others ...Factory) Factory {
	return func(w *World) Strategy { return newRoundRobin(w, 0, append([]Factory{boosted}, others...)) }
}

type roundRobin struct {
	group
	w       *World
	boosted int // -1: none
	weights []int
	pending *Node // that the boosted one has flipped, until it is known what came of it
}

func newRoundRobin(w *World, boosted int, strategies []Factory) *roundRobin {
	f := &roundRobin{group: newGroup(w, strategies), w: w, boosted: boosted}
	for range f.group {
		f.weights = append(f.weights, 1)
	}
	return f
}

// Ran implements Strategy.
func (f *roundRobin) Ran(r *Run, fresh []*Node) {
	f.group.Ran(r, fresh)
	if f.pending != nil && r.Flipped == f.pending {
		f.weigh(len(r.Nearer) > 0)
	}
}

// Closed implements Strategy. Of a node that a run has taken Ran tells more.
func (f *roundRobin) Closed(n *Node) {
	f.group.Closed(n)
	if n == f.pending && n.state != Taken {
		f.weigh(false)
	}
}

func (f *roundRobin) weigh(progress bool) {
	w := &f.weights[f.boosted]
	if f.pending = nil; progress {
		*w = min(2**w, MostBoost)
	} else {
		*w = max(*w/2, 1)
	}
}

// Next implements Strategy.
func (f *roundRobin) Next() Step {
	asked, total := make([]bool, len(f.group)), 0
	for _, w := range f.weights {
		total += w
	}
	for range f.group {
		i := f.choose(asked, total)
		if n := ask(f.group[i]); !n.None() {
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

// choose draws one of those that were not asked; total is what they weigh.
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
