package ese

// NRPA is nested rollout policy adaptation (Rosin, IJCAI 2011) over the sides
// of branches. A search of level 0 takes a path by a policy; one of level n
// calls Iterations searches of level n-1 with a policy of its own, which it
// adapts to the best path that they have returned, and returns that path. The
// search of the highest level is repeated until the gate ends, with an empty
// policy each time.
//
// The policy gives weights to features of the moment. Where the side that it
// draws is infeasible the path takes the other one, which is then no decision
// to learn from.
type NRPA struct {
	Levels     int       // default 2
	Iterations int       // of each level; default 50
	Rate       float64   // of adaptation; default 0.8
	Features   []Feature // default AtSite, AfterOne, AfterThree, AfterSix, AtCondition
}

func (o NRPA) withDefaults() NRPA {
	if o.Levels == 0 {
		o.Levels = 2
	}
	if o.Iterations == 0 {
		o.Iterations = 50
	}
	if o.Rate == 0 {
		o.Rate = 0.8
	}
	if len(o.Features) == 0 {
		o.Features = []Feature{AtSite, AfterOne, AfterThree, AfterSix, AtCondition}
	}
	return o
}

// Search implements Strategy.
func (o NRPA) Search(g *Gate) error { return o.watched(g, nil) }

// watched shows w what the search is at, if w is not nil.
func (o NRPA) watched(g *Gate, w *watch) error {
	n := newNested(g, o)
	if w != nil {
		w.n = n
	}
	for n.step() {
	}
	return nil
}

// watch is NRPA that another strategy looks at.
type watch struct{ n *nested }

// Search implements Strategy.
func (w *watch) Search(g *Gate) error { return NRPA{}.watched(g, w) }

// best is the best path since the search of the highest level began, nil if
// there is none.
func (w *watch) best() *rollout {
	if w == nil || w.n == nil {
		return nil
	}
	return w.n.levels[len(w.n.levels)-1].best
}

// standing implements restarter.
func (w *watch) standing() (cost uint64, run int) {
	if w.n == nil {
		return 0, 0
	}
	for i := range w.n.levels {
		if r := w.n.levels[i].best; r != nil {
			cost = max(cost, r.cost)
		}
	}
	return cost, w.n.runs
}

// tableBits is the logarithm of the size of a table of weights.
const tableBits = 16

// nested is the recursion of NRPA, one rollout a step.
type nested struct {
	NRPA
	roller *roller
	*adapter
	levels []level // from 1 on
	runs   int     // of the highest level that have ended
}

// level is a search of one level in the making.
type level struct {
	policy *preference
	best   *rollout
	done   int // calls of the level below
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
	r, more := n.roller.roll(n.levels[0].policy, plan{})
	if r == nil {
		return more
	}
	for i := range n.levels {
		l := &n.levels[i]
		if l.best == nil || r.cost >= l.best.cost {
			l.best = r
		}
		n.adapt(l.policy, l.best.steps)
		l.done++
		if l.done < n.Iterations {
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

// begin begins all levels with a policy.
func (n *nested) begin(policy *preference) {
	n.levels[len(n.levels)-1].policy.copyFrom(policy)
	n.descend(len(n.levels))
}

// descend begins the levels below i anew, each with the policy above it.
func (n *nested) descend(i int) {
	for i--; i >= 0; i-- {
		l := &n.levels[i]
		l.best, l.done = nil, 0
		if i+1 < len(n.levels) {
			l.policy.copyFrom(n.levels[i+1].policy)
		}
	}
}
