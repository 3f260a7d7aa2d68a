package ese

import (
	"container/heap"
	"math/rand/v2"
	"slices"
)

// mostClauses is how many the conditions in a pool may have before the oldest
// offspring are forgotten.
const mostClauses = 1 << 24

// pool is the population and all offspring so far (Algorithm 1, step 8: nothing
// ever takes a path out of the offspring), a set: of paths with the same
// condition it has the first. A member is who lives in the population or was
// bred; other individuals are known to it, and can come back. To add one and to
// pick one takes O(log n) time.
type pool struct {
	all     []*individual // in the order in which they came; nil: forgotten
	at      map[uint64][]*individual
	costs   wheel // of members, by place
	fittest byFitness
	clauses int // of all conditions
	oldest  int // place of the one that is forgotten next
}

func newPool() *pool { return &pool{at: map[uint64][]*individual{}} }

// add returns the individual of the pool with that path condition, i itself
// if there was none. It is an offspring from now on if it is bred.
func (p *pool) add(i individual, bred bool) *individual {
	known := p.find(&i)
	if known == nil {
		known = &i
		p.place(known)
	}
	if bred && !known.member() {
		p.enter(known)
	}
	known.bred = known.bred || bred
	return known
}

// find returns the individual with the path condition of i, or nil.
func (p *pool) find(i *individual) *individual {
	for _, known := range p.at[i.hash] {
		if known.same(i) {
			return known
		}
	}
	return nil
}

// place gives a new individual its place. What is not needed of its path is
// let go.
func (p *pool) place(i *individual) {
	slim := *i.path
	slim.Decisions, slim.Output, slim.Trace = nil, nil, nil
	i.path, i.place, i.bred = &slim, len(p.all), false
	p.all = append(p.all, i)
	p.at[i.hash] = append(p.at[i.hash], i)
	p.clauses += len(slim.Condition)
	p.costs.grow(0)
}

// enter makes an individual a member.
func (p *pool) enter(i *individual) {
	p.costs.add(i.place, i.cost)
	heap.Push(&p.fittest, i)
}

// revive puts an individual into the population.
func (p *pool) revive(i *individual) {
	if !i.member() {
		p.enter(i)
	}
	i.lives = true
}

// bury takes an individual out of the population.
func (p *pool) bury(i *individual) {
	i.lives = false
	if !i.bred {
		p.costs.add(i.place, -i.cost)
	}
}

// succeed has members live in place of those who do.
func (p *pool) succeed(last, next []*individual) {
	for _, i := range last {
		i.lives = false
	}
	for _, i := range next {
		i.lives = true
	}
	for _, i := range last {
		if !i.lives {
			p.bury(i)
		}
	}
}

// elite is the size fittest members (Algorithm 1, ELITISM): the costliest, and
// of those that cost the same the youngest.
func (p *pool) elite(size int) (elite []*individual) {
	for len(elite) < size && len(p.fittest) > 0 {
		i := heap.Pop(&p.fittest).(*individual)
		if i.member() && !slices.Contains(elite, i) { // who left and came back is there twice
			elite = append(elite, i)
		}
	}
	for _, i := range elite {
		heap.Push(&p.fittest, i)
	}
	return elite
}

// survivors picks amount members that are not of the elite, all if there are no
// more, none twice, each with a probability that is proportional to its cost among
// those that are left (Algorithm 1, SURVIVALSELECTION).
func (p *pool) survivors(rng *rand.Rand, elite []*individual, amount int) []*individual {
	out := slices.Clone(elite)
	for _, i := range out {
		p.costs.add(i.place, -i.cost)
	}
	for range amount {
		i := p.pick(rng, out)
		if i == nil {
			break
		}
		p.costs.add(i.place, -i.cost)
		out = append(out, i)
	}
	for _, i := range out {
		p.costs.add(i.place, i.cost)
	}
	return out[len(elite):]
}

// pick picks a member that is not out, or nil. Those that cost nothing are
// picked, all with the same probability, when there is nobody else.
func (p *pool) pick(rng *rand.Rand, out []*individual) *individual {
	if p.costs.total > 0 {
		return p.all[p.costs.draw(rng)]
	}
	var free []*individual
	for _, i := range p.all {
		if i != nil && i.cost == 0 && i.member() && !slices.Contains(out, i) {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return nil
	}
	return free[rng.IntN(len(free))]
}

// forget drops the oldest offspring, but nobody who lives, while the conditions
// have more than so many clauses. It returns how many were dropped.
func (p *pool) forget(most int) (dropped int) {
	for ; p.clauses > most && p.oldest < len(p.all); p.oldest++ {
		i := p.all[p.oldest]
		if i.lives {
			continue
		}
		if i.bred {
			p.costs.add(i.place, -i.cost)
			i.bred = false
			dropped++
		}
		p.clauses -= len(i.path.Condition)
		p.at[i.hash] = slices.DeleteFunc(p.at[i.hash], func(o *individual) bool { return o == i })
		if len(p.at[i.hash]) == 0 {
			delete(p.at, i.hash)
		}
		p.all[p.oldest] = nil
		*i = individual{cost: i.cost, born: i.born} // the heap may have it
	}
	return dropped
}

// byFitness is a heap.
type byFitness []*individual

func (h byFitness) Len() int           { return len(h) }
func (h byFitness) Less(i, j int) bool { return fitter(h[i], h[j]) < 0 }
func (h byFitness) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byFitness) Push(x any)        { *h = append(*h, x.(*individual)) }
func (h *byFitness) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
