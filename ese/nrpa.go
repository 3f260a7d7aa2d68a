package ese

import "cmp"

// NRPA is nested rollout policy adaptation (Rosin, IJCAI 2011) over the sides of branches. A
// search of level 0 takes a path by a policy. A search of level n calls Iterations searches of
// level n-1 with its own policy, adapts the policy to the best path so far after each, and
// returns the best path. The search of the highest level is repeated with an empty policy until
// the gate ends.
//
// The policy has weights for features of a decision. If the side that it draws is infeasible,
// the path takes the other side, and the policy does not learn from that decision. A path
// starts from the input of the best path before it: while the policy draws the sides of that
// input, it needs no query.
//
// With a limit of Repetitions, a search also ends when the level below it has returned its best
// path again that often, because a policy that always leads to the same path finds no other
// (Cazenave: Generalized nested rollout policy adaptation with limited repetitions, arXiv
// 2401.10420, 2024).
type NRPA struct {
	Levels      int       // default 2
	Iterations  int       // iterations of each level; default 50
	Repetitions int       // number of times that a level may return its best path again; 0 for no limit
	Rate        float64   // rate of adaptation; default 0.8
	Features    []Feature // features of the policy; default AtSite, AfterOne, AfterThree, AfterSix, AtCondition
}

func (o NRPA) withDefaults() NRPA {
	o.Levels = cmp.Or(o.Levels, 2)
	o.Iterations = cmp.Or(o.Iterations, 50)
	o.Rate = cmp.Or(o.Rate, 0.8)
	if len(o.Features) == 0 {
		o.Features = []Feature{AtSite, AfterOne, AfterThree, AfterSix, AtCondition}
	}
	return o
}

// Search implements Strategy.
func (o NRPA) Search(g *Gate) error {
	policy, features, err := initialPreference(g)
	if err != nil {
		return err
	}
	g.setPolicy(PreferencesPolicy, g.bestPathPreference)
	if policy != nil {
		o.Features = append(features, AtCondition)
	}
	n := newNested(g, o)
	if policy != nil {
		n.begin(policy)
	}
	for n.step() {
	}
	return nil
}

// Learns implements Learner.
func (NRPA) Learns() string { return PreferencesPolicy }

// tableBits is the binary logarithm of the number of weights in a table.
const tableBits = 16

// nested is the state of NRPA. Each step takes one rollout.
type nested struct {
	NRPA
	roller *roller
	*adapter
	levels      []level  // state of the levels 1, 2, …
	lastRollout *rollout // the last path
	runs        int      // completed searches of the highest level
}

// level is the state of a running search of one level.
type level struct {
	policy   *preference // policy of the level
	best     *rollout    // best path of the running search of the level
	searches int         // completed searches of the level below
	repeats  int         // searches that returned the best path again
}

func newNested(g *Gate, o NRPA) *nested {
	o = o.withDefaults()
	n := &nested{NRPA: o, roller: newRoller(g, o.Features, tableBits), adapter: newAdapter(tableBits, len(o.Features), o.Rate)}
	for range o.Levels {
		n.levels = append(n.levels, level{policy: newPreference(tableBits)})
	}
	return n
}

// step takes one path. It reports whether there may be more.
func (n *nested) step() bool {
	taken, more := n.roller.roll(n.levels[0].policy, plan{startNear: n.nearestBest()})
	if taken == nil {
		return more
	}
	n.lastRollout = taken
	for i := range n.levels {
		l := &n.levels[i]
		if l.add(taken); n.continues(l) {
			n.adapt(l.policy, l.best.steps)
			n.descend(i)
			return more
		}
		taken = l.best
	}
	n.levels[len(n.levels)-1].policy.clear()
	n.runs++
	n.descend(len(n.levels))
	return more
}

// nearestBest returns the best path of the lowest level that has one.
func (n *nested) nearestBest() *rollout {
	for i := range n.levels {
		if r := n.levels[i].best; r != nil {
			return r
		}
	}
	return nil
}

// add updates the best path by the result of the level below.
func (l *level) add(r *rollout) {
	l.searches++
	switch {
	case l.best == nil || r.cost > l.best.cost:
		l.best, l.repeats = r, 0
	case r.hash == l.best.hash:
		l.repeats++
	case r.cost == l.best.cost:
		l.best = r
	}
}

// continues reports whether a level calls the level below once more.
func (n *nested) continues(l *level) bool {
	return l.searches < n.Iterations && (n.Repetitions == 0 || l.repeats < n.Repetitions)
}

// begin copies policy to the highest level and restarts all levels with it.
func (n *nested) begin(policy *preference) {
	n.levels[len(n.levels)-1].policy.copyFrom(policy)
	n.descend(len(n.levels))
}

// descend restarts the levels with an index below i, each with the policy of the level above it.
func (n *nested) descend(i int) {
	for i--; i >= 0; i-- {
		l := &n.levels[i]
		l.best, l.searches, l.repeats = nil, 0, 0
		if i+1 < len(n.levels) {
			l.policy.copyFrom(n.levels[i+1].policy)
		}
	}
}
