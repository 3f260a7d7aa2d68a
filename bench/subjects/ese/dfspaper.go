package ese

// DepthFirstPaper reports whether a way leads from the first vertex of the graph to the last, by
// the depth-first search of the paper's Listing 3. It executes as many statements as the listing
// executes lines of Python:
//
//	in the loop                    lines of the listing        statements
//	a neighbor that was visited    for, if                     round, switch
//	a neighbor that leads nowhere  for, if, if                 round, switch, continue
//	a neighbor that leads there    for, if, if, return         round, switch, return, and the loop
//	the end of the neighbors       for, return                 return, and the loop
//
// What graph.outgoing of the listing does is inferred: outgoing says from which figures.
//
// The worst graph is that of DepthFirstSearch.
func DepthFirstPaper(graph [][]int) bool {
	return leads(graph, 0, len(graph)-1, make([]bool, len(graph)))
}

func leads(graph [][]int, current, finish int, visited []bool) bool {
	if current == finish {
		return true
	}
	visited[current] = true
	for _, neighbor := range outgoing(graph, current) {
		switch {
		case visited[neighbor]:
		case leads(graph, neighbor, finish, visited):
			return true
		default:
			continue // counts for the listing's second if
		}
	}
	return false
}
