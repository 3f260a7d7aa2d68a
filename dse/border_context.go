package dse

// ContextBorder flips nodes of what is rare: a code location in one calling
// context. Its level is how many instances are known, and how many of them were
// tried; of its instances those come first that few of the same code location
// precede on the path.
func ContextBorder(w *World) Frontier {
	f := &contextBorder{}
	f.border = makeBorder(w, func(n *Node) **class { return f.of.at(int(n.call)) })
	f.byNth = true
	return f
}

type contextBorder struct {
	border
	of table[*class]
}

func (f *contextBorder) New(n *Node) { f.batch([]*Node{n}) }

func (f *contextBorder) batch(nodes []*Node) {
	f.told++
	for _, n := range nodes {
		f.add(n).level++
	}
}
