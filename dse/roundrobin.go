package dse

// RoundRobin makes a fair choice among strategies whenever a node is asked for:
// each is as probable as its weight, and one that declines is left for another
// (Xie et al. 2009, section 4.2, DefaultRoundRobin).
//
// The weights are 1 but for the progress boost, which lets Fitnex climb a hill
// without much distraction. The paper says that progress makes a strategy more
// probable later on, and leaves open how much. Here the weight of a Progressive
// strategy doubles, up to MostBoost, with each run that it provided the node
// for and that was progress; and is halved, down to 1, with each node that it
// provided and that brought none, be it that no input took the other side. After
// the last progress it takes four such nodes at most until the choice is fair
// again. Beside four others, the most boosted is chosen four times of five.
func RoundRobin(strategies ...Strategy) Strategy {
	return func(w *World) Frontier {
		f := &roundRobin{children: makeChildren(w, strategies), weights: make([]int, len(strategies)), asked: make([]bool, len(strategies))}
		f.begin()
		for i := range f.all {
			if _, ok := f.all[i].Frontier.(*fitnex); ok {
				f.delay(i)
			}
		}
		return f
	}
}

// MostBoost is the greatest weight of a strategy in RoundRobin.
const MostBoost = 16

type roundRobin struct {
	children
	weights []int
	asked   []bool // in Next
	last    int    // child that provided node
	node    *Node  // whose flip is not settled
}

// begin begins with a fair choice.
func (f *roundRobin) begin() {
	for i := range f.weights {
		f.weights[i] = 1
	}
	f.last, f.node = 0, nil
}

// renew implements renewer.
func (f *roundRobin) renew() {
	f.children.renew()
	f.begin()
}

// waits implements waiter: its children wait instead, so that nothing is listed
// twice.
func (f *roundRobin) waits() bool { return false }

func (f *roundRobin) Ran(r *Run) { f.hear(r, nil) }

// hear implements listener.
func (f *roundRobin) hear(r *Run, nodes []*Node) {
	f.ran(r, nodes)
	if r.Flipped != nil && r.Flipped == f.node {
		f.weigh(f.Progress())
	}
}

// Progress implements Progressive. Fitnex is told of what it waits for before it
// is asked whether the last run was progress, which is seldom: another strategy
// provided most nodes.
func (f *roundRobin) Progress() bool {
	if _, ok := f.all[f.last].Frontier.(*fitnex); ok {
		f.catchUp(f.last)
	}
	return f.children.Progress()
}

func (f *roundRobin) Exhausted(n *Node) {
	f.children.Exhausted(n)
	if n == f.node {
		f.weigh(false)
	}
}

func (f *roundRobin) weigh(progress bool) {
	w := &f.weights[f.last]
	if progress {
		*w = min(2**w, MostBoost)
	} else {
		*w = max(*w/2, 1)
	}
	f.node = nil
}

func (f *roundRobin) Next() *Node {
	clear(f.asked)
	total := 0
	for _, w := range f.weights {
		total += w
	}
	for range f.all {
		i := f.choose(total)
		if n := f.ask(i); n != nil {
			f.last, f.node = i, n
			return n
		}
		f.asked[i] = true
		total -= f.weights[i]
	}
	return nil
}

// choose draws one of those that were not asked; total is what they weigh.
func (f *roundRobin) choose(total int) int {
	draw := f.w.Rand.IntN(total)
	for i, w := range f.weights {
		if f.asked[i] {
			continue
		}
		if draw < w {
			return i
		}
		draw -= w
	}
	panic("dse: BUG: weights that do not add up")
}
