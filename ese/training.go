package ese

import (
	"errors"
	"fmt"

	"nearmiss/symexec"
)

// Sizes that were trained on, as WISE and SPFWCA tally them: each size counts
// one, so that the tally is the largest.
const Trained = "sizes explored exhaustively"

// FellBack is what WISE and SPFWCA tally if their policy admitted no path.
const FellBack = "depth-first for want of a path along the policy"

// train explores a function exhaustively and returns its worst paths: at the sizes to train
// on, that of each; else at growing sizes, from one on, within half of the budget, that of
// the largest size that it got through. There may be none. Of paths that cost the same it
// is the first, or with ties all.
func train(g *Gate, d DFS, ties bool) (worst []*symexec.Path, err error) {
	t := g.Target()
	if t.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, and there are none")
	}
	b, ok := half(g.left())
	if !ok {
		return nil, nil
	}
	part := g.Within(b)
	sizes := g.opt.Training
	for size := 1; g.opt.Training == nil && size < t.Size; size++ {
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		if part.Over() {
			break
		}
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil, fmt.Errorf("ese: training at size %d: %w", size, err)
		}
		paths, complete := exhaust(part.On(e, size), d)
		if !complete {
			break
		}
		if g.opt.Training == nil {
			worst = nil
		}
		if !ties {
			paths = paths[:min(1, len(paths))]
		}
		worst = append(worst, paths...)
		g.Tally(Trained, 1)
	}
	return worst, nil
}

// mostTies is how many of the costliest paths are remembered.
const mostTies = 1 << 12

// exhaust takes all paths, and returns the costliest in the order in which they came.
func exhaust(g *Gate, d DFS) (worst []*symexec.Path, complete bool) {
	w := walk{g: g, guide: either{d.First, g.Rand()}, memory: d.memory()}
	complete = w.run(func(p *symexec.Path) {
		if len(worst) > 0 && g.Cost(p) > g.Cost(worst[0]) {
			worst = worst[:0]
		}
		if len(worst) == 0 || g.Cost(p) == g.Cost(worst[0]) && len(worst) < mostTies {
			worst = append(worst, p)
		}
	})
	return worst, complete
}

// half is half of a budget; there is none of a single exploration or query.
func half(b Budget) (Budget, bool) {
	if b.Explorations == 1 || b.Queries == 1 || b.Time == 1 {
		return Budget{}, false
	}
	return Budget{Explorations: b.Explorations / 2, Queries: b.Queries / 2, Time: b.Time / 2}, true
}

// follow walks the paths that a policy wants. If half of what is left of the
// budget brings none, the walk goes on without the policy.
func follow(g *Gate, l *policy, d DFS) error {
	if g.Over() {
		return nil
	}
	found := false
	if b, ok := half(g.left()); ok {
		w := walk{g: g.Within(b), guide: newGuided(l, either{d.First, g.Rand()}), memory: d.memory()}
		w.run(func(*symexec.Path) { found, w.g = true, g })
	}
	if found || g.Over() {
		return nil
	}
	g.Tally(FellBack, 1)
	return d.Search(g)
}
