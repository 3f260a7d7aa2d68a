package dse

// ShortCircuit asks its strategies in order: as long as an earlier one provides
// nodes, a later one is not asked (Xie et al. 2009, section 4.2).
func ShortCircuit(strategies ...Strategy) Strategy {
	return func(w *World) Frontier { return &shortCircuit{makeChildren(w, strategies)} }
}

type shortCircuit struct{ children }

func (f *shortCircuit) Next() *Node {
	for i := range f.all {
		if n := f.ask(i); n != nil {
			return n
		}
	}
	return nil
}
