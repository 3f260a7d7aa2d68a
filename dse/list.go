package dse

// A list is a set of nodes from which any can be taken in constant time.
type list struct {
	nodes []*Node
	at    map[*Node]int
}

func newList() *list { return &list{at: map[*Node]int{}} }

func (l *list) len() int { return len(l.nodes) }

func (l *list) add(n *Node) {
	l.at[n] = len(l.nodes)
	l.nodes = append(l.nodes, n)
}

// remove removes a node if it is there.
func (l *list) remove(n *Node) {
	if i, ok := l.at[n]; ok {
		l.take(i)
	}
}

// take removes node number i; the last one takes its place.
func (l *list) take(i int) *Node {
	n, last := l.nodes[i], len(l.nodes)-1
	l.nodes[i] = l.nodes[last]
	l.at[l.nodes[i]] = i
	l.nodes = l.nodes[:last]
	delete(l.at, n)
	return n
}
