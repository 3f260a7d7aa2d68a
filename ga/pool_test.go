package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"pgregory.net/rapid"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

// pooled is an individual of a search over vectors.
func pooled(name int, cost uint64) eaopt.Individual {
	i := individual(name, costly(cost)[0])
	i.Genome.(*Genome[input.Vector]).run.problem = &vectors{}
	return i
}

// TestPool asserts that the pool keeps the first of several individuals with equal genes, and
// ignores individuals with infinite fitness.
func TestPool(t *testing.T) {
	p := newPool()
	lost := pooled(9, 3)
	lost.Fitness = clampFitness(lost.Fitness * 1e308 * 1e308)
	p.addOffspring(eaopt.Individuals{pooled(1, 5), pooled(2, 7), pooled(1, 8), lost})
	p.addToPopulation(pooled(2, 7), pooled(3, 1), pooled(3, 1), lost)
	if !slices.Equal(p.population, []int{1, 2}) || !slices.Equal(p.costByNumber[:3], []uint64{5, 7, 1}) || !slices.Equal(p.stateByNumber[:3], []membership{isOffspring, isOffspring | inPopulation, inPopulation}) {
		t.Errorf("%+v", p)
	}
	if got := names(p.individuals()); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("%v live", got)
	}
	p.remove(2)
	if !slices.Equal(p.population, []int{1}) || p.stateByNumber[2] != 0 {
		t.Errorf("%+v", p)
	}
}

// TestSurvive: the fittest, the youngest of equals first, and others by cost.
func TestSurvive(t *testing.T) {
	p := newPool()
	p.addOffspring(eaopt.Individuals{pooled(0, 1), pooled(1, 2), pooled(2, 100), pooled(3, 5), pooled(4, 8)})
	testutil.Run(t, func(rng *rand.Rand) { p.survive(1, 4, rng) }, 8, 0, testutil.Share(2, 7))
	if got := names(p.individuals()); !slices.Equal(got, []int{2, 4, 0, 3}) {
		t.Errorf("%v", got)
	}
}

// TestPoolLaw asserts for random operations on the pool that the elite is the fittest, that each
// survivor is in the pool once, and that no member of the population is forgotten.
func TestPoolLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPool()
		all := map[int]uint64{} // cost by name
		for step := range rapid.IntRange(1, 20).Draw(t, "steps") {
			for range rapid.IntRange(0, 6).Draw(t, "children") {
				name := rapid.IntRange(0, 30).Draw(t, "name")
				all[name] = uint64(name * 7 % 10)
				p.addOffspring(eaopt.Individuals{pooled(name, all[name])})
			}
			elite := rapid.IntRange(0, 4).Draw(t, "elite")
			members := 0
			var costs []uint64
			for n, s := range p.stateByNumber {
				if s != 0 {
					members++
					costs = append(costs, p.costByNumber[n])
				}
			}
			p.survive(elite, 8, generator(uint64(step)))
			if len(p.population) != min(8, members) {
				t.Fatalf("%d of %d survive", len(p.population), members)
			}
			slices.Sort(costs)
			slices.Reverse(costs)
			seen := map[int]bool{}
			for i, n := range p.population {
				if i < elite && p.costByNumber[n] != costs[i] || i > 0 && i < elite && !p.fitter(p.population[i-1], n) {
					t.Fatalf("elite %v of costs %v", p.population[:elite], costs)
				}
				if seen[n] || p.stateByNumber[n]&inPopulation == 0 || p.costByNumber[n] != all[names(p.individualByNumber[n : n+1])[0]] {
					t.Fatalf("%d survives wrongly", n)
				}
				seen[n] = true
			}
			p.forget(rapid.IntRange(0, 20).Draw(t, "most"))
			for _, n := range p.population {
				if p.individualByNumber[n].Genome == nil {
					t.Fatalf("%d lives and is forgotten", n)
				}
			}
		}
	})
}

// TestForget asserts that the oldest individuals outside of the population are forgotten first.
func TestForget(t *testing.T) {
	p := newPool()
	for n := range 6 {
		p.addOffspring(eaopt.Individuals{pooled(n, 1)})
	}
	p.addToPopulation(pooled(1, 1))
	p.forget(3)
	if p.words != 3 || p.individualByNumber[0].Genome != nil || p.individualByNumber[1].Genome == nil || p.individualByNumber[4].Genome == nil || p.stateByNumber[2] != 0 {
		t.Errorf("%+v", p)
	}
	p.addOffspring(eaopt.Individuals{pooled(2, 1)})
	if len(p.individualByNumber) != 7 || p.stateByNumber[6] != isOffspring {
		t.Errorf("%+v", p)
	}
}
