package ese

import (
	"slices"
	"time"
)

// minLearningSize is the smallest size for learning.
const minLearningSize = 8

const (
	maxLearningPaths = 200 // largest number of paths at a learning size
	maxIdlePaths     = 100 // consecutive paths without improvement after which learning at a size ends
)

// learningShare is the share of the search's budget for all learning sizes together. It limits
// the cost of learning with a slow solver.
const learningShare = 0.2

// learningSizes returns the sizes for learning in ascending order: half of the target size,
// half of that, and so on. A part of the program that runs only above a threshold is reached
// if half of the target size is above the threshold; a list of powers of two might not
// reach it.
func learningSizes(size int) (sizes []int) {
	for s := size / 2; s >= minLearningSize; s /= 2 {
		sizes = append(sizes, s)
	}
	slices.Reverse(sizes)
	return sizes
}

// sizeIndependentFeatures lists the features that have the same meaning at all sizes.
func sizeIndependentFeatures() []Feature {
	return []Feature{AtSite, AfterOne, AfterThree, AfterSix, AtPast, AfterRuns}
}

// learnOnSmallSizes learns a policy on growing sizes, as WISE and SPF-WCA do, but with a policy
// of probabilities. It returns nil if the function has no other sizes.
func learnOnSmallSizes(gate *Gate) *preference {
	t := gate.Target()
	sizes := learningSizes(t.Size)
	if t.Sizes == nil || len(sizes) == 0 {
		return nil
	}
	policy := newPreference(tableBits)
	for _, size := range sizes {
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil
		}
		part := gate.AtSize(e, size)
		part.opt.Budget = gate.root().Budget().scaled(learningShare / float64(len(sizes)))
		if learnAtSize(part, policy); gate.Over() {
			break
		}
	}
	return policy
}

// learnAtSize runs NRPA at one size, starting with the policy, and adapts the policy to the
// best path.
func learnAtSize(g *Gate, policy *preference) {
	state := newNested(g, NRPA{Features: sizeIndependentFeatures(), Repetitions: maxRepetitions})
	state.begin(policy)
	var best *rollout
	for idle, runs := 0, 0; idle < maxIdlePaths && g.explorations < maxLearningPaths && state.step(); idle++ {
		if r := state.lastRollout; r != nil && (best == nil || r.cost > best.cost) {
			best, idle = r, 0
		}
		if state.runs > runs {
			state.begin(policy)
			runs = state.runs
		}
	}
	if best == nil {
		return
	}
	policy.clear()
	for range adaptations {
		state.adapt(policy, best.steps)
	}
}

// root returns the gate of the whole search.
func (g *Gate) root() *Gate {
	for g.parent != nil {
		g = g.parent
	}
	return g
}

// scaled returns a share of b. A limit stays at least 1, because 0 means no limit.
func (b Budget) scaled(share float64) Budget {
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
		Feasible:     part(b.Feasible),
	}
}
