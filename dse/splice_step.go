package dse

// A jump is a step of Splice: a node to flip, or an input to run.
type jump struct {
	run    *Run // that it is made from
	parent int  // what that costs
	cost   int
	number int
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

// byCost is the order of steps.
func byCost() order[*jump] {
	return order[*jump]{less: func(a, b *jump) bool {
		switch {
		case a.cost != b.cost:
			return a.cost < b.cost
		case a.run != b.run:
			return a.run.Number > b.run.Number
		}
		return a.number < b.number
	}}
}

// goOn puts the steps that can be made from a run into the queue.
func (f *splice) goOn(now *told) {
	for _, l := range f.view.numbers {
		g := f.view.whole(l)
		if g.elements == nil && g.wants == 0 {
			continue
		}
		add := func(j jump) {
			j.run, j.parent, j.list, j.number = now.run, now.cost, l, f.steps
			if j.cost += now.cost; !j.fresh {
				j.cost += familiar
			}
			f.steps++
			made := &f.room.take(1)[0]
			*made = j
			f.queue = push(f.queue, made, byCost())
		}
		f.more(g, add)
		f.words(now, l, g, add)
		f.others(now, l, g, add)
	}
}

// more makes the list longer.
func (f *splice) more(g *glance, add func(jump)) {
	if n := len(g.elements); g.wants > n {
		add(jump{edit: edit{from: n, to: n, with: make([]uint64, g.wants-n)}, key: g.end, fresh: !f.tried[g.end], at: n})
	}
}

// words puts words in the place of the pieces of a list.
func (f *splice) words(now *told, list int, g *glance, add func(jump)) {
	for _, c := range now.compared {
		if c.List != list {
			continue
		}
		end := c.At + c.Len
		key := (c.Key ^ uint64(c.From)) * 0x9e3779b97f4a7c15
		j := jump{edit: edit{from: c.From, to: c.To, with: c.Word}, key: key, fresh: !f.tried[key], at: end - 1}
		if c.Holds {
			if f.tried[key] = true; c.From < c.To || end == len(g.elements) {
				continue
			}
			j.edit, j.fresh = edit{from: end, to: end, with: []uint64{0}}, false
		}
		if j.to < g.latest && j.at < g.last {
			j.cost = before
		}
		add(j)
	}
}

// others changes the last element.
func (f *splice) others(now *told, list int, g *glance, add func(jump)) {
	for _, s := range f.view.path[f.view.reached(list, g.last):] {
		n := s.node
		if int(s.list) != list || int(s.index) != g.last || n.Value {
			continue
		}
		side := sideOf(n, !s.side)
		j := jump{node: n, side: side, fresh: !f.sides.has(side), at: g.last}
		if v := f.values.at(locationOf(n, !s.side)); n.other != Open {
			if !v.known || !s.alone || n.other != Taken || *f.taken.at(int(n.id)) > now.number {
				continue // what was open then is not, now
			}
			j.node, j.edit = nil, edit{from: g.last, to: g.last + 1, with: []uint64{v.word}}
		}
		add(j)
	}
}
