package ga

import (
	"math"
	randv2 "math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// mostWords is how large the genes in a pool may be together before the oldest
// offspring are forgotten.
const mostWords = 1 << 24

// pool is the population and all offspring so far (Aquino et al. 2020, Algorithm
// 1, step 8: no step takes any out), a set: of individuals with the same genes it
// has the first.
type pool struct {
	all        eaopt.Individuals // in the order in which they came
	costs      []uint64
	state      []state
	at         map[uint64]int // number by hash
	population []int          // numbers
	words      int            // of all genes
	oldest     int            // number of the one that is forgotten next
}

// state says why an individual can be picked. One that is neither is known all
// the same, and can come back.
type state uint8

const (
	lives state = 1 << iota // in the population
	bred                    // an offspring
)

func newPool() *pool { return &pool{at: map[uint64]int{}} }

// number is that of the individual with the same genes, which is i itself if
// there was none.
func (p *pool) number(i *eaopt.Individual) int {
	m := i.Genome.(Member)
	hash := m.Hash()
	n, ok := p.at[hash]
	if !ok {
		n = len(p.all)
		p.at[hash] = n
		p.all, p.costs, p.state = append(p.all, *i), append(p.costs, cost(i.Fitness)), append(p.state, 0)
		p.words += m.Size()
	}
	return n
}

// breed makes children offspring. Those without fitness are no individuals.
func (p *pool) breed(children eaopt.Individuals) {
	for i := range children {
		if children[i].Fitness < math.MaxFloat64 {
			p.state[p.number(&children[i])] |= bred
		}
	}
}

// join makes individuals, each once, members of the population.
func (p *pool) join(is ...eaopt.Individual) {
	for i := range is {
		if n := p.number(&is[i]); is[i].Fitness < math.MaxFloat64 && p.state[n]&lives == 0 {
			p.state[n] |= lives
			p.population = append(p.population, n)
		}
	}
}

// leave empties the population, or takes one out of it.
func (p *pool) leave(population ...int) {
	for _, n := range population {
		p.state[n] &^= lives
	}
	p.population = slices.DeleteFunc(p.population, func(n int) bool { return p.state[n]&lives == 0 })
}

// individuals are those of the population.
func (p *pool) individuals() (is eaopt.Individuals) {
	for _, n := range p.population {
		is = append(is, p.all[n])
	}
	return is
}

// fitter reports whether individual i is costlier than j, or as costly and younger.
func (p *pool) fitter(i, j int) bool {
	return p.costs[i] > p.costs[j] || p.costs[i] == p.costs[j] && i > j
}

// survive makes the next population of the present one and all offspring: the
// fittest, and others that are picked in proportion to their costs (steps 9 to 11).
func (p *pool) survive(elite, size int, rng *randv2.Rand) {
	var numbers, best []int // best: places in numbers
	var costs []uint64
	for n := range p.all {
		if p.state[n] == 0 {
			continue
		}
		at := len(numbers)
		numbers, costs = append(numbers, n), append(costs, p.costs[n])
		place, _ := slices.BinarySearchFunc(best, n, func(b, n int) int {
			if p.fitter(numbers[b], n) {
				return -1
			}
			return 1
		})
		if place < elite {
			best = slices.Insert(best, place, at)[:min(len(best)+1, elite)]
		}
	}
	p.leave(p.population...)
	for _, at := range slices.Concat(best, spin(size-elite, costs, best, rng)) {
		p.join(p.all[numbers[at]])
	}
}

// forget drops the oldest offspring, but none that lives, while the genes have
// more than so many words.
func (p *pool) forget(most int) {
	for ; p.words > most && p.oldest < len(p.all); p.oldest++ {
		if n := p.oldest; p.state[n]&lives == 0 {
			m := p.all[n].Genome.(Member)
			p.words -= m.Size()
			delete(p.at, m.Hash())
			p.all[n], p.state[n] = eaopt.Individual{}, 0
		}
	}
}
