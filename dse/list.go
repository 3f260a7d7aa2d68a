package dse

// A list is a set of nodes from which any can be taken in constant time. Lists that
// have no node in common can share the table.
type list struct {
	nodes []*Node
	at    *table[int32] // by the number of the node, from 1; 0: it is not there
}

func newList() *list { return &list{at: &table[int32]{}} }

// renew removes all nodes. Others may use the table, where it does no harm that they are
// still there.
func (l *list) renew() { l.nodes = l.nodes[:0] }

func (l *list) len() int { return len(l.nodes) }

func (l *list) add(n *Node) {
	l.nodes = append(l.nodes, n)
	*l.at.at(int(n.id)) = int32(len(l.nodes))
}

// remove removes a node if it is there; nil never is.
func (l *list) remove(n *Node) {
	if n == nil || int(n.id) >= len(*l.at) {
		return
	}
	if i := int((*l.at)[n.id]) - 1; i >= 0 && i < len(l.nodes) && l.nodes[i] == n {
		l.take(i)
	}
}

// take removes node number i; the last one takes its place.
func (l *list) take(i int) *Node {
	n, last := l.nodes[i], len(l.nodes)-1
	l.nodes[i] = l.nodes[last]
	(*l.at)[l.nodes[i].id] = int32(i + 1)
	l.nodes = l.nodes[:last]
	(*l.at)[n.id] = 0
	return n
}
