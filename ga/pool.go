package ga

import (
	"math"
	randv2 "math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// maxPoolWords is the total size of the genes in a pool, in words, above which the oldest
// offspring are forgotten.
const maxPoolWords = 1 << 24

// pool is the set of the population and all offspring so far (Aquino et al. 2020, Algorithm 1,
// step 8: no step removes any). Among individuals with equal genes it has the first.
type pool struct {
	individualByNumber eaopt.Individuals // individuals in the order of their addition
	costByNumber       []uint64
	stateByNumber      []membership
	numberByHash       map[uint64]int // number of an individual by hash of its genes
	population         []int          // numbers of the individuals in the population
	words              int            // total size of the genes, in words
	nextToForget       int            // number of the next individual to forget
}

// A membership is the set of roles in which an individual of a pool can be picked. The pool also
// keeps individuals without a role; they can return.
type membership uint8

const (
	inPopulation membership = 1 << iota // in the population
	isOffspring                         // among the offspring
)

func newPool() *pool { return &pool{numberByHash: map[uint64]int{}} }

// numberOf returns the number of the individual with the genes of i. It adds i if there is none.
func (p *pool) numberOf(i *eaopt.Individual) int {
	m := i.Genome.(Member)
	hash := m.Hash()
	n, ok := p.numberByHash[hash]
	if !ok {
		n = len(p.individualByNumber)
		p.numberByHash[hash] = n
		p.individualByNumber, p.costByNumber, p.stateByNumber = append(p.individualByNumber, *i), append(p.costByNumber, cost(i.Fitness)), append(p.stateByNumber, 0)
		p.words += m.Size()
	}
	return n
}

// addOffspring adds children to the offspring, except those with infinite fitness.
func (p *pool) addOffspring(children eaopt.Individuals) {
	for i := range children {
		if children[i].Fitness < math.MaxFloat64 {
			p.stateByNumber[p.numberOf(&children[i])] |= isOffspring
		}
	}
}

// addToPopulation adds individuals to the population, each once, except those with infinite
// fitness.
func (p *pool) addToPopulation(members ...eaopt.Individual) {
	for i := range members {
		if n := p.numberOf(&members[i]); members[i].Fitness < math.MaxFloat64 && p.stateByNumber[n]&inPopulation == 0 {
			p.stateByNumber[n] |= inPopulation
			p.population = append(p.population, n)
		}
	}
}

// remove removes individuals from the population.
func (p *pool) remove(numbers ...int) {
	for _, n := range numbers {
		p.stateByNumber[n] &^= inPopulation
	}
	p.population = slices.DeleteFunc(p.population, func(n int) bool { return p.stateByNumber[n]&inPopulation == 0 })
}

// individuals returns the individuals of the population.
func (p *pool) individuals() (members eaopt.Individuals) {
	for _, n := range p.population {
		members = append(members, p.individualByNumber[n])
	}
	return members
}

// fitter reports whether individual i is costlier than j, or as costly and younger.
func (p *pool) fitter(i, j int) bool {
	return p.costByNumber[i] > p.costByNumber[j] || p.costByNumber[i] == p.costByNumber[j] && i > j
}

// survive selects the next population, of a size, from the current one and all offspring: the elite
// fittest individuals, and others in proportion to their costs (steps 9 to 11).
func (p *pool) survive(elite, size int, rng *randv2.Rand) {
	var numbers, best []int // best has indices in numbers
	var costs []uint64
	for n := range p.individualByNumber {
		if p.stateByNumber[n] == 0 {
			continue
		}
		index := len(numbers)
		numbers, costs = append(numbers, n), append(costs, p.costByNumber[n])
		place, _ := slices.BinarySearchFunc(best, n, func(b, n int) int {
			if p.fitter(numbers[b], n) {
				return -1
			}
			return 1
		})
		if place < elite {
			best = slices.Insert(best, place, index)[:min(len(best)+1, elite)]
		}
	}
	p.remove(p.population...)
	for _, at := range slices.Concat(best, pickByWeight(size-elite, costs, best, rng)) {
		p.addToPopulation(p.individualByNumber[numbers[at]])
	}
}

// forget drops the oldest individuals that are not in the population, while the total size of the
// genes in the pool is above maxWords.
func (p *pool) forget(maxWords int) {
	for ; p.words > maxWords && p.nextToForget < len(p.individualByNumber); p.nextToForget++ {
		if n := p.nextToForget; p.stateByNumber[n]&inPopulation == 0 {
			m := p.individualByNumber[n].Genome.(Member)
			p.words -= m.Size()
			delete(p.numberByHash, m.Hash())
			p.individualByNumber[n], p.stateByNumber[n] = eaopt.Individual{}, 0
		}
	}
}
