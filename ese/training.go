package ese

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"nearmiss/symexec"
)

// trained is the name of the tally of WISE, SPFWCA and Discrepancy that counts the small sizes
// that they explored exhaustively for training.
const trained = "sizes explored exhaustively"

// fellBack is the name of the tally of WISE and SPFWCA for a policy that admitted no path.
const fellBack = "depth-first for want of a path along the policy"

// trainOnSizes explores a function exhaustively at small sizes, within a part of the budget, and returns the worst paths.
// With Options.Training these are the worst paths of each size there. Otherwise it explores
// growing sizes from 1, and returns the worst path of the largest
// size that it completed. It returns all paths of equal cost with ties, else only the first.
// The result may be empty. settled reports after each size whether the paths so far suffice.
func trainOnSizes(gate *Gate, options DFS, ties bool, settled func(worst []*symexec.Path) bool) (worst []*symexec.Path, err error) {
	target := gate.Target()
	if target.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, but the function has none")
	}
	part := gate.forTraining()
	if part == nil {
		return nil, nil
	}
	sizes := gate.opt.Training
	for size := 1; gate.opt.Training == nil && size < target.Size; size++ {
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		if part.Over() {
			break
		}
		e, err := target.Sizes.At(size)
		if err != nil {
			return nil, fmt.Errorf("ese: training at size %d: %w", size, err)
		}
		paths, complete := exploreAll(part.AtSize(e, size), options)
		if !complete {
			break
		}
		if gate.opt.Training == nil {
			worst = nil
		}
		if !ties {
			paths = paths[:min(1, len(paths))]
		}
		worst = append(worst, paths...)
		gate.Tally(trained, 1)
		if settled(worst) {
			break
		}
	}
	return worst, nil
}

// maxTies limits the number of paths that exploreAll returns.
const maxTies = 1 << 12

// exploreAll takes all paths depth-first and returns the costliest ones in the order of the walk.
// complete reports whether it took all paths.
func exploreAll(g *Gate, d DFS) (worst []*symexec.Path, complete bool) {
	w := walk{gate: g, guide: bothSides{d.First, g.Rand()}, memory: d.memory()}
	complete = w.run(func(p *symexec.Path) {
		if len(worst) > 0 && g.Cost(p) > g.Cost(worst[0]) {
			worst = worst[:0]
		}
		if len(worst) == 0 || g.Cost(p) == g.Cost(worst[0]) && len(worst) < maxTies {
			worst = append(worst, p)
		}
	})
	return worst, complete
}

// forTraining returns the gate of the part of the search that Options.Train is for training, nil if there is none.
func (g *Gate) forTraining() *Gate {
	if g.opt.Train >= 1 {
		return g.Within(Budget{Explorations: uint64(g.opt.Train)})
	}
	b, ok := shareOf(g.remaining(), cmp.Or(g.opt.Train, 0.5))
	if !ok {
		return nil
	}
	return g.Within(b)
}

// shareOf returns a share of a budget, and false if nothing would be left of a limit.
func shareOf(b Budget, share float64) (part Budget, ok bool) {
	part = Budget{
		Explorations: uint64(share * float64(b.Explorations)), Queries: uint64(share * float64(b.Queries)),
		Time: time.Duration(share * float64(b.Time)), Feasible: uint64(share * float64(b.Feasible)),
	}
	return part, (part.Explorations > 0 || b.Explorations == 0) && (part.Queries > 0 || b.Queries == 0) &&
		(part.Time > 0 || b.Time == 0) && (part.Feasible > 0 || b.Feasible == 0)
}

// followPolicy walks the paths that a policy wants, with half of the remaining budget until the
// first path and with all of it then. If the half yields no path, a walk without the policy
// follows.
func followPolicy(gate *Gate, l *guidancePolicy, options DFS) error {
	if gate.Over() {
		return nil
	}
	found := false
	if b, ok := shareOf(gate.remaining(), 0.5); ok {
		w := walk{gate: gate.Within(b), guide: newGuided(l, bothSides{options.First, gate.Rand()}), memory: options.memory()}
		w.run(func(*symexec.Path) { found, w.gate = true, gate })
	}
	if found || gate.Over() {
		return nil
	}
	gate.Tally(fellBack, 1)
	return options.Search(gate)
}
