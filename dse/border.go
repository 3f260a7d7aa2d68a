package dse

// A border searches breadth-first along something else than depth (Xie et al.
// 2009, section 4.2: most strategies of DefaultRoundRobin are of this kind). It
// partitions the nodes into classes, each of a level, and provides a node of the
// class of the lowest level; of equal ones that whose next node is the least deep,
// then the one found first. In a class the least deep node comes first unless the
// strategy has another order, of equal ones the one found first.
//
// The level of a class is raised by one with each of its nodes that was flipped
// or exhausted, by whatever strategy, so that classes take turns; strategies add
// to this.
//
// The queue of classes is put in order when a node is asked for. What raises a
// class leaves it where it is, too far in front, and is seen to when it comes
// first; only what lowers one moves it at once.
//
// The new nodes of a path are in order in each class. Those with nothing between them
// are a row, of which the ends are kept, and the rows of a class are a pairing heap,
// in which one of the same path comes behind the one before: there is no more to do for
// a node than to find its class, but for the queue if it comes first there. The
// garbage collector has nothing to look at. Next takes time logarithmic in the number
// of classes for each that was raised since, and, on average, in the rows of a class
// for each of its first nodes that are open no more.
type border struct {
	w       *World
	byNth   bool          // in a class, nodes that few of their code location precede come first
	classes []class       // in the order of their first nodes
	queue   []standing    // of classes with open nodes
	rows    []link        // of classes but for their first ones, and free ones
	free    int32         // the first row that is free
	used    int           // rows that are not free
	settled int           // nodes, since the last sweep
	nodes   *table[*Node] // by number
	from    int32         // the first of the nodes that it is being told of
	slots   *room[int32]  // for tables of classes
}

// roomOfSlots is the room for tables of classes that the borders of a search share.
func (w *World) roomOfSlots() *room[int32] {
	if w != nil && w.slots != nil {
		return w.slots
	}
	r := &room[int32]{least: 4 * leastBlock}
	if w != nil {
		w.slots = r
	}
	return r
}

// A class is known by its number, from 1; 0 is none. So are the nodes and rows that it
// speaks of.
type class struct {
	level uint64 // the level before all others that it has for good, and the level
	key   uint64 // of its first node
	row          // the first one
	last  int32  // the row that came last; 0: the first one
	until int32  // the node that came last
	at    int32  // its place in the queue of classes; 0: it is not there
}

// A row is nodes of a class with nothing between them, and the first of the rows that
// come behind it. Nodes of a row that are open no more are passed over.
type row struct{ from, to, behind int32 }

// A link is a row that comes behind another one, and leads to the next that does.
type link struct {
	key uint64 // of its first node
	row
	beside int32
}

// forGood is what the level before all others is multiplied with.
const forGood = 1 << 32

func makeBorder(w *World) border {
	f := border{w: w}
	f.renew()
	return f
}

// renew implements renewer.
func (f *border) renew() {
	*f = border{w: f.w, byNth: f.byNth, classes: f.classes[:0], queue: f.queue[:0], rows: f.rows[:0], nodes: f.w.book(), slots: f.w.roomOfSlots()}
}

// key is the order in a class. Of equal keys that of the first node found is first.
func (f *border) key(n *Node) uint64 {
	if f.byNth {
		return uint64(n.Nth)<<32 | uint64(uint32(n.Depth))
	}
	return shallower(n)
}

// standing is the place that a class is to have in the queue.
func (f *border) standing(c *class, number int32) standing {
	depth := c.key >> 32
	if f.byNth {
		depth = uint64(uint32(c.key))
	}
	return standing{c.level, depth<<32 | uint64(number)}
}

func (f *border) waits() bool { return true }

// begin begins to take in new nodes of a path.
func (f *border) begin(nodes []*Node) {
	f.from = nodes[0].id + 1
	noteAll(f.nodes, nodes)
}

// add takes a new node into the class of a slot, which is made with a level if there
// is none. It is valid until the next call, and counts a node that is open no more.
func (f *border) add(n *Node, slot *int32, level uint64) *class {
	if *slot == 0 {
		if cap(f.classes) == 0 {
			f.classes = make([]class, 0, leastBlock)
		}
		f.classes = append(f.classes, class{level: level})
		*slot = int32(len(f.classes))
	}
	c := &f.classes[*slot-1]
	if n.other == Open {
		f.put(c, *slot, n)
	}
	return c
}

// put puts an open node into a class: behind the one of the path that came before it,
// if there is one.
func (f *border) put(c *class, number int32, n *Node) {
	i := n.id + 1
	before := c.until
	c.until = i
	if before >= f.from && before < i {
		if l := f.latest(c); l.to == i-1 {
			l.to = i
		} else {
			t := f.row(row{from: i, to: i}, f.key(n))
			f.hang(t, f.latest(c))
			c.last = t
		}
		return
	}
	key := f.key(n)
	if c.from > 0 && c.key <= key {
		c.last = f.row(row{from: i, to: i}, key)
		f.hang(c.last, &c.row)
		return
	}
	now := row{from: i, to: i}
	if c.from > 0 {
		now.behind = f.row(c.row, c.key)
	}
	c.row, c.key, c.last = now, key, 0
	f.lowered(c, number)
}

// latest is the row of a class that came last, while no node is asked for.
func (f *border) latest(c *class) *row {
	if c.last == 0 {
		return &c.row
	}
	return &f.rows[c.last-1].row
}

// row makes one.
func (f *border) row(r row, key uint64) int32 {
	f.used++
	if t := f.free; t > 0 {
		f.free = f.rows[t-1].beside
		f.rows[t-1] = link{row: r, key: key}
		return t
	}
	if cap(f.rows) == 0 {
		f.rows = make([]link, 0, 2*leastBlock)
	}
	f.rows = append(f.rows, link{row: r, key: key})
	return int32(len(f.rows))
}

// drop frees a row.
func (f *border) drop(t int32) row {
	f.used--
	r := f.rows[t-1].row
	f.rows[t-1].beside, f.free = f.free, t
	return r
}

// hang puts a row behind another one.
func (f *border) hang(t int32, r *row) { f.rows[t-1].beside, r.behind = r.behind, t }

// lowered moves a class whose place may be before the one that it has.
func (f *border) lowered(c *class, number int32) {
	now := f.standing(c, number)
	if c.at == 0 {
		f.push(now)
	} else if now.ahead(f.queue[c.at-1]) {
		f.up(int(c.at-1), now)
	}
}

// settle tells of a node of a class that is open no more.
func (f *border) settle(number int32) {
	if number == 0 {
		return
	}
	f.classes[number-1].level++
	if f.settled++; 2*f.settled > f.used && f.used > mostBlock {
		f.sweep()
	}
}

// sweep removes what is not open from the fronts of all rows, and rows without open
// nodes. It comes when they may be half of all.
func (f *border) sweep() {
	f.settled = 0
	var left []int32
	for i := range f.classes {
		c := &f.classes[i]
		left, c.behind = append(left, c.behind), 0
		for len(left) > 0 {
			t := left[len(left)-1]
			if left = left[:len(left)-1]; t == 0 {
				continue
			}
			l := &f.rows[t-1]
			left = append(left, l.beside, l.behind)
			l.behind = 0
			if f.trim(l); l.from > l.to {
				f.drop(t)
			} else {
				f.hang(t, &c.row)
			}
		}
	}
}

// trim removes what is not open from the front of a row.
func (f *border) trim(l *link) {
	for from := l.from; l.from <= l.to; l.from++ {
		if n := (*f.nodes)[l.from-1]; n.other == Open {
			if l.from > from {
				l.key = f.key(n)
			}
			return
		}
	}
}

// Next implements Frontier.
func (f *border) Next() *Node {
	for len(f.queue) > 0 {
		number := f.queue[0].class()
		c := &f.classes[number-1]
		if f.shed(c); c.from == 0 {
			f.cut(0)
			continue
		}
		if now := f.standing(c, number); now != f.queue[0] {
			f.down(0, now)
			continue
		}
		n := (*f.nodes)[c.from-1]
		f.advance(c)
		if f.shed(c); c.from == 0 {
			f.cut(0)
		} else if now := f.standing(c, number); now.ahead(f.queue[0]) {
			f.queue[0] = now
		}
		return n
	}
	return nil
}

// shed removes what is not open from the front.
func (f *border) shed(c *class) {
	for c.from > 0 && (*f.nodes)[c.from-1].other != Open {
		f.advance(c)
	}
}

// advance removes the first node.
func (f *border) advance(c *class) {
	if c.from++; c.from <= c.to {
		c.key = f.key((*f.nodes)[c.from-1])
	} else {
		c.from = 0
	}
	t := f.join(c.behind)
	if t == 0 {
		return
	}
	c.behind = t
	l := &f.rows[t-1]
	switch {
	case c.from == 0:
		c.key, c.row = l.key, f.drop(t)
	case l.key < c.key || l.key == c.key && l.from < c.from:
		key := l.key
		rest := f.row(row{from: c.from, to: c.to}, c.key)
		c.key, c.row = key, f.drop(t)
		f.hang(rest, &c.row)
	}
}

// join joins rows beside each other, with all that comes behind them: two and two,
// and these, the last ones first.
func (f *border) join(t int32) int32 {
	if t == 0 || f.rows[t-1].beside == 0 {
		return t
	}
	last := int32(0)
	for t > 0 {
		a, b := t, f.rows[t-1].beside
		if t = 0; b > 0 {
			t = f.rows[b-1].beside
			a = f.meld(a, b)
		}
		f.rows[a-1].beside = last
		last = a
	}
	a := last
	for b := f.rows[a-1].beside; b > 0; {
		next := f.rows[b-1].beside
		a = f.meld(a, b)
		b = next
	}
	f.rows[a-1].beside = 0
	return a
}

// meld puts the row that comes later behind the other one, which it returns.
func (f *border) meld(a, b int32) int32 {
	k, l := &f.rows[a-1], &f.rows[b-1]
	if l.key < k.key || l.key == k.key && l.from < k.from {
		a, b, k = b, a, l
	}
	f.hang(b, &k.row)
	return a
}

// table is a list that grows as it is used.
type table[T any] []T

// at is element i.
func (t *table[T]) at(i int) *T {
	if i >= len(*t) {
		t.grow(i + 1)
	}
	return &(*t)[i]
}

func (t *table[T]) grow(n int) {
	if cap(*t) == 0 {
		*t = make([]T, 0, max(n, leastBlock))
	}
	*t = lengthened(*t, n)
}

// with is element i of a table that is to have as many as there are nodes. It is
// doubled: to lengthen it node by node takes longer.
func (t *table[T]) with(i int) *T {
	if i >= len(*t) {
		*t = lengthened(*t, max(i+1, 2*len(*t), 4*leastBlock))
	}
	return &(*t)[i]
}

// note puts a node at its number, if nobody has.
func note(t *table[*Node], n *Node) {
	if p := t.at(int(n.id)); *p != n {
		*p = n
	}
}

// noteAll puts the new nodes of a path at their numbers, if nobody has.
func noteAll(t *table[*Node], nodes []*Node) {
	if last := nodes[len(nodes)-1]; int(last.id) < len(*t) && (*t)[last.id] == last {
		return
	}
	for _, n := range nodes {
		note(t, n)
	}
}
