package ese

import (
	"cmp"
	"math"

	"nearmiss/symexec"
)

// Discrepancy is limited discrepancy search (Harvey and Ginsberg, IJCAI 1995). The heuristic
// is the probability of a side on the costliest paths of smaller sizes. The first path takes
// the likelier side of each decision. The next path flips the decision whose other side is
// least unlikely, and so on. The discrepancy of a flip is the difference between the logarithms
// of the probabilities of both sides; the discrepancy of a path is the sum over its flips.
//
// A probability depends on the preceding decisions (see suffixes) and stays fixed after the
// training at smaller sizes. The search ends when it has taken all paths.
type Discrepancy struct {
	SmallPaths uint64 // greatest number of paths at smaller sizes; default 500
	Memory     int    // greatest number of remembered decisions with an untaken side; 0 is 65 536
}

// Search implements Strategy.
func (o Discrepancy) Search(g *Gate) error {
	w := walk{gate: g, guide: &likelierFirst{o.learn(g)}, memory: DFS{Memory: o.Memory}.memory(), byDiscrepancy: true}
	w.takeAll()
	return nil
}

// learn counts the decisions of the costliest paths at sizes 1, 2 and so on, while all paths
// of a size can be taken. Each size counts as one path. The counts are empty if the function
// has no other size.
func (o Discrepancy) learn(gate *Gate) *suffixes {
	counts := newSuffixes(suffixLength)
	t := gate.Target()
	if t.Sizes == nil {
		return counts
	}
	b := gate.root().Budget().scaled(learningShare)
	if most := cmp.Or(o.SmallPaths, 500); b.Explorations == 0 || b.Explorations > most {
		b.Explorations = most
	}
	part := gate.Within(b)
	for size := 1; size < t.Size && !part.Over(); size++ {
		e, err := t.Sizes.At(size)
		if err != nil {
			break
		}
		costliest, complete := exploreAll(part.AtSize(e, size), DFS{})
		if !complete {
			break
		}
		counts.learn(costliest)
		gate.Tally(trained, 1)
	}
	return counts
}

// Draws returns false: the search draws nothing at random.
func (Discrepancy) Draws() bool { return false }

// likelierFirst is a guide that wants the likelier side of a branch first and the other later.
type likelierFirst struct{ *suffixes }

func (l *likelierFirst) sides(b *symexec.Branch) sides {
	p, _, _ := l.chance(b.Site)
	return sides{first: p >= 0.5, both: true, discrepancy: math.Abs(math.Log(p / (1 - p)))}
}

func (l *likelierFirst) record(site symexec.Site, side bool) { l.push(site, side) }

// leastDiscrepancy returns the index of the pending flip with the least discrepancy, the first
// among equal ones.
func leastDiscrepancy(pending []pendingFlip) int {
	least := 0
	for i := range pending {
		if pending[i].discrepancy < pending[least].discrepancy {
			least = i
		}
	}
	return least
}
