package ese

// BreadthFirstPaper reports whether a way leads from the first vertex of the graph to the last, by
// breadth-first search. The paper has no listing of its bfs. This one is inferred from the manual
// costs of Table V, 2n²+2n+2 statements for n vertices, which are the lines of Python of
//
//	two assignments; then for each vertex of the queue
//	    while, the next vertex, if it is the last: return; for each neighbor, and for their end
//	        for; if it is new: two calls
//	return
//
// on the graph with all edges. It executes as many statements on every graph. See outgoing for what
// is not counted.
//
// The worst graph is that of BreadthFirstSearch.
func BreadthFirstPaper(graph [][]int) bool {
	seen, queue := make([]bool, len(graph)), []int{0}
	seen[0] = true
	for i := 0; i < len(queue); i++ {
		if queue[i] == len(graph)-1 {
			return true
		}
		neighbors := outgoing(graph, queue[i])
		for _, neighbor := range neighbors {
			if !seen[neighbor] {
				seen[neighbor] = true
				queue = append(queue, neighbor)
			}
		}
	}
	return false
}
