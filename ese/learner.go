package ese

// learner is NRPA with a limit of repetitions. Its runs begin in turns with the
// policy that was learned on small sizes, and goes on learning, of single
// conditions too, and with none.
type learner struct {
	n    *nested // of the run that it is at; nil before the first
	runs int     // that have ended
}

// repetitions of a best path end a search of a level.
const repetitions = 5

// Search implements Strategy.
func (l *learner) Search(g *Gate) error {
	small := grown(g)
	taught := newNested(g, NRPA{Features: append(sizeless(), AtCondition), Repetitions: repetitions})
	fresh := newNested(g, NRPA{Repetitions: repetitions})
	empty := newPreference(tableBits)
	for {
		if small != nil && !l.run(taught, small) || !l.run(fresh, empty) {
			return nil
		}
	}
}

// run takes paths until a search of the highest level ends. It reports whether
// there may be more.
func (l *learner) run(n *nested, policy *preference) bool {
	l.n = n
	n.begin(policy)
	for before := n.runs; n.runs == before; {
		if !n.step() {
			return false
		}
	}
	l.runs++
	return true
}

// best is the best path of the run, nil if there is none.
func (l *learner) best() *rollout {
	if l == nil || l.n == nil {
		return nil
	}
	return l.n.levels[len(l.n.levels)-1].best
}

// standing implements restarter.
func (l *learner) standing() (cost uint64, run int) {
	if l.n == nil {
		return 0, 0
	}
	for i := range l.n.levels {
		if r := l.n.levels[i].best; r != nil {
			cost = max(cost, r.cost)
		}
	}
	return cost, l.runs
}
