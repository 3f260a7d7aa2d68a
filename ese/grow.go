package ese

import (
	"slices"
	"time"
)

// smallest is the size below which nothing is learned.
const smallest = 8

// lessons is how many paths a size is given, lull how many without a better
// one end it sooner.
const (
	lessons = 200
	lull    = 100
)

// schooling is the share of a search that all sizes may take together: where
// solvers are slow, lessons are dear.
const schooling = 0.2

// ladder lists the sizes to learn on before one, in ascending order. Each is
// half of the next, the last one of the target, so that what a program does
// with long inputs alone is seen as soon as half the length will do: powers of
// two, say, may all be too short for a threshold that the target is well above.
func ladder(size int) (sizes []int) {
	for s := size / 2; s >= smallest; s /= 2 {
		sizes = append(sizes, s)
	}
	slices.Reverse(sizes)
	return sizes
}

// sizeless lists the features that mean the same at all sizes.
func sizeless() []Feature {
	return []Feature{AtSite, AfterOne, AfterThree, AfterSix, AtPast, AfterRuns}
}

// grown learns a policy on growing sizes: the idea of WISE and SPF-WCA with a
// policy that says how likely a side is. It is nil where there are none.
func grown(g *Gate) *preference {
	t := g.Target()
	sizes := ladder(t.Size)
	if t.Sizes == nil || len(sizes) == 0 {
		return nil
	}
	policy := newPreference(tableBits)
	for _, size := range sizes {
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil
		}
		part := g.On(e, size)
		part.opt.Budget = g.whole().Budget().times(schooling / float64(len(sizes)))
		if learnOn(part, policy); g.Over() {
			break
		}
	}
	return policy
}

// learnOn adapts a policy to the best path of a size that NRPA finds when it
// begins with it.
func learnOn(g *Gate, policy *preference) {
	n := newNested(g, NRPA{Features: sizeless(), Repetitions: repetitions})
	n.begin(policy)
	var best *rollout
	for idle, runs := 0, 0; idle < lull && g.explorations < lessons && n.step(); idle++ {
		if r := n.last; r != nil && (best == nil || r.cost > best.cost) {
			best, idle = r, 0
		}
		if n.runs > runs {
			n.begin(policy)
			runs = n.runs
		}
	}
	if best == nil {
		return
	}
	policy.clear()
	for range adaptations {
		n.adapt(policy, best.steps)
	}
}

// whole is the gate of the whole search.
func (g *Gate) whole() *Gate {
	for g.parent != nil {
		g = g.parent
	}
	return g
}

// times is a share of b. What is limited has room for something.
func (b Budget) times(share float64) Budget {
	part := func(n uint64) uint64 {
		if n == 0 {
			return 0
		}
		return max(1, uint64(float64(n)*share))
	}
	return Budget{
		Explorations: part(b.Explorations),
		Queries:      part(b.Queries),
		Time:         time.Duration(part(uint64(b.Time))),
		Evaluations:  part(b.Evaluations),
	}
}
