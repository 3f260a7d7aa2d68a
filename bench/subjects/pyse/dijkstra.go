package pyse

// ShortestPath returns how far it is from the first node of a complete directed
// graph to the last, by the algorithm of Dijkstra ("A note on two problems in
// connexion with graphs", 1959) with a priority queue. The distances are the
// rows of a matrix without its diagonal: 6, 12, 20 or 30 of them for three to
// six nodes. Distances beyond the last full matrix are left out.
//
// As in the paper's program the search ends at the last node, a node that has
// come nearer is queued once more, and entries of the queue are compared as
// Python compares pairs: whether their distances are equal, then which is less,
// or else by the nodes. With six nodes there is a path of 136 decisions, ten
// more than the paper's search has found.
//
// Distances may be negative, though the sum is then not always the least: a
// settled node stays settled. They are added as 64-bit numbers: no sum wraps.
func ShortestPath(distances []int32) int {
	n := nodesOf(len(distances))
	far := make([]int, n) // the shortest known way
	reached := make([]bool, n)
	settled := make([]bool, n)
	reached[0] = true
	queue := entries{{0, 0}}
	for {
		u := queue.pop()
		if u.node == n-1 {
			return u.distance
		}
		if settled[u.node] {
			continue
		}
		settled[u.node] = true
		for v := range n {
			if settled[v] {
				continue
			}
			d := u.distance + int(distances[place(n, u.node, v)])
			if !reached[v] || far[v] > d {
				far[v], reached[v] = d, true
				queue.push(entry{d, v})
			}
		}
	}
}

// nodesOf returns how many nodes have a number of distances.
func nodesOf(distances int) int {
	n := 1
	for n*(n+1) <= distances {
		n++
	}
	return n
}

// place is where the distance from u to v stands, if there are n nodes.
func place(n, u, v int) int {
	if v > u {
		v--
	}
	return u*(n-1) + v
}

type entry struct {
	distance, node int
}

func (a entry) less(b entry) bool {
	if a.distance == b.distance {
		return a.node < b.node
	}
	return a.distance < b.distance
}

// entries is a binary heap with the least entry at its root.
type entries []entry

func (q *entries) push(e entry) {
	*q = append(*q, e)
	q.up(len(*q) - 1)
}

// pop takes the root. The lesser children move up, one each level, and the last
// entry takes the place of the lowest of them; from there it moves up. That is how
// Python does it, with fewer comparisons than if the entry sank.
func (q *entries) pop() entry {
	h := *q
	root, last := h[0], len(h)-1
	e := h[last]
	*q, h = h[:last], h[:last]
	if last == 0 {
		return root
	}
	at := 0
	for child := 1; child < last; child = 2*at + 1 {
		if right := child + 1; right < last && !h[child].less(h[right]) {
			child = right
		}
		h[at] = h[child]
		at = child
	}
	h[at] = e
	q.up(at)
	return root
}

// up moves an entry up until its parent is not greater.
func (q *entries) up(at int) {
	h := *q
	for at > 0 {
		parent := (at - 1) / 2
		if !h[at].less(h[parent]) {
			return
		}
		h[at], h[parent] = h[parent], h[at]
		at = parent
	}
}
