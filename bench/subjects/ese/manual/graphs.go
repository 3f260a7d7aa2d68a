package manual

// LastReached is a graph in which all vertices but the last are connected
// with each other and with themselves, and only the first with the last.
func LastReached(n int) [][]int {
	graph := Complete(n)
	for i := 1; i < n; i++ {
		graph[i][n-1] = 0
	}
	return graph
}

// depthFirstOptimum: every vertex but the last is visited at most once, and
// then takes most if its row is read to the end, where an edge takes one
// statement more, a new vertex another one. The last vertex is found at most
// once, and ends the search: the edges to it count only there. Found from
// the end of the first row, it leaves nothing undone; found from elsewhere, the
// rows of those on the way there are not read to the end.
func depthFirstOptimum(n int) int {
	if n == 1 {
		return 1 + 2
	}
	visited := n - 1
	rows := visited * (4 + 2*n + (n - 1)) // the test, the mark, the loop, the return; cells; edges
	calls := n - 2 + 1                    // of new vertices, the last among them
	last := 1 + 2                         // the edge to it; its test and return
	return 1 + rows + calls + last
}

// depthFirstPaperOptimum is depthFirstOptimum without cells and loops, which the program does not
// look at: a vertex but the last takes most if edges lead from it to all others but the last.
func depthFirstPaperOptimum(n int) int {
	if n == 1 {
		return 1 + 2
	}
	visited := n - 1
	calls := visited * 4                   // the test, the mark, the loop, the return
	edges := 2 * (visited + (n-2)*(n-2))   // the round and the switch, from the first vertex and from the others
	return 1 + calls + edges + (n - 2) + 2 // of new vertices that are left again; of the last: its test and return
}

// Complete is a graph with all edges.
func Complete(n int) [][]int {
	graph := make([][]int, n)
	for i := range graph {
		graph[i] = make([]int, n)
		for j := range graph[i] {
			graph[i][j] = 1
		}
	}
	return graph
}

// breadthFirstOptimum: every vertex but the last takes most if all edges leave
// it, and the last, with which the search ends, if it is the last one.
func breadthFirstOptimum(n int) int {
	start := 5 + 1                  // the loop among them; the return
	rounds := n * 4                 // head, two assignments, the test
	rows := (n - 1) * (1 + n*(2+1)) // the loop, cells, edges
	found := (n - 1) * 2            // vertices that were not seen
	return start + rounds + rows + found
}

// breadthFirstPaperOptimum is breadthFirstOptimum without cells and loops.
func breadthFirstPaperOptimum(n int) int {
	start := 2 + 1 + 1                       // the loop among them; the return
	rounds := n * 2                          // head, test
	edges := (n - 1) * (1 + 1 + (n-1)*(1+1)) // neighbors, the loop, edges
	found := (n - 1) * 2                     // vertices that were not seen
	return start + rounds + edges + found
}
