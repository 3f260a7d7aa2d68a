package dse

// An entry is a node with its key. It has the number of the node and no pointer, so
// that the garbage collector has nothing to do with heaps of entries.
type entry struct {
	key uint64
	id  int32
}

// before is the order of entries; of equal ones that of the first node found.
func (a entry) before(b entry) bool { return a.key < b.key || a.key == b.key && a.id < b.id }

// entries is a heap. What push and its like do for any order takes twice as long
// for so small an element.
type entries []entry

func (h *entries) push(e entry) {
	*h = append(*h, e)
	q, i := *h, len(*h)-1
	for i > 0 {
		above := (i - 1) / 2
		if !e.before(q[above]) {
			break
		}
		q[i], i = q[above], above
	}
	q[i] = e
}

// pop removes the first entry.
func (h *entries) pop() entry {
	q := *h
	first, last := q[0], len(q)-1
	q[0] = q[last]
	if *h = q[:last]; last > 1 {
		h.down(0)
	}
	return first
}

// down moves an entry behind those that come before it.
func (h *entries) down(i int) {
	q := *h
	e := q[i]
	for {
		below := 2*i + 1
		if below >= len(q) {
			break
		}
		if below+1 < len(q) && q[below+1].before(q[below]) {
			below++
		}
		if !q[below].before(e) {
			break
		}
		q[i], i = q[below], below
	}
	q[i] = e
}
