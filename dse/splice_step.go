package dse

// A jump is a step of Splice: a node to flip, or an input to run.
type jump struct {
	run    *Run // that it is made from
	parent int  // what that costs
	cost   int
	fresh  bool

	node *Node // to be flipped; nil: the input is edited
	edit
	key  uint64 // what it tries; 0: a side
	side uint32

	at int // the run has to look as far as this element of the list
}

// An edit puts other elements in place of some of a list.
type edit struct {
	list, from, to int
	with           []uint64
}

// rank is the place of a step from a run in the queue: the cheapest come first, and of equal
// ones those of the latest run, of which the first comes first.
func rank(cost int, r *Run) uint64 { return uint64(cost)<<32 | uint64(^uint32(r.Number)) }

// goOn puts the steps that can be made from a run into the queue.
func (f *splice) goOn(now *told) {
	f.view.look(now.run, now.compared)
	for _, l := range f.view.numbers {
		g := f.view.whole(l)
		if g.elements == nil && g.wants == 0 {
			continue
		}
		f.more(now, l, g)
		f.words(now, l, g)
		f.others(now, l, g)
	}
}

// step is a new step from a run. Its cost is what it costs more than that, as long as it
// is not in the queue.
func (f *splice) step(now *told, list int) *jump {
	j := &f.room.take(1)[0]
	j.run, j.parent, j.list = now.run, now.cost, list
	return j
}

// add puts a new step into the queue.
func (f *splice) add(j *jump) {
	if j.cost += j.parent; !j.fresh {
		j.cost += familiar
	}
	f.queue.push(entry{rank(j.cost, j.run), int32(len(f.steps))})
	f.steps = append(f.steps, j)
}

// more makes the list longer.
func (f *splice) more(now *told, list int, g *glance) {
	if n := len(g.elements); g.wants > n {
		j := f.step(now, list)
		j.from, j.to, j.with, j.at = n, n, make([]uint64, g.wants-n), n
		j.key, j.fresh = g.end, !f.tried.has(g.end)
		f.add(j)
	}
}

// words puts words in the place of the pieces of a list.
func (f *splice) words(now *told, list int, g *glance) {
	for i := range now.compared {
		c := &now.compared[i]
		if c.List != list {
			continue
		}
		end := c.At + c.Len
		if c.Holds && (c.From < c.To || end == len(g.elements)) {
			continue
		}
		j := f.step(now, list)
		j.from, j.to, j.with, j.at = c.From, c.To, c.Word, end-1
		j.key = c.tries()
		if j.fresh = !f.tried.has(j.key); c.Holds {
			j.from, j.to, j.with, j.fresh = end, end, []uint64{0}, false
		}
		if j.to < g.latest && j.at < g.last {
			j.cost = before
		}
		f.add(j)
	}
}

// held tells of the words that a run has in their places: they need not be tried.
func (f *splice) held(compared []Compared) {
	for i := range compared {
		if c := &compared[i]; c.Holds {
			f.tried.add(c.tries())
		}
	}
}

// tries is what the word is tried for.
func (c *Compared) tries() uint64 { return (c.Key ^ uint64(c.From)) * 0x9e3779b97f4a7c15 }

// keys is a set of what steps try.
type keys struct{ seenSet[uint64] }

func (k *keys) add(key uint64)      { k.seenSet.add(int(key>>(64-seenBits)), key) }
func (k *keys) has(key uint64) bool { return k.seenSet.has(int(key>>(64-seenBits)), key) }

// others changes the last element.
func (f *splice) others(now *told, list int, g *glance) {
	own := f.view.path[f.view.reached(list, g.last):]
	for i := range own {
		s := &own[i]
		n := s.node
		if int(s.list) != list || int(s.index) != g.last || n.Value {
			continue
		}
		var value []uint64
		if n.other != Open {
			if !s.alone || n.other != Taken || *f.taken.at(int(n.id)) > now.number {
				continue // what was open then is not, now
			}
			word, known := f.value(locationOf(n, !s.side))
			if !known {
				continue
			}
			value = []uint64{word}
		}
		j := f.step(now, list)
		j.side, j.at = sideOf(n, !s.side), g.last
		if j.fresh = !f.sides.has(j.side); value == nil {
			j.node = n
		} else {
			j.from, j.to, j.with = g.last, g.last+1, value
		}
		f.add(j)
	}
}
