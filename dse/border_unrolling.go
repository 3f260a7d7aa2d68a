package dse

// UnrollingBorder flips nodes that few of their own code location precede on the
// path: first what is met for the first time, then what a loop comes to for the
// second time. Among nodes that are equal in this, the code locations take turns.
//
// Nodes that more precede than those which have their turn are put into classes
// when theirs comes, if they are open by then; most never are. Until then nodes of a
// code location with nothing between them are a row, of which each is preceded by one
// more than the one before.
func UnrollingBorder(w *World) Frontier {
	f := &unrolling{}
	f.border = makeBorder(w)
	return f
}

type unrolling struct {
	grid
	turn  int           // how many precede the nodes that are in classes, at most
	later table[series] // by how many precede the first: rows of the others
	wait  []waiting     // these rows
}

// renew implements renewer.
func (f *unrolling) renew() {
	f.grid.renew()
	f.turn, f.later, f.wait = 0, f.later[:0], f.wait[:0]
}

// A waiting is a row that waits, and the next of its series.
type waiting struct{ from, to, next int32 }

// A series is a list of rows, in the order of their nodes.
type series struct{ first, last int32 }

// New implements Frontier.
func (f *unrolling) New(n *Node) { f.batch([]*Node{n}) }

func (f *unrolling) batch(nodes []*Node) {
	f.begin(nodes)
	var row *waiting // that ends with the node before
	var last *Node
	for _, n := range nodes {
		switch {
		case n.Nth <= f.turn:
			f.enter(n)
			row = nil
		case row != nil && n.location == last.location && n.id == last.id+1 && n.Nth == last.Nth+1:
			row.to++
		default:
			row = f.delay(n)
		}
		last = n
	}
}

// delay begins a row with a node.
func (f *unrolling) delay(n *Node) *waiting {
	f.wait = append(f.wait, waiting{from: n.id + 1, to: n.id + 1})
	t := int32(len(f.wait))
	f.extend(f.later.at(n.Nth), t)
	return &f.wait[t-1]
}

func (f *unrolling) extend(q *series, t int32) {
	if q.first == 0 {
		q.first = t
	} else {
		f.wait[q.last-1].next = t
	}
	f.wait[t-1].next, q.last = 0, t
}

func (f *unrolling) enter(n *Node) *class {
	return f.add(n, f.at(n.location, n.Nth), uint64(n.Nth)*forGood)
}

// aside implements bystander.
func (f *unrolling) aside() {}

// Ran implements Frontier.
func (f *unrolling) Ran(r *Run) { f.Exhausted(settled(r)) }

// Exhausted implements Frontier.
func (f *unrolling) Exhausted(n *Node) {
	if n != nil && n.Nth <= f.turn {
		f.settle(*f.at(n.location, n.Nth))
	}
}

// Next implements Frontier.
func (f *unrolling) Next() *Node {
	for {
		n := f.border.Next()
		if n != nil || f.turn+1 >= len(f.later) {
			return n
		}
		f.turn++
		f.begun(f.later[f.turn].first)
	}
}

// begun puts the first nodes of rows into classes, and what has become of them. The
// rest of each row waits for the next turn.
func (f *unrolling) begun(t int32) {
	var rest series
	for t > 0 {
		r := &f.wait[t-1]
		i, next := r.from, r.next
		if r.from++; r.from <= r.to {
			f.extend(&rest, t)
		}
		f.from = i
		n := (*f.nodes)[i-1]
		if c := f.enter(n); n.other != Open {
			c.level++
		}
		t = next
	}
	if rest.first > 0 {
		q := f.later.at(f.turn + 1)
		*q = f.merge(rest.first, q.first)
	}
}

// merge merges lists of rows.
func (f *unrolling) merge(a, b int32) (q series) {
	for a > 0 || b > 0 {
		if b > 0 && (a == 0 || f.wait[b-1].from < f.wait[a-1].from) {
			a, b = b, a
		}
		next := f.wait[a-1].next
		f.extend(&q, a)
		a = next
	}
	return q
}
