package ese

import (
	"errors"

	"nearmiss/symexec"
)

// SPFWCA is worst-case analysis with histories (Luckow, Kersten and Pasareanu, ICST 2017), as
// described by Aquino et al. 2020, sections 2 and 4.2. It differs from WISE in its policy: the
// sides at a decision point depend on the preceding decisions.
type SPFWCA struct {
	History    int  // decisions in a history; default 1, as in the paper
	MaxHistory int  // largest length of a history; lengths are tried until a policy is conclusive; default History
	Conditions bool // a history includes the decision points
	Ties       bool // learn from all worst paths of a size, not only the first
	Walk       DFS  // order of the sides and memory of the walks
}

// historyLength is the name of the tally of the decisions in a history of the policy that
// SPFWCA followed.
const historyLength = "decisions of a history"

// Search implements Strategy.
func (o SPFWCA) Search(g *Gate) error {
	l, err := trainedPolicy(g, o.Walk, o.Ties, o.learnPolicy)
	if err != nil {
		return err
	}
	g.Tally(historyLength, uint64(l.length))
	return followPolicy(g, l, o.Walk)
}

// Learns implements Learner.
func (SPFWCA) Learns() string { return DecisionsPolicy }

// WithHistory implements Historian.
func (o SPFWCA) WithHistory(n int) (Strategy, error) {
	if n == 0 {
		return o, errors.New("a history without decisions is the strategy wise")
	}
	o.History = n
	return o, nil
}

// learnPolicy returns the conclusive policy with the shortest histories. If no policy is
// conclusive, it returns the one with the shortest histories, and the walk takes both sides at
// points that the policy leaves open.
func (o SPFWCA) learnPolicy(worst []*symexec.Path) *guidancePolicy {
	shortest := max(o.History, 1)
	for n := shortest; n <= max(o.MaxHistory, shortest); n++ {
		if l := learnPolicy(worst, historyKind{n, o.Conditions}); l.conclusive() {
			return l
		}
	}
	return learnPolicy(worst, historyKind{shortest, o.Conditions})
}

// Draws reports whether the walks draw at random.
func (o SPFWCA) Draws() bool { return o.Walk.Draws() }
