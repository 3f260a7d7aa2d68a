package ese

// learner is NRPA with a limit of repetitions. Its runs begin in turns with the
// policy that was learned before or on small sizes, and goes on learning, of single
// conditions too, and with none.
type learner struct{}

// repetitions of a best path end a search of a level.
const repetitions = 5

// Search implements Strategy.
func (l learner) Search(g *Gate) error {
	small, features, err := taught(g)
	if err != nil {
		return err
	}
	if small == nil {
		small, features = grown(g), sizeless()
	}
	taught := newNested(g, NRPA{Features: append(features, AtCondition), Repetitions: repetitions})
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
func (learner) run(n *nested, policy *preference) bool {
	n.begin(policy)
	for before := n.runs; n.runs == before; {
		if !n.step() {
			return false
		}
	}
	return true
}
