package ese

import (
	"errors"

	"nearmiss/symexec"
)

// SPFWCA is worst-case analysis with histories (Luckow, Kersten and Pasareanu,
// ICST 2017), as Aquino et al. 2020 have it in sections 2 and 4.2: as WISE, but
// what a policy says of a decision point depends on the decisions before.
type SPFWCA struct {
	History    int  // decisions of a history; default 1, as in the paper
	MaxHistory int  // longer histories that are tried until a policy leaves nothing open; default History
	Conditions bool // a history tells also at which points it was decided
	Ties       bool // all worst paths of a size count, and not the first alone
	Walk       DFS  // which side comes first where both are wanted, and how many it remembers
}

// HistoryLength is the length of the histories of the policy that SPFWCA has
// followed, as it tallies it.
const HistoryLength = "decisions of a history"

// Search implements Strategy.
func (o SPFWCA) Search(g *Gate) error {
	l, err := trained(g, o.Walk, o.Ties, o.policy)
	if err != nil {
		return err
	}
	g.Tally(HistoryLength, uint64(l.length))
	return follow(g, l, o.Walk)
}

// Learns implements Learner.
func (SPFWCA) Learns() string { return DecisionsPolicy }

// WithHistory implements Historian.
func (o SPFWCA) WithHistory(n int) (Strategy, error) {
	if n == 0 {
		return o, errors.New("0 is what wise does")
	}
	o.History = n
	return o, nil
}

// policy is the first one that is conclusive, by growing length of histories.
// If none is, it is the shortest, whose open points are explored like any.
func (o SPFWCA) policy(worst []*symexec.Path) *policy {
	shortest := max(o.History, 1)
	for n := shortest; n <= max(o.MaxHistory, shortest); n++ {
		if l := learn(worst, histories{n, o.Conditions}); l.conclusive() {
			return l
		}
	}
	return learn(worst, histories{shortest, o.Conditions})
}

// Draws reports whether its walks do.
func (o SPFWCA) Draws() bool { return o.Walk.Draws() }
