package dse

// A standing is the place of a class in the queue of a border. It is never behind
// the one that the class is to have.
type standing struct {
	level uint64 // the level before all others, and the level
	tie   uint64 // the depth of the next node, and the number of the class
	*class
}

func (a standing) ahead(b standing) bool {
	return a.level < b.level || a.level == b.level && a.tie < b.tie
}

// standings is a heap that tells classes where they are: one for any order
// takes twice as long.
type standings []standing

func (h *standings) push(s standing) {
	if *h == nil {
		*h = make(standings, 0, leastBlock)
	}
	*h = append(*h, s)
	h.up(len(*h)-1, s)
}

// cut removes standing i.
func (h *standings) cut(i int) {
	q, last := *h, len(*h)-1
	s := q[last]
	q[last] = standing{}
	if *h = q[:last]; i < last && !h.up(i, s) {
		h.down(i, s)
	}
}

// up puts a standing in the place of standing i, or before it, and reports
// whether it is before it.
func (h *standings) up(i int, s standing) bool {
	q, from := *h, i
	for i > 0 {
		above := (i - 1) / 2
		if !s.ahead(q[above]) {
			break
		}
		q.put(i, q[above])
		i = above
	}
	q.put(i, s)
	return i != from
}

// down puts a standing in the place of standing i, or behind it.
func (h *standings) down(i int, s standing) {
	q := *h
	for {
		below := 2*i + 1
		if below >= len(q) {
			break
		}
		if below+1 < len(q) && q[below+1].ahead(q[below]) {
			below++
		}
		if !q[below].ahead(s) {
			break
		}
		q.put(i, q[below])
		i = below
	}
	q.put(i, s)
}

func (h standings) put(i int, s standing) {
	h[i] = s
	s.at = int32(i + 1)
}
