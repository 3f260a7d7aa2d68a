package dse

func init() { Register("fifo", FIFO) }

// FIFO flips nodes in the order in which they arose: those of the first run in the order of its
// path, then those that are new with the second. It is what Modonato compares Tardis with
// (section 5).
func FIFO(*World) Strategy { return &fifo{} }

type fifo struct{ nodes []*Node }

// Ran implements Strategy.
func (f *fifo) Ran(_ *Run, fresh []*Node) { f.nodes = append(f.nodes, fresh...) }

// Closed implements Strategy. Nodes that are not open are passed over in their turn.
func (f *fifo) Closed(*Node) {}

// Next implements Strategy.
func (f *fifo) Next() Step {
	for len(f.nodes) > 0 && f.nodes[0].state != Open {
		f.nodes = f.nodes[1:]
	}
	if len(f.nodes) == 0 {
		return Step{}
	}
	return Step{Flip: f.nodes[0]}
}
