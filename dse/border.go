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
// first; only what lowers one moves it at once. The new nodes of a path are in
// order in each class: their chain has one place in its heap, that of the first. So to
// tell a border of a node takes constant time, but for the heap of its class, once
// for a path, and Next takes time logarithmic in the number of classes for each that
// was raised since.
type border struct {
	slot   func(*Node) **class // where the class of a node is kept
	first  func(*Node) int32   // the level before all others that its class has for good; nil: 0
	byNth  bool                // in a class, nodes that few of their code location precede come first
	forget bool                // classes without nodes: none come again
	queue  standings           // of classes with open nodes
	nodes  *table[*Node]       // by number
	next   table[int32]        // by number of a node: the next of its chain; 0: none
	told   int32               // how often it was told of nodes
	met    int32               // classes with a node
	*borderRooms
}

// borderRooms are the room of all borders of a search: each has classes of few nodes,
// and few of them, until the search takes long.
type borderRooms struct {
	classes room[class]
	rows    room[entry]  // for the nodes of classes that have more than a few
	slots   room[*class] // for tables of classes
}

// borders is the room of the borders of a search.
func (w *World) borders() *borderRooms {
	if w != nil && w.rooms != nil {
		return w.rooms
	}
	r := &borderRooms{}
	r.classes.least, r.rows.least, r.slots.least = 2*leastBlock, 4*leastBlock, 4*leastBlock
	if w != nil {
		w.rooms = r
	}
	return r
}

// class makes one.
func (f *border) class() *class {
	c := &f.classes.take(1)[0]
	c.nodes = c.few[:0]
	return c
}

// A class keeps the heads of its chains in order. Those that are open no more are
// removed when they come first, or when they may be half of all.
type class struct {
	nodes        entries
	few          [2]entry // where they are as long as there is room
	first, level int32
	number       int32 // in the order of their first nodes, from 1
	settled      int32 // nodes, since the last sweep
	at           int32 // in the queue of classes, from 1; 0: it is not there
	told, tail   int32 // the latest chain: when it was told of, from 1, and its last node
	row          bool  // the first chain has all numbers up to tail; later nodes have no chains
}

// key is the order in a class.
func (f *border) key(n *Node) uint64 {
	if f.byNth {
		return uint64(n.Nth)<<32 | uint64(uint32(n.Depth))
	}
	return shallower(n)
}

// standing is the place that a class is to have in the queue.
func (f *border) standing(c *class) standing {
	depth := c.nodes[0].key >> 32
	if f.byNth {
		depth = uint64(uint32(c.nodes[0].key))
	}
	return standing{uint64(c.first)<<32 | uint64(c.level), depth<<32 | uint64(c.number), c}
}

func makeBorder(w *World, slot func(*Node) **class) border {
	return border{slot: slot, nodes: w.book(), borderRooms: w.borders()}
}

func (f *border) New(n *Node) {
	f.told++
	f.add(n)
}

func (f *border) batch(nodes []*Node) {
	f.told++
	for _, n := range nodes {
		f.add(n)
	}
}

func (f *border) waits() bool { return true }

// add takes a new node in, and returns its class, where it is counted even if it
// is open no more.
func (f *border) add(n *Node) *class {
	slot := f.slot(n)
	c := *slot
	if c == nil {
		c = f.class()
		if f.first != nil {
			c.first = f.first(n)
		}
		*slot = c
	}
	if c.number == 0 {
		f.met++
		c.number = f.met
	}
	if n.State() != Open {
		return c
	}
	note(f.nodes, n)
	if f.chained(c, n) {
		return c
	}
	if len(c.nodes) == cap(c.nodes) {
		c.nodes = append(f.rows.take(max(8, 2*len(c.nodes)))[:0], c.nodes...)
	}
	c.nodes.push(entry{f.key(n), n.id})
	if c.nodes[0].id == n.id {
		f.lowered(c)
	}
	return c
}

// chained puts a node behind those of its class that came with it, if any did.
func (f *border) chained(c *class, n *Node) bool {
	if c.row {
		return false
	}
	behind := c.told == f.told
	if behind {
		*f.next.with(int(c.tail), f.nodes) = n.id
	}
	c.told, c.tail = f.told, n.id
	return behind
}

func (f *border) Ran(r *Run) {
	if n := settled(r); n != nil {
		f.settle(n)
	}
}

func (f *border) Exhausted(n *Node) { f.settle(n) }

func (f *border) Next() *Node {
	for len(f.queue) > 0 {
		c := f.queue[0].class
		if f.shed(c); len(c.nodes) == 0 {
			f.leave(c)
			continue
		}
		if now := f.standing(c); now != f.queue[0] {
			f.queue.down(0, now)
			continue
		}
		n := (*f.nodes)[c.nodes[0].id]
		f.advance(c)
		if f.shed(c); len(c.nodes) == 0 {
			f.leave(c)
		} else if now := f.standing(c); now.ahead(f.queue[0]) {
			f.queue[0] = now
		}
		return n
	}
	return nil
}

// lowered moves a class whose place may be before the one that it has.
func (f *border) lowered(c *class) {
	if c.at == 0 {
		f.queue.push(f.standing(c))
		return
	}
	if now := f.standing(c); now.ahead(f.queue[c.at-1]) {
		f.queue.up(int(c.at-1), now)
	}
}

// leave takes a class that has no open node out of the queue.
func (f *border) leave(c *class) {
	f.queue.cut(int(c.at - 1))
	c.at = 0
}

// settle tells of a node that is open no more.
func (f *border) settle(n *Node) {
	slot := f.slot(n)
	c := *slot
	if c == nil {
		return
	}
	c.level++
	if f.sweep(c); len(c.nodes) > 0 {
		return
	}
	if c.at > 0 {
		f.leave(c)
	}
	if f.forget {
		*slot = nil
	}
}

// shed removes what is not open from the front.
func (f *border) shed(c *class) {
	for len(c.nodes) > 0 && (*f.nodes)[c.nodes[0].id].other != Open {
		f.advance(c)
	}
}

// advance puts the next of its chain in the place of the first node.
func (f *border) advance(c *class) {
	if e, ok := f.after(c, c.nodes[0]); ok {
		c.nodes[0] = e
		c.nodes.down(0)
	} else {
		c.nodes.pop()
	}
}

// after is the next open node of a chain.
func (f *border) after(c *class, e entry) (entry, bool) {
	for {
		switch {
		case c.row && e.id < c.tail:
			e.id++
		case !c.row && int(e.id) < len(f.next) && f.next[e.id] != 0:
			e.id = f.next[e.id]
		default:
			return e, false
		}
		if n := (*f.nodes)[e.id]; n.other == Open {
			e.key = f.key(n)
			return e, true
		}
	}
}

// sweep removes all that is not open, once in a while.
func (f *border) sweep(c *class) {
	if c.settled++; 2*int(c.settled) <= len(c.nodes) {
		return
	}
	c.settled = 0
	open := c.nodes[:0]
	for _, e := range c.nodes {
		ok := (*f.nodes)[e.id].other == Open
		if !ok {
			e, ok = f.after(c, e)
		}
		if ok {
			open = append(open, e)
		}
	}
	c.nodes = open
	for i := len(open)/2 - 1; i >= 0; i-- {
		c.nodes.down(i)
	}
}

// table is a list that grows as it is used.
type table[T any] []T

// at is element i.
func (t *table[T]) at(i int) *T {
	if n := i + 1 - len(*t); n > 0 {
		if *t == nil {
			*t = make([]T, 0, max(n, leastBlock))
		}
		*t = append(*t, make([]T, n)...)
	}
	return &(*t)[i]
}

// with is element i of a table that is to have as many as another can have. All of
// them are there at once: to lengthen it node by node takes longer.
func (t *table[T]) with(i int, nodes *table[*Node]) *T {
	if i >= len(*t) {
		all := make([]T, max(i+1, cap(*nodes), 4*leastBlock))
		copy(all, *t)
		*t = all
	}
	return &(*t)[i]
}

// note puts a node at its number, if nobody has.
func note(t *table[*Node], n *Node) {
	if p := t.at(int(n.id)); *p != n {
		*p = n
	}
}
