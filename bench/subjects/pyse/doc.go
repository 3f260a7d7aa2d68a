// Package pyse holds the programs on which Koo, Saumya, Kulkarni and Bagchi
// measured PySE ("PySE: automatic worst-case test generation by reinforcement
// learning", ICST 2019, Tables I and II), written anew in Go:
//
//	function       does                                      longest path
//	Align          aligns a text with ACG                    3n
//	InsertionSort  sorts                                     n(n-1)/2
//	Enqueue        puts numbers into a priority queue        Σ ⌊log₂ i⌋, i ≤ n
//	BuildTree      puts numbers into a binary search tree    n(n-1)/2
//	Find           searches a text for abc                   2n-3
//	FindBlind      the same, with one rule of two blind      3⌊n/3⌋
//	Tour           looks for a short way through cities      4, 12, 28, 55
//	ShortestPath   finds a shortest path in a graph          5, 29, at least 72 and 136
//
// The size n is the number of symbolic variables, which is the length of the
// list: of Tour 3, 6, 10 or 15 distances, of ShortestPath 6, 12, 20 or 30. The
// length of a path is what the paper takes it for, the number of decisions at
// branches that depend on the input. It counts paths with those that end where
// the side that was chosen is impossible.
//
// Python programs compare within their library, too: in sorts, heaps and
// dictionaries. Here those are written out, and compare what Python compares.
// The paper's lengths and its counts of exhaustive search are then those of the
// programs here, but for two lengths, which are less than the longest: of
// InsertionSort at 100, where it has 3875, and of ShortestPath at 30, where it has
// 126 with a question mark. Find alone is a stand-in: the paper's figures are
// those of FindBlind, which is no search.
package pyse
