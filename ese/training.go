package ese

import (
	"errors"
	"fmt"

	"nearmiss/symexec"
)

// trained is the name of the tally of WISE, SPFWCA and Discrepancy that counts the small sizes
// that they explored exhaustively for training.
const trained = "sizes explored exhaustively"

// fellBack is the name of the tally of WISE and SPFWCA for a policy that admitted no path.
const fellBack = "depth-first for want of a path along the policy"

// trainOnSizes explores a function exhaustively at small sizes and returns the worst paths.
// With Options.Training these are the worst paths of each size there. Otherwise it explores
// growing sizes from 1, within half of the budget, and returns the worst path of the largest
// size that it completed. It returns all paths of equal cost with ties, else only the first.
// The result may be empty.
func trainOnSizes(gate *Gate, options DFS, ties bool) (worst []*symexec.Path, err error) {
	target := gate.Target()
	if target.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, but the function has none")
	}
	b, ok := halfBudget(gate.remaining())
	if !ok {
		return nil, nil
	}
	part := gate.Within(b)
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

// halfBudget returns half of a budget, and false if a limit of 1 cannot be halved.
func halfBudget(b Budget) (Budget, bool) {
	if b.Explorations == 1 || b.Queries == 1 || b.Time == 1 || b.Feasible == 1 {
		return Budget{}, false
	}
	return Budget{Explorations: b.Explorations / 2, Queries: b.Queries / 2, Time: b.Time / 2, Feasible: b.Feasible / 2}, true
}

// followPolicy walks the paths that a policy wants, with half of the remaining budget until the
// first path and with all of it then. If the half yields no path, a walk without the policy
// follows.
func followPolicy(gate *Gate, l *guidancePolicy, options DFS) error {
	if gate.Over() {
		return nil
	}
	found := false
	if b, ok := halfBudget(gate.remaining()); ok {
		w := walk{gate: gate.Within(b), guide: newGuided(l, bothSides{options.First, gate.Rand()}), memory: options.memory()}
		w.run(func(*symexec.Path) { found, w.gate = true, gate })
	}
	if found || gate.Over() {
		return nil
	}
	gate.Tally(fellBack, 1)
	return options.Search(gate)
}
