package dse

// ContextBorder flips nodes of what is rare: a code location in one calling
// context. Its level is how many instances are known, and how many of them were
// tried.
func ContextBorder(*World) Frontier {
	return &contextBorder{makeBorder(func(n *Node) called { return called{n.Context, n.Branch()} })}
}

type contextBorder struct{ border[called] }

// called is a code location in a calling context.
type called struct {
	context uint64
	branch  Branch
}

func (f *contextBorder) New(n *Node) {
	f.border.New(n)
	f.raise(f.of(n))
}
