package ese

import (
	"cmp"
	"math"

	"nearmiss/symexec"
)

// Discrepancy is limited discrepancy search (Harvey and Ginsberg, IJCAI 1995) along what the
// costliest paths of smaller sizes did. The first path takes the likelier side of each decision.
// The next one turns the decision at which the other side was least unlikely, and so on: a way
// with two turns is as dear as both. Between the logarithms of the chances of two ways
// lies how dear one is beside the other.
//
// Chances are counted after the decisions before (suffixes), and remain what they were at
// the smaller sizes. It ends when it has taken all paths.
type Discrepancy struct {
	Lessons uint64 // paths of smaller sizes, at most; default 500
	Memory  int    // decisions to turn that are remembered; 0 is 65 536
}

// Search implements Strategy.
func (o Discrepancy) Search(g *Gate) error {
	w := walk{g: g, guide: &likeliest{o.learn(g)}, memory: DFS{Memory: o.Memory}.memory(), byDear: true}
	whole := true
	if w.run(func(p *symexec.Path) { whole = whole && closed(p) }) && whole {
		g.archive.Complete = !g.other
	}
	return nil
}

// learn counts what the costliest paths of smaller sizes did, from one on, as far as all paths
// of a size can be taken. Each size counts as one path. Where the function has no other size
// nothing is known.
func (o Discrepancy) learn(g *Gate) *suffixes {
	s := newSuffixes(suffixLength)
	t := g.Target()
	if t.Sizes == nil {
		return s
	}
	b := g.whole().Budget().times(schooling)
	if most := cmp.Or(o.Lessons, 500); b.Explorations == 0 || b.Explorations > most {
		b.Explorations = most
	}
	part := g.Within(b)
	for size := 1; size < t.Size && !part.Over(); size++ {
		e, err := t.Sizes.At(size)
		if err != nil {
			break
		}
		costliest, complete := exhaust(part.On(e, size), DFS{})
		if !complete {
			break
		}
		s.learn(costliest)
		g.Tally(Trained, 1)
	}
	return s
}

// Draws reports whether its walks do.
func (Discrepancy) Draws() bool { return false }

// likeliest is a guide that wants the likelier side first and the other one later.
type likeliest struct{ *suffixes }

func (l *likeliest) sides(b *symexec.Branch) sides {
	p, _, _ := l.chance(b.Site)
	return sides{first: p >= 0.5, both: true, dear: math.Abs(math.Log(p / (1 - p)))}
}

func (l *likeliest) decided(site symexec.Site, side bool) { l.push(site, side) }

// leastDear is where the least dear turn is, the first of equal ones.
func leastDear(open []turn) int {
	least := 0
	for i := range open {
		if open[i].dear < open[least].dear {
			least = i
		}
	}
	return least
}
