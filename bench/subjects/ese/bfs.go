package ese

// BreadthFirstSearch reports whether a way leads from the first vertex of the
// graph to the last. It goes on from where it came first.
//
// The worst graph has all edges: the last vertex is then the last one that the
// first has seen.
func BreadthFirstSearch(graph [][]int) bool {
	finish := len(graph) - 1
	seen := make([]bool, len(graph))
	seen[0] = true
	queue := []int{0}
	for len(queue) > 0 {
		current := queue[0]
		queue = queue[1:]
		if current == finish {
			return true
		}
		for neighbor, edge := range graph[current] {
			if edge != 0 {
				if !seen[neighbor] {
					seen[neighbor] = true
					queue = append(queue, neighbor)
				}
			}
		}
	}
	return false
}
