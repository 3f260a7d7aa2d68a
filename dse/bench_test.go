package dse

import (
	"math/rand/v2"
	"testing"

	"nearmiss/symexec"
)

// BenchmarkBookkeeping is what a run costs a strategy that knows of 10^4 open
// nodes of 50 code locations: 20 more of them, the flip of one, and the end of 19
// others. "none" is what the benchmark itself costs.
func BenchmarkBookkeeping(b *testing.B) {
	list := append(all(), named{"none", RoundRobin()}, named{"location-shortest", CodeLocationPrioritized(Shortest)},
		named{"location-bfs", CodeLocationPrioritized(BreadthFirst)})
	for _, s := range list {
		b.Run(s.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			f := s.strategy(&World{Rand: rng})
			open, x := newList(), unordered()
			for made := 0; b.Loop(); made += 20 {
				if open.len() > 10000 {
					for range 19 { // keeps their number
						n := open.take(rng.IntN(open.len()))
						n.other = Infeasible
						f.Exhausted(n)
					}
				}
				oneRun(f, rng, open, x, made)
			}
		})
	}
}

func oneRun(f Frontier, rng *rand.Rand, open *list, x *numbering, made int) {
	n := f.Next()
	if n != nil {
		n.other = Taken
		open.remove(n)
	}
	r := &Run{Flipped: n, Path: &symexec.Path{}}
	for i := range 20 {
		m := &Node{Site: symexec.Site{Cond: rng.IntN(25)}, Side: rng.IntN(2) == 0, Depth: 180 + i, Nth: rng.IntN(20), Context: rng.Uint64N(8), First: r}
		m.id = int32(made + i)
		x.number(m)
		open.add(m)
		f.New(m)
	}
	f.Ran(r)
}
