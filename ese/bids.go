package ese

import (
	"cmp"
	"slices"
)

// What is shared whatever is expected of the arms.
const (
	trial = 0.05 // of the work that there will be: evenly, at first
	slack = 0.5  // of what is left then: as the arms' standing shares say
)

// bid is by how much an arm is expected to raise the best cost if it has all
// that is left.
func (p *portfolio) bid(a *arm, rest float64) float64 {
	return float64(a.level) + a.expect(rest) - float64(p.g.archive.Cost)
}

// leader is the arm with the highest bid, nil if none can be expected to raise
// the best cost.
func (p *portfolio) leader(rest float64) (leader *arm) {
	most := 0.0
	for _, a := range p.arms {
		if a.over || a.follows && rest > p.spent() {
			continue
		}
		if b := p.bid(a, rest); b >= 1 && b > most {
			leader, most = a, b
		}
	}
	return leader
}

// pick returns the arm whose turn it is, nil if all are over: one that has not
// been tried enough, the least tried of these, else the one that is owed most.
func (p *portfolio) pick() *arm { return p.choose(p.spent(), p.rest()) }

// choose is pick after so much was spent, with so much left. Where one path is
// dearer than a trial, an arm that takes paths has to wait until it is owed
// one, as long as more is expected of another, or that is not known yet.
func (p *portfolio) choose(spent, rest float64) (next *arm) {
	enough, path := p.enough(spent+rest), p.path()
	leader := p.leader(rest)
	wait := func(a *arm) bool {
		better := func(b *arm) bool { return b == leader || b.inputs && !b.over && b.spent < enough }
		return path > enough && a.credit < path && !a.inputs && a != leader && slices.ContainsFunc(p.arms, better)
	}
	before := func(a, b *arm) int {
		return cmp.Or(
			cmp.Compare(min(a.spent, enough), min(b.spent, enough)),
			cmp.Compare(b.credit, a.credit),
			cmp.Compare(a.turns, b.turns),
		)
	}
	for _, a := range p.arms {
		if !a.over && !wait(a) && (next == nil || before(a, next) < 0) {
			next = a
		}
	}
	return next
}

// path is what arms that take paths have spent on one, on average.
func (p *portfolio) path() float64 {
	spent := 0.0
	for _, a := range p.arms {
		if !a.inputs {
			spent += a.spent
		}
	}
	return spent / float64(max(1, p.g.archive.Explorations))
}

// enough is how much of all that will be spent an arm is tried for.
func (p *portfolio) enough(all float64) float64 { return trial / float64(len(p.arms)) * all }

// hopeless reports whether an arm would not come to the best cost if it had all
// that is left and went on rising as fast as of late, which records do not. One
// that begins anew, or goes on from what others find, never is.
func (p *portfolio) hopeless(a *arm, rest float64) bool {
	return a.run == nil && !a.follows && a.spent > 0 && float64(a.level)+a.expectAtMost(rest) < float64(p.g.archive.Cost)
}

// gone is what was spent by turns that were charged.
func (p *portfolio) gone() (sum float64) {
	for _, a := range p.arms {
		sum += a.spent
	}
	return sum
}

// charge takes from an arm what it has spent, and gives all their shares of it.
// Trials are free.
func (p *portfolio) charge(by *arm, spent, rest float64) {
	free := by.spent < p.enough(p.gone()+spent+rest)
	by.spent += spent
	if free {
		return
	}
	leader, total := p.leader(rest), 0.0
	var sharing []*arm
	for _, a := range p.arms {
		if !a.over && !p.hopeless(a, rest) {
			sharing = append(sharing, a)
			total += a.share
		}
	}
	shared := spent
	if leader != nil {
		shared *= slack
		leader.credit += spent - shared
	}
	for _, a := range sharing {
		a.credit += shared * a.share / total
	}
	by.credit -= spent
}
