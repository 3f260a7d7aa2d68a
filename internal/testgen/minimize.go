package testgen

import (
	"math/bits"
	"sort"
)

// exactSteps bounds the nodes that the exact search of Minimize visits.
const exactSteps = 20000

// Minimize returns the fewest cases that cover what all of them cover, in
// their original order; among equally few, those with fewer muted assertions
// and smaller inputs. It is exact when the search stays below a fixed number
// of steps, and otherwise a greedy cover without redundant cases.
// A case that covers nothing is left out.
func Minimize(cases []Case) []Case {
	c := newCover(cases)
	pick := c.greedy()
	pick = c.irredundant(pick)
	pick = c.exact(pick)
	sort.Ints(pick)
	out := make([]Case, len(pick))
	for i, j := range pick {
		out[i] = cases[j]
	}
	return out
}

// setCover is the cover problem: sets[i] holds the numbers of the branches
// of case i, by[b] the cases that take branch b.
type setCover struct {
	sets   [][]int
	by     [][]int
	weight []int
}

func newCover(cases []Case) *setCover {
	c := &setCover{sets: make([][]int, len(cases)), weight: make([]int, len(cases))}
	number := map[string]int{}
	for i := range cases {
		seen := map[int]bool{}
		for _, b := range cases[i].Covers {
			n, ok := number[b.Branch]
			if !ok {
				n = len(number)
				number[b.Branch] = n
				c.by = append(c.by, nil)
			}
			if !seen[n] {
				seen[n] = true
				c.sets[i] = append(c.sets[i], n)
				c.by[n] = append(c.by[n], i)
			}
		}
		c.weight[i] = weight(&cases[i])
	}
	return c
}

// weight orders cases of equal use: a muted assertion weighs more than any
// input, a longer input more than a shorter one, a greater word more than a
// smaller one.
func weight(c *Case) int {
	w := len(c.Mutes) << 24
	for _, v := range c.Vector {
		w += 4 + min(bits.Len64(v), bits.Len64(-v))
	}
	return w
}

// greedy takes the case that adds most, again and again.
func (c *setCover) greedy() []int {
	have := make([]bool, len(c.by))
	var pick []int
	for {
		best, most := -1, 0
		for i := range c.sets {
			n := 0
			for _, b := range c.sets[i] {
				if !have[b] {
					n++
				}
			}
			if n > most || n == most && n > 0 && c.weight[i] < c.weight[best] {
				best, most = i, n
			}
		}
		if best < 0 {
			return pick
		}
		pick = append(pick, best)
		for _, b := range c.sets[best] {
			have[b] = true
		}
	}
}

// irredundant leaves out cases, heaviest first, whose branches the others
// cover too.
func (c *setCover) irredundant(pick []int) []int {
	count := make([]int, len(c.by))
	for _, i := range pick {
		for _, b := range c.sets[i] {
			count[b]++
		}
	}
	order := append([]int(nil), pick...)
	sort.SliceStable(order, func(i, j int) bool { return c.weight[order[i]] > c.weight[order[j]] })
	gone := map[int]bool{}
	for _, i := range order {
		needed := false
		for _, b := range c.sets[i] {
			needed = needed || count[b] == 1
		}
		if needed {
			continue
		}
		gone[i] = true
		for _, b := range c.sets[i] {
			count[b]--
		}
	}
	kept := pick[:0]
	for _, i := range pick {
		if !gone[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

// exact looks for a better cover than best by branch and bound: it branches
// over the cases that take the rarest branch not yet covered.
func (c *setCover) exact(best []int) []int {
	s := &exactSearch{setCover: c, best: best, cost: c.cost(best), count: make([]int, len(c.by)), left: len(c.by), steps: exactSteps}
	for _, set := range c.sets {
		s.widest = max(s.widest, len(set))
	}
	s.search(nil, 0)
	return s.best
}

type cost struct{ cases, weight int }

func (a cost) less(b cost) bool {
	return a.cases < b.cases || a.cases == b.cases && a.weight < b.weight
}

func (c *setCover) cost(pick []int) cost {
	k := cost{cases: len(pick)}
	for _, i := range pick {
		k.weight += c.weight[i]
	}
	return k
}

type exactSearch struct {
	*setCover
	best   []int
	cost   cost
	count  []int // how many chosen cases take a branch
	left   int   // branches not yet taken
	widest int
	steps  int
}

func (s *exactSearch) search(pick []int, weight int) {
	if s.left == 0 {
		if k := (cost{len(pick), weight}); k.less(s.cost) {
			s.best, s.cost = append([]int(nil), pick...), k
		}
		return
	}
	bound := cost{len(pick) + (s.left+s.widest-1)/s.widest, weight}
	if s.steps--; s.steps < 0 || !bound.less(s.cost) {
		return
	}
	rare := -1
	for b, n := range s.count {
		if n == 0 && (rare < 0 || len(s.by[b]) < len(s.by[rare])) {
			rare = b
		}
	}
	for _, i := range s.by[rare] {
		s.take(i, 1)
		s.search(append(pick, i), weight+s.weight[i])
		s.take(i, -1)
	}
}

func (s *exactSearch) take(i, by int) {
	for _, b := range s.sets[i] {
		if s.count[b] == 0 {
			s.left--
		}
		s.count[b] += by
		if s.count[b] == 0 {
			s.left++
		}
	}
}
