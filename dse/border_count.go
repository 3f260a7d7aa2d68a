package dse

// CountBorder flips nodes where flipping leads to a count that is new: how often
// the path took the other side of the condition before. A loop that counts what
// it meets comes to each count in turn, where there are exponentially many ways
// to it. Counts take turns, new ones first.
func CountBorder(w *World) Frontier {
	f := &countBorder{}
	f.border = makeBorder(w)
	return f
}

type countBorder struct{ grid }

// A grid is a border whose classes are those of code locations and a number.
type grid struct {
	border
	of table[[]int32] // classes
}

// renew implements renewer.
func (f *grid) renew() {
	f.border.renew()
	f.of = f.of[:0]
}

func (f *grid) at(location int32, number int) *int32 {
	return f.slots.at(f.of.at(int(location)), number)
}

// New implements Frontier.
func (f *countBorder) New(n *Node) { f.batch([]*Node{n}) }

func (f *countBorder) batch(nodes []*Node) {
	f.begin(nodes)
	for _, n := range nodes {
		f.add(n, f.at(n.location, int(n.rest)), 0)
	}
}

// aside implements bystander.
func (f *countBorder) aside() {}

// Ran implements Frontier.
func (f *countBorder) Ran(r *Run) { f.Exhausted(settled(r)) }

// Exhausted implements Frontier.
func (f *countBorder) Exhausted(n *Node) {
	if n != nil {
		f.settle(*f.at(n.location, int(n.rest)))
	}
}
