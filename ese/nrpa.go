package ese

import "cmp"

// NRPA is nested rollout policy adaptation (Rosin, IJCAI 2011) over the sides
// of branches. A search of level 0 takes a path by a policy; one of level n
// calls Iterations searches of level n-1 with a policy of its own, which it
// adapts to the best path that they have returned, and returns that path. The
// search of the highest level is repeated until the gate ends, with an empty
// policy each time.
//
// The policy gives weights to features of the moment. Where the side that it
// draws is infeasible the path takes the other one, which is then no decision
// to learn from. A path begins with the input of the best one before it: as long
// as the policy draws what that does, no solver is asked.
//
// With a limit of Repetitions, a search also ends when the level below it has
// returned its best path so often again: a policy that leads to one path alone
// finds no other (Cazenave: Generalized nested rollout policy adaptation with
// limited repetitions, arXiv 2401.10420, 2024).
type NRPA struct {
	Levels      int       // default 2
	Iterations  int       // of each level; default 50
	Repetitions int       // of a level's best path; 0: no limit
	Rate        float64   // of adaptation; default 0.8
	Features    []Feature // default AtSite, AfterOne, AfterThree, AfterSix, AtCondition
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
	policy, features, err := taught(g)
	if err != nil {
		return err
	}
	g.leave(PreferencesPolicy, g.lesson)
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

// tableBits is the logarithm of the size of a table of weights.
const tableBits = 16

// nested is the recursion of NRPA, one rollout a step.
type nested struct {
	NRPA
	roller *roller
	*adapter
	levels []level  // from 1 on
	last   *rollout // the last path
	runs   int      // of the highest level that have ended
}

// level is a search of one level in the making.
type level struct {
	policy *preference
	best   *rollout
	done   int // calls of the level below
	again  int // of them, those that have returned the best path again
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
	r, more := n.roller.roll(n.levels[0].policy, plan{near: n.near()})
	if r == nil {
		return more
	}
	n.last = r
	for i := range n.levels {
		l := &n.levels[i]
		if l.take(r); n.goesOn(l) {
			n.adapt(l.policy, l.best.steps)
			n.descend(i)
			return more
		}
		r = l.best
	}
	n.levels[len(n.levels)-1].policy.clear()
	n.runs++
	n.descend(len(n.levels))
	return more
}

// near is the best path of the lowest level that has one.
func (n *nested) near() *rollout {
	for i := range n.levels {
		if r := n.levels[i].best; r != nil {
			return r
		}
	}
	return nil
}

// take adds what the level below has returned.
func (l *level) take(r *rollout) {
	l.done++
	switch {
	case l.best == nil || r.cost > l.best.cost:
		l.best, l.again = r, 0
	case r.hash == l.best.hash:
		l.again++
	case r.cost == l.best.cost:
		l.best = r
	}
}

// goesOn reports whether a level calls the one below once more.
func (n *nested) goesOn(l *level) bool {
	return l.done < n.Iterations && (n.Repetitions == 0 || l.again < n.Repetitions)
}

// begin begins all levels with a policy.
func (n *nested) begin(policy *preference) {
	n.levels[len(n.levels)-1].policy.copyFrom(policy)
	n.descend(len(n.levels))
}

// descend begins the levels below i anew, each with the policy above it.
func (n *nested) descend(i int) {
	for i--; i >= 0; i-- {
		l := &n.levels[i]
		l.best, l.done, l.again = nil, 0, 0
		if i+1 < len(n.levels) {
			l.policy.copyFrom(n.levels[i+1].policy)
		}
	}
}
