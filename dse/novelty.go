package dse

// Novelty flips nodes where flipping leads to a side that no run took in the
// node's calling context, for the so many-th time on a path. Coverage does not
// see that a parser's token function succeeds at a second place; here it is new,
// and the search walks on from there. Of these nodes those come first that fewest
// of the same code location precede in the same context, of equal ones those of
// the latest run, and of these the least deep. It declines where nothing would be
// new. A run that takes a side in a context for the first time is progress.
func Novelty(w *World) Frontier {
	return &novelty{byKey: *newByKey(w, func(n *Node) uint64 {
		return uint64(n.times[1])<<59 | uint64(mostRuns-min(n.First.Number, mostRuns))<<32 | uint64(uint32(n.Depth))
	})}
}

// renew implements renewer.
func (f *novelty) renew() {
	f.byKey.renew()
	f.taken, f.fresh, f.progress = f.taken[:0], f.fresh[:0], false
}

const (
	mostNovel = 16        // how often a side can be new in a context
	mostRuns  = 1<<27 - 1 // that are told apart
)

// novelty implements Progressive.
type novelty struct {
	byKey
	taken    table[uint16] // by call: a bit for each time on a path
	fresh    [][]*Node     // announced, and not in the queue yet
	progress bool
}

// New implements Frontier.
func (f *novelty) New(n *Node) { f.batch([]*Node{n}) }

func (f *novelty) batch(nodes []*Node) { f.fresh = append(f.fresh, nodes) }

// hear implements listener.
func (f *novelty) hear(r *Run, nodes []*Node) {
	if len(nodes) > 0 {
		f.batch(nodes)
	}
	f.Ran(r)
}

// Ran implements Frontier. It takes time linear in the new nodes of the path:
// what is before them was taken by the runs that they share it with.
func (f *novelty) Ran(r *Run) {
	f.progress = false
	for n, side := range r.Nodes {
		k, c := n.times[index(side != n.Side)], int(n.call)^index(side != n.Side)
		if taken := f.taken.at(c); k < mostNovel && *taken>>k&1 == 0 {
			*taken |= 1 << k
			f.progress = f.progress || k == 0 // what a loop comes to again could go on for long
		}
		if n.First != r {
			break
		}
	}
}

func (f *novelty) waits() bool { return false } // because of Progress

// Progress implements Progressive.
func (f *novelty) Progress() bool { return f.progress }

// Next implements Frontier.
func (f *novelty) Next() *Node {
	for _, nodes := range f.fresh {
		for _, n := range nodes {
			if n.times[1] < mostNovel && f.new(n) {
				f.byKey.New(n)
			}
		}
	}
	clear(f.fresh)
	f.fresh = f.fresh[:0]
	for {
		n := f.byKey.Next()
		if n == nil || f.new(n) {
			return n
		}
	}
}

// new reports whether flipping a node leads to a side that no run took.
func (f *novelty) new(n *Node) bool {
	return n.other == Open && *f.taken.at(int(n.call ^ 1))>>n.times[1]&1 == 0
}
