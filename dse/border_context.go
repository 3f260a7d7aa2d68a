package dse

// ContextBorder flips nodes of what is rare: a code location in one calling
// context. Its level is how many instances are known, and how many of them were
// tried; of its instances those come first that few of the same code location
// precede on the path.
func ContextBorder(w *World) Frontier {
	f := &contextBorder{border: makeBorder(w)}
	f.byNth = true
	return f
}

// renew implements renewer.
func (f *contextBorder) renew() {
	f.border.renew()
	f.of = f.of[:0]
}

type contextBorder struct {
	border
	of table[int32] // classes
}

// New implements Frontier.
func (f *contextBorder) New(n *Node) { f.batch([]*Node{n}) }

func (f *contextBorder) batch(nodes []*Node) {
	f.begin(nodes)
	for _, n := range nodes {
		f.add(n, f.of.at(int(n.call)), 0).level++
	}
}

// aside implements bystander.
func (f *contextBorder) aside() {}

// Ran implements Frontier.
func (f *contextBorder) Ran(r *Run) { f.Exhausted(settled(r)) }

// Exhausted implements Frontier.
func (f *contextBorder) Exhausted(n *Node) {
	if n != nil {
		f.settle(*f.of.at(int(n.call)))
	}
}
