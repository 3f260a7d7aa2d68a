package ese

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// rollout is a path with the features of its decisions.
type rollout struct {
	steps []step
	input input.Vector
	cost  uint64
	hash  uint64 // hash of the conditions and the sides

	sideByCond map[uint64]bool        // last side taken at a condition, by hash of the condition; nil until needed
	groupCache [maxFeatures][][]int32 // results of groups, by feature
}

// groups partitions the decisions with two feasible sides by the value of a feature and the
// side taken. Each group lists indices of steps in ascending order.
func (r *rollout) groups(feature int) [][]int32 {
	if r.groupCache[feature] != nil {
		return r.groupCache[feature]
	}
	var free []int32
	for i := range r.steps {
		if r.steps[i].bothFeasible {
			free = append(free, int32(i))
		}
	}
	kind := func(i int32) uint64 {
		s := &r.steps[i]
		k := uint64(s.weights[feature]) << 1
		if s.side {
			k++
		}
		return k
	}
	slices.SortStableFunc(free, func(i, j int32) int { return cmp.Compare(kind(i), kind(j)) })
	groups := [][]int32{}
	for begin, i := 0, 1; i <= len(free); i++ {
		if i == len(free) || kind(free[i]) != kind(free[begin]) {
			groups = append(groups, free[begin:i])
			begin = i
		}
	}
	r.groupCache[feature] = groups
	return groups
}

// sides returns the last side taken at each condition, by hash of the condition.
func (r *rollout) sides() map[uint64]bool {
	if r.sideByCond == nil {
		r.sideByCond = make(map[uint64]bool, len(r.steps))
		for i := range r.steps {
			r.sideByCond[r.steps[i].condition] = r.steps[i].side
		}
	}
	return r.sideByCond
}

// inherit copies the tried continuations of equal decisions on a similar path.
func (r *rollout) inherit(from *rollout) {
	for i := range min(len(r.steps), len(from.steps)) {
		if s, f := &r.steps[i], &from.steps[i]; s.condition == f.condition && s.side == f.side {
			s.triedContinuations |= f.triedContinuations
		}
	}
}

// continuation determines the sides of a rollout behind the part that its plan fixes.
type continuation uint8

const (
	byPolicy      continuation = iota // the side that the policy draws
	byWitness                         // the side of the witness, without further queries
	recallWitness                     // the side of the base at the same condition, else of the witness
	recallPolicy                      // the side of the base at the same condition, else of the policy
)

func (m continuation) draws() bool   { return m == byPolicy || m == recallPolicy }
func (m continuation) recalls() bool { return m == recallWitness || m == recallPolicy }

// plan describes a path to take.
type plan struct {
	retake       *symexec.Path // path to take again; nil for a new path
	startNear    *rollout      // rollout whose input is the first witness, since the path will be similar; nil for any input
	base         *rollout      // rollout to replay up to the flip; nil: the path starts anew
	flip         int           // index of the decision of the base to flip; if its other side is infeasible, the next feasible one is flipped
	numSpread    int           // number of later similar decisions that also take the flipped side
	feature      int           // index of the feature that defines similar decisions
	motif        []step        // decisions to repeat from index flip on, in place of a flip; nil: a decision is flipped
	motifLength  int           // number of decisions that take the sides of the motif
	continuation continuation  // the sides behind the parts above
}

// roller takes rollouts by plans.
type roller struct {
	gate   *Gate
	rng    *rand.Rand
	policy *preference
	observer
	learned int // number of first features that the policy has weights for

	plan      plan
	replay    int // number of decisions of the base to replay, including the flipped one; 0 once the path has left the base
	steps     []step
	flippedAt int // index of the flipped decision, -1 before the flip

	flipping    bool   // the current decision is to be flipped
	flippedKey  uint32 // index of the flipped decision's weight for the plan's feature
	flippedSide bool   // side of the flipped decision
	spreadLeft  int    // number of similar decisions still to flip
	motifLeft   int    // number of decisions still to take by the motif
	motifIndex  int    // index of the next decision of the motif
}

func newRoller(g *Gate, features []Feature, bits int) *roller {
	r := &roller{gate: g, rng: g.Rand(), learned: len(features), observer: observer{features: features, tableMask: 1<<bits - 1}}
	if p, ok := g.target.Explorer.(Placer); ok {
		r.places = p.Places()
	}
	return r
}

// roll takes a path by a plan. It returns nil if there is no path; more is false when the gate
// has ended.
func (r *roller) roll(policy *preference, planned plan) (out *rollout, more bool) {
	r.policy, r.plan, r.flippedAt, r.replay = policy, planned, -1, 0
	r.spreadLeft, r.motifLeft, r.motifIndex = 0, planned.motifLength, 0
	r.steps = make([]step, 0, cap(r.steps))
	r.observer.begin()
	var from input.Vector
	switch {
	case planned.retake != nil:
		from = planned.retake.Input
	case planned.base != nil:
		r.replay = len(planned.base.steps)
		from = planned.base.input
	case planned.startNear != nil:
		from = planned.startNear.input
	}
	path, more := r.gate.ExploreFrom(from, nil, r)
	if path == nil {
		return nil, more
	}
	return &rollout{steps: r.steps, input: path.Input, cost: r.gate.Cost(path), hash: hashSteps(r.steps)}, more
}

// hashSteps hashes a sequence of decisions by their conditions and sides.
func hashSteps(steps []step) uint64 {
	h := uint64(len(steps))
	for i := range steps {
		h = mix(h, steps[i].condition)
		if steps[i].side {
			h++
		}
	}
	return h
}

// Choose implements symexec.Chooser.
func (r *roller) Choose(branch *symexec.Branch) bool {
	i := len(r.steps)
	r.steps = append(r.steps, step{bothFeasible: true})
	decision := &r.steps[i]
	r.observe(branch, decision)
	r.flipping = false
	if a := r.plan.retake; a != nil && i < len(a.Decisions) {
		return a.Decisions[i].Side
	}
	if i < r.replay {
		baseStep := &r.plan.base.steps[i]
		if r.plan.motif != nil && i == r.plan.flip {
			r.flippedAt, r.replay = i, 0
			return r.chooseBehindReplay(branch, decision)
		}
		if baseStep.condition == decision.condition {
			r.flipping = i >= r.plan.flip && baseStep.bothFeasible
			return baseStep.side != r.flipping
		}
		r.replay = 0
	}
	return r.chooseBehindReplay(branch, decision)
}

// chooseBehindReplay chooses the side of a decision behind the replayed part.
func (r *roller) chooseBehindReplay(branch *symexec.Branch, decision *step) bool {
	if r.spreadLeft > 0 && decision.weights[r.plan.feature] == r.flippedKey {
		r.spreadLeft--
		return r.flippedSide
	}
	if r.motifLeft > 0 && r.flippedAt >= 0 {
		r.motifLeft--
		if m := r.plan.motif; m != nil {
			for range m {
				baseStep := &m[r.motifIndex]
				r.motifIndex = (r.motifIndex + 1) % len(m)
				if baseStep.site == decision.site {
					return baseStep.side
				}
			}
		}
	}
	if r.plan.continuation.recalls() {
		if side, ok := r.plan.base.sides()[decision.condition]; ok {
			return side
		}
	}
	if r.plan.continuation.draws() {
		return r.rng.Float64() < r.policy.chance(decision, r.learned)
	}
	return branch.Witness
}

// Took implements symexec.Chooser.
func (r *roller) Took(b *symexec.Branch, side bool, why symexec.SideReason) {
	i := len(r.steps) - 1
	decision := &r.steps[i]
	decision.side, decision.bothFeasible = side, why == symexec.Wanted
	r.advance(b, side)
	if i >= r.replay {
		return
	}
	baseStep := &r.plan.base.steps[i]
	switch {
	case r.flipping && side == baseStep.side:
		baseStep.bothFeasible = false // its other side is infeasible, so it is never flipped again
	case r.flipping:
		r.flippedAt, r.replay = i, 0
		r.flippedKey, r.flippedSide, r.spreadLeft = decision.weights[r.plan.feature], side, r.plan.numSpread
	case side != baseStep.side: // no solver decided the side now, although the base took it
		r.replay = 0
	default:
		decision.bothFeasible = baseStep.bothFeasible
	}
}
