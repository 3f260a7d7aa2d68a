package dse

// ShortCircuit asks its strategies in order: as long as an earlier one provides
// nodes, a later one is not asked (Xie et al. 2009, section 4.2).
func ShortCircuit(strategies ...Strategy) Strategy {
	return func(w *World) Frontier {
		f := &shortCircuit{makeChildren(w, strategies)}
		f.hurry(0) // it is asked each time
		return f
	}
}

type shortCircuit struct{ children }

// hear implements listener.
func (f *shortCircuit) hear(r *Run, nodes []*Node) { f.ran(r, nodes) }

func (f *shortCircuit) Next() *Node {
	for i := range f.all {
		if n := f.ask(i); n != nil {
			return n
		}
	}
	return nil
}
