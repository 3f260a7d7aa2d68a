package dse

// A ranking holds, for each branch, the paths that have an open node of it, best
// fitness first.
type ranking struct{ of table[pairs] }

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
	gain      float64
	node      *Node // nil: it is not known whether the path has an open one
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
	var first choice
	found, ties := false, false
	for b := range k.of {
		c, ok := k.promise(b, g, base, s, &best)
		if !ok {
			continue
		}
		if !found {
			first, found = c, true
			continue
		}
		switch order := c.compare(&first); {
		case order < 0:
			first, ties = c, false
		case order == 0:
			ties = true
		}
	}
	switch {
	case !found:
		return best
	case ties || !k.keeps(&first, base, s):
		return k.chooseAmong(g, base, s, best)
	}
	return first.over(best)
}

// promise is what the first path of a branch promises, if it has one and that is no worse
// than the best.
func (k *ranking) promise(b int, g *gains, base float64, s *paths, best *choice) (c choice, ok bool) {
	p := &k.of[b].first
	if p.path == 0 {
		return c, false
	}
	gain, flips, loses := g.of(b)
	c = choice{loses: loses, composite: p.value + base - gain, flips: flips, grows: s.growing[b], path: p.path, branch: int32(b), gain: gain}
	return c, best.node == nil || best.compare(&c) >= 0
}

// keeps looks for the node of a choice, and reports whether it is as promised. If not, the
// choice is of what there is in its place, if there is any.
func (k *ranking) keeps(c *choice, base float64, s *paths) bool {
	p, n := k.of[c.branch].top(s, c.branch)
	if n == nil {
		return false
	}
	promised := *c
	c.composite, c.path, c.node = p.value+base-c.gain, p.path, n
	return c.compare(&promised) == 0
}

// over is the better of a choice and the best; of equal ones the least deep.
func (c *choice) over(best choice) choice {
	if best.node == nil || c.compare(&best) < 0 || c.node.Depth < best.node.Depth {
		return *c
	}
	return best
}

// chooseAmong is choose where several branches are to be looked into.
func (k *ranking) chooseAmong(g *gains, base float64, s *paths, best choice) choice {
	all := s.choices[:0]
	for b := range k.of {
		if c, ok := k.promise(b, g, base, s, &best); ok {
			all = append(all, c)
		}
	}
	s.choices = all
	for len(all) > 0 {
		c := &all[least(all)]
		if best.node != nil && best.compare(c) < 0 {
			break
		}
		if c.node == nil && !k.keeps(c, base, s) && c.node != nil {
			continue
		}
		if c.node != nil {
			best = c.over(best)
		}
		*c = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return best
}

// least is the place of the first of the best choices.
func least(all []choice) (first int) {
	for i := range all {
		if all[i].compare(&all[first]) < 0 {
			first = i
		}
	}
	return first
}

// pairs is a heap, of pairs of one branch for example. The best stands apart, as it is
// looked at most, and of many it is the only one.
type pairs struct {
	first pair // its path is 0 if there is none
	rest  []pair
}

// top is the best pair that has an open node, and that node; nil if there is none.
func (h *pairs) top(s *paths, branch int32) (*pair, *Node) {
	for p := &h.first; p.path > 0; h.pop() {
		if p.node > 0 {
			if n := (*s.nodes)[p.node-1]; n.other == Open {
				return p, n
			}
		}
		if n := s.shallowest(p.path, branch); n != nil {
			p.node = n.id + 1
			return p, n
		}
	}
	return nil, nil
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
	if n := len(h.rest); n == cap(h.rest) {
		h.rest = append(r.take(max(4, 4*n))[:0], h.rest...)
	}
	h.rest = append(h.rest, p)
	q, i := h.rest, len(h.rest)-1
	for i > 0 {
		above := (i - 1) / 2
		if !p.before(&q[above]) {
			break
		}
		q[i], i = q[above], above
	}
	q[i] = p
}

// pop removes the best pair.
func (h *pairs) pop() {
	last := len(h.rest) - 1
	if last < 0 {
		h.first = pair{}
		return
	}
	q, p := h.rest, h.rest[last]
	h.first, q = q[0], q[:last]
	h.rest = q
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
