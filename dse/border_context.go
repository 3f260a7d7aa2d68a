package dse

// ContextBorder flips nodes of what is rare: a code location in one calling
// context. Its level is how many instances are known, and how many of them were
// tried; of its instances those come first that few of the same code location
// precede on the path.
func ContextBorder(*World) Frontier {
	f := &contextBorder{makeBorder(func(n *Node) called { return called{n.Context, n.Branch()} })}
	f.before = func(a, b *Node) bool { return a.Nth < b.Nth || a.Nth == b.Nth && a.Depth < b.Depth }
	return f
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
