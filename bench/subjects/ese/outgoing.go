package ese

// outgoing lists the neighbors of a vertex. It looks at a whole row at once, leaves out an edge from
// the vertex to itself, and no statement of it counts.
//
// This is inferred from the paper's Table V, for 3, 7, 9 and 10 vertices:
//
//   - The manual costs of dfs and bfs are 2n²-n+3 and 2n²+2n+2, which are those of Listing 3, and of
//     BreadthFirstPaper, if neither cells nor edges of a vertex to itself cost anything.
//   - DFS with the side true first finds 18, 78, 116 and 133 in dfs, the paper's costs, with 50 000
//     paths. If the cells of a row were decided one by one, between the calls for the neighbors, it
//     would find the optimum.
//
// The directive below keeps the function from being rewritten, and so from being counted, in runs and
// on paths alike: probes may not be added to a function that has it. That is its only purpose here.
// Statements of another package of this module would count.
//
//go:norace
func outgoing(graph [][]int, vertex int) []int {
	var neighbors []int
	for neighbor, edge := range graph[vertex] {
		if neighbor != vertex && edge != 0 {
			neighbors = append(neighbors, neighbor)
		}
	}
	return neighbors
}
