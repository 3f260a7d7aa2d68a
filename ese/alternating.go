package ese

// alternatingNRPA is NRPA with a limit on repetitions. Its runs start alternately with a
// learned policy and with an empty one. The learned policy is the one in the options or is
// learned on small sizes, and its runs add the feature AtCondition.
type alternatingNRPA struct{}

// maxRepetitions is the number of repetitions of a best path that end a search of a level.
const maxRepetitions = 5

// Search implements Strategy.
func (l alternatingNRPA) Search(g *Gate) error {
	small, features, err := initialPreference(g)
	if err != nil {
		return err
	}
	if small == nil {
		small, features = learnOnSmallSizes(g), sizeIndependentFeatures()
	}
	taught := newNested(g, NRPA{Features: append(features, AtCondition), Repetitions: maxRepetitions})
	fresh := newNested(g, NRPA{Repetitions: maxRepetitions})
	empty := newPreference(tableBits)
	for {
		if small != nil && !l.run(taught, small) || !l.run(fresh, empty) {
			return nil
		}
	}
}

// run takes paths until a search of the highest level ends. It reports whether the gate is
// still open.
func (alternatingNRPA) run(n *nested, policy *preference) bool {
	n.begin(policy)
	for before := n.runs; n.runs == before; {
		if !n.step() {
			return false
		}
	}
	return true
}
