package dse

// Random flips any open node with equal probability, none twice.
func Random(w *World) Frontier { return &random{w: w, list: newList()} }

type random struct {
	w    *World
	list *list
}

// renew implements renewer.
func (f *random) renew() { f.list.renew() }

func (f *random) New(n *Node)       { f.list.add(n) }
func (f *random) Exhausted(n *Node) { f.list.remove(n) }

func (f *random) waits() bool { return true }

// Ran implements Frontier. Another strategy may have provided the node.
func (f *random) Ran(r *Run) { f.list.remove(r.Flipped) }

// Next implements Frontier. It takes constant time.
func (f *random) Next() *Node {
	if f.list.len() == 0 {
		return nil
	}
	return f.list.take(f.w.Rand.IntN(f.list.len()))
}
