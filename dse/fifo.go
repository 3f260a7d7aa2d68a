package dse

func init() { Register("fifo", FIFO) }

// FIFO flips nodes in the order in which they arose: the nodes of the first run in the order of its
// path, then the new nodes of the second run. Modonato compares Tardis with it (section 5).
func FIFO(*World) Strategy { return &fifo{} }

type fifo struct{ nodes []*Node }

// ObserveRun implements Strategy.
func (f *fifo) ObserveRun(_ *Run, fresh []*Node) { f.nodes = append(f.nodes, fresh...) }

// ObserveClosed implements Strategy. Next passes over nodes that are not open.
func (f *fifo) ObserveClosed(*Node) {}

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
