package dse

// A ranking holds, for each branch, the paths that have an open node of it, best
// fitness first.
type ranking struct{ of table[pairs] }

// renew forgets all paths.
func (k *ranking) renew() { k.of = k.of[:0] }

// A pair is a path and, if it was looked for, its first open node of a branch, by
// their numbers from 1.
type pair struct {
	value float64
	path  int32
	node  int32
}

// A choice is a node with its composite fitness value, and how often its branch
// was flipped.
type choice struct {
	loses     bool
	composite float64
	flips     int
	grows     bool
	path      int32
	branch    int32
	node      *Node
}

// compare orders choices but for their nodes, the better first: what loses the grade
// comes last; then by composite value, then the branch that was flipped least, then the
// latest path.
func (c *choice) compare(d *choice) int {
	switch {
	case c.loses != d.loses:
		return order(d.loses)
	case c.composite != d.composite:
		return order(c.composite < d.composite)
	case c.flips != d.flips:
		return order(c.flips < d.flips)
	case c.grows != d.grows:
		return order(c.grows)
	case c.path != d.path:
		return order(c.path > d.path)
	}
	return 0
}

func order(before bool) int { return 1 - 2*index(before) }

func (k *ranking) push(branch int32, p pair, r *room[pair]) {
	k.of.at(int(branch)).push(p, r)
}

// choose picks the node with the least value+base-gain, if it is better than
// what there is; of equal ones the least deep. Branches are looked into in the order of
// what their first paths promise, whose nodes may be open no more, and no further than to
// one that keeps its promise.
func (k *ranking) choose(g *gains, base float64, s *paths, best choice) choice {
	for {
		c, ok := k.promises(g, base, s, &best)
		if !ok {
			return best
		}
		kept := false
		for _, c.branch = range s.ties {
			if c.node = k.keeps(c.branch, s); c.node != nil {
				best, kept = c.over(best), true
			}
		}
		if kept {
			return best
		}
	}
}

// promises is the best of what the first paths of all branches promise, if it is no worse
// than what there is. Paths.ties has the branches that promise it, which have their nodes
// on the same path.
func (k *ranking) promises(g *gains, base float64, s *paths, best *choice) (first choice, ok bool) {
	ties := s.ties[:0]
	for b := range k.of {
		p := &k.of[b].first
		if p.path == 0 {
			continue
		}
		gain, flips, loses := g.of(b)
		composite := p.value + base - gain
		if ok && loses == first.loses && composite > first.composite {
			continue // most
		}
		c := choice{loses: loses, composite: composite, flips: flips, grows: s.growing[b], path: p.path}
		if !ok {
			if best.node == nil || best.compare(&c) >= 0 {
				first, ok, ties = c, true, append(ties, int32(b))
			}
			continue
		}
		switch order := c.compare(&first); {
		case order < 0:
			first, ties = c, append(ties[:0], int32(b))
		case order == 0:
			ties = append(ties, int32(b))
		}
	}
	s.ties = ties
	return first, ok
}

// keeps is the first open node of a branch on its first path. If there is none, that path is
// removed.
func (k *ranking) keeps(branch int32, s *paths) *Node {
	all := &k.of[branch]
	p := &all.first
	if p.node > 0 {
		if n := (*s.nodes)[p.node-1]; n.other == Open {
			return n
		}
	}
	n := s.shallowest(p.path, branch)
	if n == nil {
		all.pop()
		return nil
	}
	p.node = n.id + 1
	return n
}

// over is the better of a choice and the best; of equal ones the least deep.
func (c *choice) over(best choice) choice {
	if best.node == nil || c.compare(&best) < 0 || c.node.Depth < best.node.Depth {
		return *c
	}
	return best
}

// pairs are in a heap, but for the best, which stands apart: it is looked at most, and of
// many it is the only one.
type pairs struct {
	first pair // its path is 0 if there is none
	rest  heap
}

// push adds a pair.
func (h *pairs) push(p pair, r *room[pair]) {
	switch {
	case h.first.path == 0:
		h.first = p
		return
	case p.before(&h.first):
		p, h.first = h.first, p
	}
	q := &h.rest.list
	if n := len(*q); n == cap(*q) {
		*q = append(r.take(max(4, 4*n))[:0], *q...)
	}
	*q = append(*q, p)
}

// pop removes the best pair.
func (h *pairs) pop() {
	h.first = pair{}
	if len(h.rest.list) > 0 {
		h.first = h.rest.pop()
	}
}

// A heap is a list of pairs, of which some at the end may not be in order yet: they are
// put in order when the best is asked for, which is seldom.
type heap struct {
	list    []pair
	ordered int
}

// pop removes the best pair.
func (h *heap) pop() pair {
	for ; h.ordered < len(h.list); h.ordered++ {
		h.up(h.ordered)
	}
	q, last := h.list, len(h.list)-1
	best, p := q[0], q[last]
	q = q[:last]
	h.list, h.ordered = q, last
	i := 0
	for {
		below := 2*i + 1
		if below >= last {
			break
		}
		if below+1 < last && q[below+1].before(&q[below]) {
			below++
		}
		if !q[below].before(&p) {
			break
		}
		q[i], i = q[below], below
	}
	if last > 0 {
		q[i] = p
	}
	return best
}

// up puts element i in its place among those before it.
func (h *heap) up(i int) {
	q, p := h.list, h.list[i]
	for i > 0 {
		above := (i - 1) / 2
		if !p.before(&q[above]) {
			break
		}
		q[i], i = q[above], above
	}
	q[i] = p
}

// before is the order of pairs; of equal ones the latest path comes first.
func (p *pair) before(q *pair) bool {
	return p.value < q.value || p.value == q.value && p.path > q.path
}

// A gain is what flips of a branch improved the fitness by.
type gain struct {
	sum   float64
	mean  float64 // FGain(b); 0 if it was not flipped
	near  float64 // with FitnexOptions.Leap: what they came nearer to the next that is to be passed, where that is the same
	flips int32
	steps int32 // of the flips those that near is of
	lost  int32 // how many more flips lost the grade than kept it

	radius int32 // with FitnexOptions.Leap: the longest leap; 0 is any
}

// gains holds the fitness gain of each branch.
type gains struct{ all table[gain] }

// add takes the improvement of so many flips into account.
func (g *gains) add(branch int, improvement float64, flips int) {
	b := g.all.at(branch)
	b.sum += improvement
	b.flips += int32(flips)
	b.mean = b.sum / float64(b.flips)
}

// step takes into account what so many flips came nearer.
func (g *gains) step(branch int, nearer float64, flips int) {
	b := g.all.at(branch)
	b.near += nearer
	b.steps += int32(flips)
}

// stride is what a flip comes nearer on average, 0 if that is not known.
func (g *gains) stride(branch int) float64 {
	if branch >= len(g.all) || g.all[branch].steps == 0 {
		return 0
	}
	b := &g.all[branch]
	return b.near / float64(b.steps)
}

// lose takes into account that a flip lost the grade of the path, or kept it.
func (g *gains) lose(branch int, lost bool) {
	if b := g.all.at(branch); lost {
		b.lost++
	} else {
		b.lost--
	}
}

// most is the greatest FGain(b), at least 0, which is that of a branch that was not flipped.
func (g *gains) most() (most float64) {
	for i := range g.all {
		most = max(most, g.all[i].mean)
	}
	return most
}

// of is FGain(b), 0 if b was not flipped, how often it was, and whether most of its flips
// lost the grade.
func (g *gains) of(branch int) (gain float64, flips int, loses bool) {
	if branch >= len(g.all) {
		return 0, 0, false
	}
	b := &g.all[branch]
	return b.mean, int(b.flips), b.lost > 0
}
