package dse

// A standing is the place of a class in the queue of a border. It is never behind
// the one that the class is to have.
type standing struct {
	level uint64 // of the class
	tie   uint64 // the depth of the next node, and the number of the class
}

func (a standing) ahead(b standing) bool {
	return a.level < b.level || a.level == b.level && a.tie < b.tie
}

func (a standing) class() int32 { return int32(a.tie) }

// The queue is a heap that tells classes where they are.

func (f *border) push(s standing) {
	if f.queue == nil {
		f.queue = make([]standing, 0, leastBlock)
	}
	f.queue = append(f.queue, s)
	f.up(len(f.queue)-1, s)
}

// cut removes standing i.
func (f *border) cut(i int) {
	last := len(f.queue) - 1
	s := f.queue[last]
	f.classes[f.queue[i].class()-1].at = 0
	if f.queue = f.queue[:last]; i < last && !f.up(i, s) {
		f.down(i, s)
	}
}

// up puts a standing in the place of standing i, or before it, and reports
// whether it is before it.
func (f *border) up(i int, s standing) bool {
	q, from := f.queue, i
	for i > 0 {
		above := (i - 1) / 2
		if !s.ahead(q[above]) {
			break
		}
		f.place(i, q[above])
		i = above
	}
	f.place(i, s)
	return i != from
}

// down puts a standing in the place of standing i, or behind it.
func (f *border) down(i int, s standing) {
	q := f.queue
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
		f.place(i, q[below])
		i = below
	}
	f.place(i, s)
}

func (f *border) place(i int, s standing) {
	f.queue[i] = s
	f.classes[s.class()-1].at = int32(i + 1)
}
