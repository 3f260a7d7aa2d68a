// Package ese holds the programs on which Aquino, Braione, Denaro and Salza
// measured evolutionary symbolic execution ("Facilitating program performance
// profiling via evolutionary symbolic execution", STVR 2020, Table I), written
// anew in Go:
//
//	function            does                                   worst case
//	Alternate0          an expensive task at some places       O(n)
//	IsPalindrome        compares a list with its reverse       O(n)
//	MergeSort           sorts                                  O(n log n)
//	QuicksortJDK        sorts as the JDK 1.5 did               O(n²)
//	KMP                 searches a text for a pattern          O(n)
//	MemoryFill          copies into a buffer of 16 cells       O(n)
//	DepthFirstSearch    looks for a way through a graph        O(n²)
//	BreadthFirstSearch  the same, in the order of distance     O(n²)
//	QuicksortPaper      sorts as the paper's quicksort_jdk     O(n²)
//	DepthFirstPaper     searches as the paper's dfs            O(n²)
//	BreadthFirstPaper   searches as the paper's bfs            O(n²)
//
// The size of an input is the length of its list; the pattern of KMP has three
// numbers in the paper, whatever the text. A graph is an adjacency matrix of n
// rows and n columns, in which all that is not 0 is an edge; the way sought
// leads from the first vertex to the last, as in the paper, where only the
// matrix is symbolic. The paper's graphs of size 10, 50, 75 and 100 have that
// many cells, rounded to a square: 3, 7, 9 and 10 vertices. Its costs tell, which are
// 2n²−n+3 and 2n²+2n+2 for these n.
//
// The paper prints Alternate0, IsPalindrome, DepthFirstSearch and MemoryFill
// in Python; of the others it has the names and what they do. As far as we know the
// programs were not published. A statement here is not one of theirs, so costs compare only
// as shares of the worst.
//
// QuicksortJDK, DepthFirstSearch and BreadthFirstSearch are other programs than the paper's: its
// costs say so. The last three of the table are inferred from these costs, and their comments
// say from which; their statements are counted so that they compare with the paper's.
//
// Package manual has the worst inputs that are known.
package ese
