package dse

func init() { Register("random", Random) }

// Random flips any open node, each with the same probability.
func Random(w *World) Strategy { return &random{w: w, indexOf: map[*Node]int{}} }

type random struct {
	w       *World
	nodes   []*Node // open nodes
	indexOf map[*Node]int
}

// ObserveRun implements Strategy.
func (f *random) ObserveRun(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		f.indexOf[n] = len(f.nodes)
		f.nodes = append(f.nodes, n)
	}
}

// ObserveClosed implements Strategy. The last node takes the place of the closed node.
func (f *random) ObserveClosed(n *Node) {
	i, ok := f.indexOf[n]
	if !ok {
		return
	}
	last := len(f.nodes) - 1
	f.nodes[i] = f.nodes[last]
	f.indexOf[f.nodes[i]] = i
	f.nodes = f.nodes[:last]
	delete(f.indexOf, n)
}

// Next implements Strategy.
func (f *random) Next() Step {
	if len(f.nodes) == 0 {
		return Step{}
	}
	return Step{Flip: f.nodes[f.w.Rand.IntN(len(f.nodes))]}
}
