package ese

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/symexec"
)

// rollout is a path with what was seen at its decisions.
type rollout struct {
	steps []step
	input input.Vector
	cost  uint64

	memory map[uint64]bool // side by condition, of the last decision on it
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

// manner is how a rollout goes on behind what it was told to replay.
type manner uint8

const (
	byPolicy      manner = iota // as the policy draws
	byWitness                   // as the witness does: no more queries
	recallWitness               // as the base did at the same condition, else as the witness does
	recallPolicy                // the same, else as the policy draws
	numManners                  //
	drawn         = 1<<byPolicy | 1<<recallPolicy
)

func (m manner) draws() bool   { return drawn>>m&1 != 0 }
func (m manner) recalls() bool { return m == recallWitness || m == recallPolicy }

// plan says how to take a path.
type plan struct {
	base   *rollout // nil: none
	turn   int      // decision of the base to turn; where its other side is infeasible, the next one that has one
	manner manner   // from there on
}

// roller takes rollouts.
type roller struct {
	g      *Gate
	rng    *rand.Rand
	policy *preference
	observer

	plan   plan
	replay int // decisions of the base that are still followed, the turned one included; 0 once they are not
	steps  []step
	turned int // where the base was turned, -1 if nowhere

	turning bool // the decision at hand
}

func newRoller(g *Gate, features []Feature, bits int) *roller {
	return &roller{g: g, rng: g.Rand(), observer: observer{features: features, mask: 1<<bits - 1}}
}

// roll takes a path as planned. There may be none, and more is false when the
// gate has ended.
func (r *roller) roll(policy *preference, p plan) (out *rollout, more bool) {
	r.policy, r.plan, r.turned, r.replay = policy, p, -1, 0
	r.steps = make([]step, 0, cap(r.steps))
	r.observer.begin()
	var from input.Vector
	if p.base != nil {
		r.replay = len(p.base.steps)
		from = p.base.input
	}
	path, more := r.g.ExploreFrom(from, nil, r)
	if path == nil {
		return nil, more
	}
	return &rollout{steps: r.steps, input: path.Input, cost: r.g.Cost(path)}, more
}

// Choose implements symexec.Chooser.
func (r *roller) Choose(b *symexec.Branch) bool {
	i := len(r.steps)
	r.steps = append(r.steps, step{free: true})
	s := &r.steps[i]
	r.at(b, s)
	r.turning = false
	if i < r.replay {
		was := &r.plan.base.steps[i]
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
	if r.plan.manner.recalls() {
		if side, ok := r.plan.base.sides()[s.cond]; ok {
			return side
		}
	}
	if r.plan.manner.draws() {
		return r.rng.Float64() < r.policy.chance(s, len(r.features))
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
	case side != was.side: // what was known to be feasible then was not decided now
		r.replay = 0
	default:
		s.free = was.free
	}
}
