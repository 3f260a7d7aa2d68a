package mosa

import (
	"math"
	"math/bits"
	"slices"
)

// A ranker ranks one generation after the other. It remembers the order of the
// members under each objective: of the next generation only the children have
// to be put in order.
type ranker struct {
	lexicographic bool

	generation int
	orders     []order // by objective
	now        []int32 // by number in the last generation: the number in this one; -1 for the dead
	all, added []int32 // the members; those that are new
	out        ranking

	of           column
	kept, sorted []int32  // scratch
	packed       []uint64 // scratch
}

// An order is the members of a generation under one objective, the best first.
type order struct {
	generation int
	list       []int32
}

// A column is the fitness of the members under one objective.
type column struct {
	keys      []float64 // the values
	members   []*member
	objective int
	exact     bool // equal values are told apart
}

func (c *column) before(a, b int32) bool {
	x, y := c.keys[a], c.keys[b]
	return x < y || x == y && c.exact && c.nearer(a, b)
}

func (c *column) nearer(a, b int32) bool {
	return c.members[a].fitness[c.objective].Less(c.members[b].fitness[c.objective], true)
}

// rank compares members, which know their number in the last generation. The
// result is good until the next call.
func (r *ranker) rank(members []*member, objectives []int) *ranking {
	r.number(members)
	r.out.clear(len(members), len(objectives))
	for k, objective := range objectives {
		r.column(members, k, objective)
	}
	r.now = slices.Grow(r.now[:0], len(members))[:len(members)]
	return &r.out
}

// number finds the members of the last generation again.
func (r *ranker) number(members []*member) {
	r.generation++
	r.all, r.added = r.all[:0], r.added[:0]
	for i := range r.now {
		r.now[i] = -1
	}
	for i, m := range members {
		r.all = append(r.all, int32(i))
		if m.number == 0 || r.generation == 1 {
			r.added = append(r.added, int32(i))
		} else {
			r.now[m.number-1] = int32(i)
		}
		m.number = i + 1
	}
}

// column ranks the members under one objective.
func (r *ranker) column(members []*member, k, objective int) {
	c := &r.of
	*c = column{keys: c.keys[:0], members: members, objective: objective, exact: r.lexicographic}
	for _, m := range members {
		c.keys = append(c.keys, m.fitness[objective].Value)
	}
	list := r.order(objective)
	word, shift := r.out.place(k)
	rank := uint64(0)
	for at, i := range list {
		if at > 0 && (c.keys[list[at-1]] != c.keys[i] || c.exact && c.nearer(list[at-1], i)) {
			rank++
		}
		r.out.words[int(i)*r.out.width+word] |= rank << shift
	}
}

// order puts the members in order under an objective.
func (r *ranker) order(objective int) []int32 {
	for len(r.orders) <= objective {
		r.orders = append(r.orders, order{})
	}
	o := &r.orders[objective]
	added := r.all
	r.kept = r.kept[:0]
	if o.generation > 0 && o.generation == r.generation-1 {
		added = r.added
		for _, i := range o.list {
			if i = r.now[i]; i >= 0 {
				r.kept = append(r.kept, i)
			}
		}
	}
	r.sort(added)
	o.generation, o.list = r.generation, r.of.merge(o.list[:0], r.kept, r.sorted)
	return o.list
}

// sort fills sorted with members in order. It sorts words that hold as much of
// the fitness, which is not negative, as there is room for beside the number
// of the member; what these words do not tell apart is sorted among itself.
func (r *ranker) sort(members []int32) {
	keys := r.of.keys
	numbers := bits.Len(uint(len(keys)))
	r.packed = r.packed[:0]
	for _, i := range members {
		r.packed = append(r.packed, math.Float64bits(keys[i]+0)>>numbers<<numbers|uint64(i))
	}
	slices.Sort(r.packed)
	r.sorted = r.sorted[:0]
	run := 0 // where those begin that are alike
	for at, p := range r.packed {
		if at > 0 && p>>numbers != r.packed[at-1]>>numbers {
			r.of.sort(r.sorted[run:])
			run = at
		}
		r.sorted = append(r.sorted, int32(p&(1<<numbers-1)))
	}
	r.of.sort(r.sorted[run:])
}

func (c *column) sort(list []int32) {
	if len(list) < 2 {
		return
	}
	slices.SortFunc(list, func(a, b int32) int {
		switch {
		case c.before(a, b):
			return -1
		case c.before(b, a):
			return 1
		}
		return 0
	})
}

// merge appends two lists that are in order.
func (c *column) merge(dst, a, b []int32) []int32 {
	for len(a) > 0 && len(b) > 0 {
		if x, y := c.keys[b[0]], c.keys[a[0]]; x < y || x == y && c.exact && c.nearer(b[0], a[0]) {
			dst, b = append(dst, b[0]), b[1:]
		} else {
			dst, a = append(dst, a[0]), a[1:]
		}
	}
	return append(append(dst, a...), b...)
}
