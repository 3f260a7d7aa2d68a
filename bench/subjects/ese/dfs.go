package ese

// DepthFirstSearch reports whether a way leads from the first vertex of the
// graph to the last. It goes on from where it came last.
//
// In the worst graph all vertices but the last are connected with each other,
// and the last one with the first only, which looks there at the end.
func DepthFirstSearch(graph [][]int) bool {
	return visit(graph, 0, len(graph)-1, make([]bool, len(graph)))
}

func visit(graph [][]int, current, finish int, visited []bool) bool {
	if current == finish {
		return true
	}
	visited[current] = true
	for neighbor, edge := range graph[current] {
		if edge != 0 {
			if !visited[neighbor] {
				if visit(graph, neighbor, finish, visited) {
					return true
				}
			}
		}
	}
	return false
}
