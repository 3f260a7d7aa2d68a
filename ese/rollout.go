package ese

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// rollout is a path with what was seen at its decisions.
type rollout struct {
	steps []step
	input input.Vector
	cost  uint64
	hash  uint64 // of the conditions and the sides

	memory map[uint64]bool        // side by condition, of the last decision on it
	alike  [maxFeatures][][]int32 // by feature, as groups has it
}

// groups lists the decisions that have another side, in order, by what they
// are alike in by a feature and the side that they took.
func (r *rollout) groups(feature int) [][]int32 {
	if r.alike[feature] != nil {
		return r.alike[feature]
	}
	var free []int32
	for i := range r.steps {
		if r.steps[i].free {
			free = append(free, int32(i))
		}
	}
	kind := func(i int32) uint64 {
		s := &r.steps[i]
		k := uint64(s.at[feature]) << 1
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
	r.alike[feature] = groups
	return groups
}

// sides returns the memory of the rollout.
func (r *rollout) sides() map[uint64]bool {
	if r.memory == nil {
		r.memory = make(map[uint64]bool, len(r.steps))
		for i := range r.steps {
			r.memory[r.steps[i].cond] = r.steps[i].side
		}
	}
	return r.memory
}

// inherit takes over what was tried on a path that is much the same.
func (r *rollout) inherit(from *rollout) {
	for i := range min(len(r.steps), len(from.steps)) {
		if s, f := &r.steps[i], &from.steps[i]; s.cond == f.cond && s.side == f.side {
			s.used |= f.used
		}
	}
}

// manner is how a rollout goes on behind what it was told to replay.
type manner uint8

const (
	byPolicy      manner = iota // as the policy draws
	byWitness                   // as the witness does: no more queries
	recallWitness               // as the base did at the same condition, else as the witness does
	recallPolicy                // the same, else as the policy draws
)

func (m manner) draws() bool   { return m == byPolicy || m == recallPolicy }
func (m manner) recalls() bool { return m == recallWitness || m == recallPolicy }

// plan says how to take a path.
type plan struct {
	again  *symexec.Path // take this path again
	near   *rollout      // begin with its input, as the path will be much like it; nil: with any
	base   *rollout      // nil: none
	turn   int           // decision of the base to turn; where its other side is infeasible, the next one that has one
	spread int           // so many decisions that are like it take the same side then
	like   int           // by which of the features
	motif  []step        // not nil: nothing is turned; from there on these decisions are repeated
	length int           // for so many decisions
	manner manner        // from there on
}

// roller takes rollouts.
type roller struct {
	g      *Gate
	rng    *rand.Rand
	policy *preference
	observer
	learned int // features that the policy goes by, the first ones

	plan   plan
	replay int // decisions of the base that are still followed, the turned one included; 0 once they are not
	steps  []step
	turned int // where the base was turned, -1 if nowhere

	turning bool   // the decision at hand
	key     uint32 // of the turned decision, by the feature that it spreads by
	side    bool   // that it took
	spread  int    // decisions to which it is still to spread
	length  int    // decisions for which the motif still lasts
	beat    int    // of the motif
}

func newRoller(g *Gate, features []Feature, bits int) *roller {
	r := &roller{g: g, rng: g.Rand(), learned: len(features), observer: observer{features: features, mask: 1<<bits - 1}}
	if p, ok := g.target.Explorer.(Placer); ok {
		r.places = p.Places()
	}
	return r
}

// roll takes a path as planned. There may be none, and more is false when the
// gate has ended.
func (r *roller) roll(policy *preference, p plan) (out *rollout, more bool) {
	r.policy, r.plan, r.turned, r.replay = policy, p, -1, 0
	r.spread, r.length, r.beat = 0, p.length, 0
	r.steps = make([]step, 0, cap(r.steps))
	r.observer.begin()
	var from input.Vector
	switch {
	case p.again != nil:
		from = p.again.Input
	case p.base != nil:
		r.replay = len(p.base.steps)
		from = p.base.input
	case p.near != nil:
		from = p.near.input
	}
	path, more := r.g.ExploreFrom(from, nil, r)
	if path == nil {
		return nil, more
	}
	return &rollout{steps: r.steps, input: path.Input, cost: r.g.Cost(path), hash: hashSteps(r.steps)}, more
}

// hashSteps tells sequences of decisions apart.
func hashSteps(steps []step) uint64 {
	h := uint64(len(steps))
	for i := range steps {
		h = mix(h, steps[i].cond)
		if steps[i].side {
			h++
		}
	}
	return h
}

// Choose implements symexec.Chooser.
func (r *roller) Choose(b *symexec.Branch) bool {
	i := len(r.steps)
	r.steps = append(r.steps, step{free: true})
	s := &r.steps[i]
	r.at(b, s)
	r.turning = false
	if a := r.plan.again; a != nil && i < len(a.Decisions) {
		return a.Decisions[i].Side
	}
	if i < r.replay {
		was := &r.plan.base.steps[i]
		if r.plan.motif != nil && i == r.plan.turn {
			r.turned, r.replay = i, 0
			return r.goOn(b, s)
		}
		if was.cond == s.cond {
			r.turning = i >= r.plan.turn && was.free
			return was.side != r.turning
		}
		r.replay = 0
	}
	return r.goOn(b, s)
}

// goOn chooses behind the replay.
func (r *roller) goOn(b *symexec.Branch, s *step) bool {
	if r.spread > 0 && s.at[r.plan.like] == r.key {
		r.spread--
		return r.side
	}
	if r.length > 0 && r.turned >= 0 {
		r.length--
		if m := r.plan.motif; m != nil {
			for range m {
				was := &m[r.beat]
				r.beat = (r.beat + 1) % len(m)
				if was.site == s.site {
					return was.side
				}
			}
		}
	}
	if r.plan.manner.recalls() {
		if side, ok := r.plan.base.sides()[s.cond]; ok {
			return side
		}
	}
	if r.plan.manner.draws() {
		return r.rng.Float64() < r.policy.chance(s, r.learned)
	}
	return b.Witness
}

// Took implements symexec.Chooser.
func (r *roller) Took(b *symexec.Branch, side bool, why symexec.Why) {
	i := len(r.steps) - 1
	s := &r.steps[i]
	s.side, s.free = side, why == symexec.Wanted
	r.took(b, side)
	if i >= r.replay {
		return
	}
	was := &r.plan.base.steps[i]
	switch {
	case r.turning && side == was.side:
		was.free = false // its other side is infeasible: never to be asked again
	case r.turning:
		r.turned, r.replay = i, 0
		r.key, r.side, r.spread = s.at[r.plan.like], side, r.plan.spread
	case side != was.side: // what was known to be feasible then was not decided now
		r.replay = 0
	default:
		s.free = was.free
	}
}
